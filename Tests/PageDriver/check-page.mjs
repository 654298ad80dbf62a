// usage: node check-page.mjs CHROMIUM PAGE FOLDER
// Opens a page of requests in a headless browser, uses it as a person would, and prints what is wrong.
// Screenshots go to the folder: light, dark, details and narrow. A page named live.html is served, with an event.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, resolve } from "node:path";

const [chromium, page, folder] = process.argv.slice(2);
const browser = spawn(chromium, [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
  "--disable-background-networking", "--no-first-run", `--user-data-dir=${folder}/profile`, "about:blank",
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const waiting = new Map();
const problems = [];
let received = "", number = 0;

const isLive = basename(page) === "live.html";
let address = `file://${resolve(page)}`;
const asked = [];
const server = createServer((request, response) => {
  asked.push(request.url);
  if (!request.url.startsWith("/events")) {
    response.setHeader("Content-Type", "text/html");
    return response.end(readFileSync(page));
  }
  // As an Inspector does, the response ends after the changes, and the page asks again.
  const news = {
    duration: 2000, dropped: 0, limit: 1000, reset: false, streams: [],
    requests: asked.length > 2 ? [] : [{
      id: 99, session: 1, number: 99, method: "GET", url: "https://h.io/later", start: 1000, end: 1500,
      outcome: "finished", reason: null, status: 201, bytes: 5, attempts: [], phases: [], notes: [],
    }],
  };
  response.setHeader("Content-Type", "text/event-stream");
  return response.end(`retry: 300\nid: 8\ndata: ${JSON.stringify(news)}\n\n`);
});

browser.stdio[4].setEncoding("utf8").on("data", (text) => {
  received += text;
  for (let end = received.indexOf("\0"); end >= 0; end = received.indexOf("\0")) {
    const message = JSON.parse(received.slice(0, end));
    received = received.slice(end + 1);
    if (message.id) waiting.get(message.id)(message);
    if (message.method === "Runtime.exceptionThrown") problems.push(message.params.exceptionDetails.text);
    if (message.method === "Log.entryAdded") problems.push(message.params.entry.text);
    if (message.method === "Network.requestWillBeSent" && !message.params.request.url.startsWith("file:")
      && !(isLive && message.params.request.url.startsWith(address))) {
      problems.push(`the page asked for ${message.params.request.url.slice(0, 100)}`);
    }
    if (message.method === "Page.javascriptDialogOpening") problems.push("the page opened a dialog");
  }
});

function send(method, params = {}, sessionId = session) {
  number += 1;
  const id = number;
  browser.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
  return new Promise((done, fail) => {
    waiting.set(id, (answer) => (answer.error ? fail(new Error(`${method}: ${answer.error.message}`)) : done(answer.result)));
  });
}

let session;
async function value(expression) {
  const answer = await send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
  if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
  return answer.result.value;
}
async function expect(expression, what) { if (!(await value(expression))) problems.push(what); }
const settle = () => value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
async function key(name, text) {
  await send("Input.dispatchKeyEvent", { type: "keyDown", key: name, text });
  await send("Input.dispatchKeyEvent", { type: "keyUp", key: name });
  await settle();
}
async function type(text) { for (const letter of text) await key(letter, letter); }
async function size(width, height) {
  await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  await settle();
}
async function screenshot(name) {
  const { data } = await send("Page.captureScreenshot", { format: "png" });
  writeFileSync(`${folder}/${name}.png`, Buffer.from(data, "base64"));
}
async function appearance(name) {
  await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: name }] });
  await settle();
}

/** The page shows what an event adds, and asks again from its identifier on. */
async function checkUpdates() {
  for (let tries = 0; tries < 200 && asked.length < 3; tries++) await new Promise((done) => setTimeout(done, 50));
  if (asked[1] !== "/events?since=7") problems.push(`the page asked for ${asked[1]}`);
  await settle();
  await expect("[...document.querySelectorAll('#rows .row')].some((row) => row.textContent.includes('/later'))",
    "a live update is not shown");
  await expect("document.getElementById('state').textContent === 'live'", "the page is not live");
}

async function check() {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  session = (await send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
  await size(1200, 700);
  await appearance("light");
  const began = Date.now();
  if (isLive) {
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    address = `http://127.0.0.1:${server.address().port}/`;
  }
  await send("Page.navigate", { url: address });
  while (!(await value("document.readyState === 'complete' && !!document.querySelector('#rows')"))) { /* loading */ }
  await settle();
  const loaded = Date.now() - began;
  if (isLive) await checkUpdates();
  const count = isLive ? 7 : await value("JSON.parse(document.getElementById('trace').textContent).requests.length");
  if (loaded > 15000) problems.push(`loading took ${loaded} ms`);

  await expect("document.querySelectorAll('#rows .row').length > 0", "there are no rows");
  await expect("document.querySelectorAll('#rows .row').length <= 200", "rows that are not visible exist");
  await expect(`document.getElementById('count').textContent.startsWith('${count} ')`, "the count is wrong");
  await expect("document.querySelectorAll('#rows .bar i').length > 0", "there are no bars");
  await expect("!document.querySelector('img')", "content became markup");
  await screenshot("light");
  await appearance("dark");
  await expect("getComputedStyle(document.body).backgroundColor === 'rgb(13, 17, 23)'", "dark is not dark");
  await screenshot("dark");

  await key("/");
  await type("404");
  await expect("[...document.querySelectorAll('#rows .row')].every((row) => row.textContent.includes('404'))",
    "the filter shows other rows");
  await value("document.getElementById('filter').value = ''; document.getElementById('filter').dispatchEvent(new Event('input'))");
  await settle();
  // Typing the first letter of an option selects it.
  await value("document.getElementById('sort').focus()");
  await key("S", "S");
  await expect("document.getElementById('sort').value === 'duration'", "the keyboard does not sort");
  await expect("document.querySelectorAll('#rows .row').length > 0", "sorting removed the rows");
  await value("document.getElementById('list').focus()");
  await key("ArrowDown");
  await key("Enter");
  await expect("!document.getElementById('details').hidden", "Return does not open the details");
  await expect("document.querySelectorAll('#content table').length > 2", "the details have no tables");
  // A URL that no client can send has no command.
  await expect(`!JSON.parse(document.getElementById('trace').textContent).requests.some((request) => request.curl)
    || document.querySelector('.curl')?.textContent.startsWith('curl ')`,
    "the details have no curl command");
  await screenshot("details");
  await key("Escape");
  await expect("document.getElementById('details').hidden", "Escape does not close the details");
  await key("End");
  await expect("document.querySelector('.row.selected') !== null", "End selects nothing");

  await size(400, 800);
  await expect("document.documentElement.scrollWidth <= 400", "the page is wider than 400 pixels");
  await screenshot("narrow");
  await key("Enter");
  await expect("document.documentElement.scrollWidth <= 400", "the details are wider than 400 pixels");
  await screenshot("narrow-details");
  return { count, loaded };
}

let result;
try { result = await check(); } catch (error) { problems.push(error.message); }
browser.kill();
server.close();
for (const problem of problems) console.log(`${page}: ${problem}`);
if (result) console.log(`${page}: ${result.count} requests, loaded in ${result.loaded} ms, ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);
