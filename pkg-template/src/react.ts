// `agent-todos/react`: the list in React 19, as a hook and as a component around `<agent-todos>`.

export * from "./hosts/react.js";
