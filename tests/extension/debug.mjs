import { builtAndServed } from "../e2e/served-demo.mjs";
import { openChromium } from "./chromium.mjs";
const t=Date.now(); const log=(...a)=>console.error(((Date.now()-t)/1000).toFixed(1),...a);
const { preview } = await import("vite");
const shop = await builtAndServed(); log("shop", shop.url);
const browser = await openChromium([shop.url]); log("browser");
browser.context.setDefaultTimeout(9000);
try {
await browser.setOptions({ kind: "scripted", url: "", model: "", pace: 0 }); log("options");
const page = await browser.open(new URL("shop/index.html?start=over&wait=0", shop.url).href); log("page");
const panel = await browser.openPanel(page); log("panel", panel.url());
await panel.getByRole("button", { name: "Begin" }).click(); log("begin");
await panel.getByText("Review the plan:").waitFor().catch(e=>log("no review"));
log(await panel.locator("main").innerText(), browser.troubles);
await panel.getByRole("button", { name: "Start" }).click();
for (let i=0;i<15;i++){ await new Promise(r=>setTimeout(r,1000)); log((await panel.locator("#phase").innerText()), page.url()); }
log(await panel.locator("#list").innerText());
} catch (e) { log(e.message); log(browser.troubles); for (const p of browser.context.pages()) log(p.url(), (await p.locator("body").innerText().catch(()=>"?")).slice(0,500)); }
await browser.close(); await shop.close();
