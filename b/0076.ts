import "agent-todos/element";
import { follow, overRuntime } from "agent-todos/follow";
import type { Command } from "./types";

const send = (command: Command) => chrome.runtime.sendMessage(command);
const [form] = document.forms;
const panel = document.querySelector("agent-todos");
const resume = document.querySelector<HTMLButtonElement>("#resume");
if (!form || !panel || !resume)
  throw new Error("panel.html lacks an element");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void send({
    type: "begin",
    task: String(new FormData(form).get("task")),
  });
});
resume.addEventListener("click", () => void send({ type: "resume" }));

const follower = await follow({ over: overRuntime() });
panel.list = follower;
follower.run.subscribe(
  () => (resume.hidden = follower.run.result?.status !== "aborted"),
);
