import { init, TodoStore, Conversation, persist, memoryStorage, openList, StorageError } from "agent-todos";
await init();
// an old list under the key todos
const m=new Map([["todos",{text:JSON.stringify([{title:"a"}]),revision:1}]]);
const storage={async read(n){return m.get(n)??null},async write(n,t,e){const r=m.get(n)?.revision??0;if(r!==e)throw StorageError.conflict(n,e,r);m.set(n,{text:t,revision:r+1});return r+1}};
await persist(new TodoStore(),storage).catch(e=>console.log(e.code,e.message));
try{const o=openList({storage,persist:{name:"x"}}); await o.open()}catch(e){console.log("openList persist.name",e.code,e.message)}
const o=openList({storage,name:"agent list"}); const {store}=await o.open(); store.add("b"); await o.stop(); console.log([...m.keys()]);
// skip of person-added with TodoWrite
{const s=new TodoStore(); s.as("user").add("Wrap it"); s.add("Pay"); const c=new Conversation(s,{dialect:"TodoWrite"}); c.reminder(); console.log(c.tools[0].call({todos:[{content:"Pay",status:"pending",activeForm:"P"}]}).text, s.todos.map(t=>[t.content,t.status]));
 console.log(c.tools[0].call({todos:[{content:"Pay",status:"pending",activeForm:"P"},{content:"Wrap it",status:"cancelled",activeForm:"P"}]}).text, s.todos.map(t=>[t.content,t.status]));
 console.log(JSON.stringify(c.tools[0].inputSchema).includes("cancel"));}
{const s=new TodoStore(); s.as("user").add("Wrap it"); const c=new Conversation(s); c.reminder(); console.log(JSON.stringify(c.tools[0].inputSchema).match(/"enum":\[[^\]]*\]/g)); console.log(c.tools[0].call({action:"skip_multiple",ids:[1]}).text); s.as("user").undo({change:s.revision}); console.log(s.todos[0].status)}
