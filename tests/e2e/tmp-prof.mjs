import { builtAndServed } from "./served-demo.mjs";
import { launchChromium } from "../setup/playwright.mjs";
const server = await builtAndServed();
const what=process.argv[2], n=Number(process.argv[3]);
const browser=await launchChromium(process.argv.slice(4));
for (let i=0;i<n;i++){ const c=await browser.newContext(); const p=await c.newPage(); await p.goto(what==="blank"?"about:blank":new URL("index.html",server.url).href); await c.close(); }
await browser.close(); await server.close();
