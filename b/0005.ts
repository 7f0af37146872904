import { Conversation, init, TodoStore } from "agent-todos";

await init();
const conversation = new Conversation(new TodoStore(), {
  dialect: "xml_call",
});
const [outcome] = conversation.callXml(
  `I will plan first.
<tool_call>
<tool_name>todo</tool_name>
<parameters>
<action>write</action>
<todos>[
  {"id": "kettle", "content": "Find a kettle", "status": "pending"}
]</todos>
</parameters>
</tool_call>`,
);
console.log(outcome?.text); // goes into the next user message
// → <tool_result name="todo" status="success">{"message":"Todos updated","count":1}</tool_result>
