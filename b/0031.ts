import {
  openLists,
  overSockets,
  type ServerSocket,
  type TodoStorage,
} from "agent-todos";

/** As the platform has them. */
declare const WebSocketPair: new () => {
  0: WebSocket;
  1: ServerSocket & { accept(): void };
};
declare function storageOf(state: unknown): TodoStorage;

export class Chat {
  readonly #sockets = overSockets();

  constructor(state: unknown) {
    const storage = storageOf(state);
    openLists({ over: this.#sockets, open: () => ({ storage }) });
  }

  /** The worker in front has found out who it is, and says so. */
  fetch(request: Request): Response {
    const pair = new WebSocketPair();
    pair[1].accept();
    const as =
      request.headers.get("x-may-write") === "yes" ? "user" : undefined;
    this.#sockets.accept(pair[1], { name: "chat", as });
    const upgraded: ResponseInit & { webSocket: WebSocket } = {
      status: 101,
      webSocket: pair[0],
    };
    return new Response(null, upgraded);
  }
}
