// The conversation so far: turns of the agent with their calls and answers, and what the reader did in between.

import type { Outcome } from "agent-todos";
import { element } from "./element";
import { exchange } from "./exchange";

export interface Exchange {
  readonly call: string;
  readonly outcome: Outcome;
}

export class TalkView {
  constructor(private readonly log: HTMLElement) {}

  addTurn(number: number, does: string, exchanges: readonly Exchange[]): void {
    this.#add(
      element("h3", {}, element("span", { class: "turn-number" }, `${number}`), does),
      ...exchanges.map(({ call, outcome }) => exchange(outcome, call)),
    );
  }

  /** What the reader did: "You stopped the agent", with a call if there was one. */
  addByReader(did: string, sent?: Exchange): void {
    const heading = element("h3", { class: "by-reader" }, did);
    this.#add(heading, ...(sent ? [exchange(sent.outcome, sent.call)] : []));
  }

  clear(): void {
    this.log.replaceChildren();
  }

  #add(...children: Node[]): void {
    const turn = element("article", { class: "turn" }, ...children);
    this.log.append(turn);
    // To its beginning, or to the end of the log where that shows all of it.
    this.log.scrollTop = turn.offsetTop;
  }
}
