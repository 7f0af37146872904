// The recorded browser task that the demo page and the extension play: what an agent did, page by page, and the tool calls
// that its model sent, character by character, mistakes included. The calls are real: each one goes to the
// `todo_manager` tool, and what comes back is not recorded but answered anew.

/** What the browser shows after the agent acted. */
export interface PageSketch {
  readonly address: string;
  readonly title: string;
  /** One or two lines of what can be read there. */
  readonly lines?: readonly string[];
  readonly products?: readonly Product[];
  /** The page is an error page. */
  readonly isDown?: true;
}

export interface Product {
  readonly name: string;
  readonly price: string;
  readonly rating: string;
  /** What the agent or the shop says about it. */
  readonly mark?: "chosen" | "sold out";
}

/** One turn of the agent: it acts in the browser, then its model sends tool calls. */
export interface Turn {
  readonly does: string;
  readonly page: PageSketch;
  /** Arguments for `todo_manager`, as the model wrote them. */
  readonly calls: readonly string[];
}

export const task = "Find a kettle under €40, compare three, and put the best one in the basket.";

const brisk = { name: "Brisk 1.7 l", price: "€34.90", rating: "4.6" } as const;
const dawn = { name: "Dawn 1.2 l", price: "€28.50", rating: "4.1" } as const;
const cosy = { name: "Cosy & Quick", price: "€37.00", rating: "4.5" } as const;

export const turns: readonly Turn[] = [
  {
    does: "Reads the task and makes a plan of eight todos.",
    page: { address: "about:blank", title: "New tab", lines: ["Nothing opened yet."] },
    calls: [
      `{"action":"add_multiple","todos":[` +
        `{"content":"Search shop.example for electric kettles"},` +
        `{"content":"Narrow the results to under €40"},` +
        `{"content":"Note price and rating of the two best"},` +
        `{"content":"Search hearth.example as well"},` +
        `{"content":"Note its best kettle under €40"},` +
        `{"content":"Compare the three and choose one"},` +
        `{"content":"Put the chosen kettle in the basket"},` +
        `{"content":"Tell the user what was chosen, and why"}],"ids":[]}`,
    ],
  },
  {
    does: "Opens shop.example and types “electric kettle”.",
    page: { address: "shop.example/search?q=electric+kettle", title: "212 results", lines: ["Sorted by relevance. Prices from €9.99 to €249.00."] },
    calls: [`{"action":"get_next"}`],
  },
  {
    does: "Sets the price filter to “up to €40”.",
    page: { address: "shop.example/search?q=electric+kettle&max=40", title: "37 results", lines: ["Filter: up to €40."] },
    calls: [`{"action":"complete_multiple","ids":["1","2"]}`, `{"action":"get_next"}`],
  },
  {
    does: "Reads the two best rated kettles.",
    page: { address: "shop.example/search?q=electric+kettle&max=40&sort=rating", title: "Best rated first", products: [brisk, dawn] },
    calls: [`{"action":"complete_multiple","todos":[],"ids":[3]}`, `{"action":"get_next"}`],
  },
  {
    does: "hearth.example is down, twice: gives up both of its todos.",
    page: { address: "hearth.example", title: "503 Service Unavailable", lines: ["The server cannot handle the request. Try again later."], isDown: true },
    calls: [`{"action":"skip","ids":[4,5]}`],
  },
  {
    does: "Reads the answer and skips them one at a time.",
    page: { address: "hearth.example", title: "503 Service Unavailable", lines: ["The server cannot handle the request. Try again later."], isDown: true },
    calls: [`{"action":"skip","ids":4}`, `{"action":"skip","todos":[],"ids":[5]}`],
  },
  {
    does: "Two kettles are not three: plans another shop in between.",
    page: { address: "search.example/?q=kettle+shop", title: "Kettle shops", lines: ["kettles.example: nothing but kettles"] },
    calls: [
      `{"action":"add_after_position","position":"5","todos":"[\\"Search kettles.example for one <= €40\\", \\"Note its best kettle & its rating\\"]"}`,
      `{"action":"get_next"}`,
    ],
  },
  {
    does: "Opens kettles.example and reads its best offer.",
    page: { address: "kettles.example/offers", title: "Offers of the week", products: [cosy] },
    calls: [`\`\`\`json\n{"action": "Complete Multiple", "ids": [6, 7],}\n\`\`\``, `{"action":"get_next"}`],
  },
  {
    does: "Compares the three: Brisk is rated best, and not the dearest.",
    page: { address: "notes", title: "Three kettles under €40", products: [{ ...brisk, mark: "chosen" }, cosy, dawn] },
    calls: [`{"action":"complete_multiple","ids":[8]}`, `{"action":"get_next"}`],
  },
  {
    does: "Adds Brisk to the basket. Just sold out: back to comparing.",
    page: { address: "shop.example/kettle/brisk", title: "Sorry, just sold out", products: [{ ...brisk, mark: "sold out" }] },
    calls: [`{"action":"go_back","id":8}`, `{"action":"get_next"}`],
  },
  {
    does: "Chooses again: Cosy & Quick, €3 under the limit, rated 4.5.",
    page: { address: "notes", title: "Two kettles are left", products: [{ ...cosy, mark: "chosen" }, dawn] },
    calls: [`{"action":"complete_multiple","ids":[8]}`, `{"action":"get_next"}`],
  },
  {
    does: "Puts Cosy & Quick in the basket.",
    page: { address: "kettles.example/basket", title: "Your basket: €37.00", products: [{ ...cosy, mark: "chosen" }] },
    calls: [`{"action":"complete_multiple","ids":9}`, `{"action":"get_next"}`],
  },
  {
    does: "Tells the user: “Cosy & Quick is in the basket, for €37.00.”",
    page: { address: "kettles.example/basket", title: "Your basket: €37.00", products: [{ ...cosy, mark: "chosen" }] },
    calls: [`{'action': 'complete_multiple', 'ids': [10]}`, `{"action":"list","todos":[],"ids":[]}`],
  },
];
