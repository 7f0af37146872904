// In the page /extension?name=…&writer=…&area=… of the test's server: tells the extension's service worker to work. A browser that is started
// with an address of the extension itself opens it before the extension is there.

if (location.pathname === "/extension") {
  const work = { ...Object.fromEntries(new URLSearchParams(location.search)), address: `${location.origin}/` };
  void chrome.runtime.sendMessage({ work }).then(() => (document.title = "working"));
}
