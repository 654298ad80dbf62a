"""usage: check_page.py CHROMIUM PAGE-SERVER FOLDER [--self-test]
       check_page.py CHROMIUM picture PAGE FOLDER

Uses pages of requests in a headless browser as a person would, and prints what it checked and what is wrong. PAGE-SERVER
writes pages into the folder and runs a program with an Inspector. Screenshots go to the folder, too.
"""
import os
import select
import signal
import subprocess
import sys
import time

from browser import Browser, Failure
from png import reduced

CONTRAST = """(() => {
  const parts = (color) => color.match(/[\\d.]+/g).map(Number);
  const over = (top, below) => {
    const alpha = top.length > 3 ? top[3] : 1;
    return below.map((part, index) => part * (1 - alpha) + top[index] * alpha);
  };
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    if (!color.startsWith("color")) return parts(color);
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const light = (color) => {
    const [red, green, blue] = color.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const wrong = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.getClientRects().length || element.closest("script, style, option")) continue;
    const chain = [];
    for (let above = element; above; above = above.parentElement) chain.unshift(rgb(getComputedStyle(above).backgroundColor));
    const ground = chain.reduce((below, top) => over(top, below), [255, 255, 255]);
    const text = over(rgb(getComputedStyle(element).color), ground);
    const [dark, bright] = [light(ground), light(text)].sort((a, b) => a - b);
    const ratio = (bright + 0.05) / (dark + 0.05);
    if (ratio < 4.5) wrong.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
  }
  return [...wrong].slice(0, 5).join(", ");
})()"""
# Elements whose content is wider than they are, and that neither cut it with an ellipsis nor scroll.
OVERFLOW = """[...document.querySelectorAll("header *, #top *, .row *, #details *")].filter((element) =>
  element.clientWidth && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === "visible"
  && getComputedStyle(element).display !== "inline").map((element) => element.tagName + "." + element.className).slice(0, 3).join()"""
SORTED = """(() => {
  const units = { "µs": 1e-3, ms: 1, s: 1e3, min: 6e4, h: 36e5, days: 864e5 };
  const times = [...document.querySelectorAll("#rows .row .time")].map((cell) => [...cell.textContent.matchAll(/([\\d.]+) (\\S+)/g)]
    .reduce((sum, [, number, unit]) => sum + number * units[unit], 0));
  return times.length > 0 && times.every((time, index) => index === 0 || time <= times[index - 1]);
})()"""
SIXTIES = """[...document.querySelectorAll('#rows .time')].map((time) => time.textContent)
  .filter((text) => /\\b60 (s|min)$/.test(text)).join(", ")"""
ROWS = "[...document.querySelectorAll('#rows .row')]"


class Checks:
    """Counts checks, and collects what is wrong."""

    def __init__(self, browser, name, folder):
        self.browser, self.name, self.folder = browser, name, folder
        self.count, self.problems = 0, []
        browser.problems = []

    def that(self, expression, problem):
        self.count += 1
        if not self.browser.value(expression):
            self.problems.append(problem)

    def nothing(self, expression, problem):
        self.count += 1
        found = self.browser.value(expression)
        if found:
            self.problems.append(f"{problem}: {found}")

    def soon(self, expression, problem, limit=20):
        self.count += 1
        if not self.browser.wait(expression, limit):
            self.problems.append(problem)

    def picture(self, name):
        self.browser.screenshot(os.path.join(self.folder, f"{self.name}-{name}.png"))

    def looks(self, name):
        """Checks what must hold of each view, and takes a picture of it."""
        self.nothing(CONTRAST, f"{name}: too little contrast for WCAG AA")
        self.nothing(OVERFLOW, f"{name}: text leaves its element")
        self.that("document.documentElement.scrollWidth <= innerWidth", f"{name}: the page is wider than the window")
        self.picture(name)

    def end(self, what):
        self.problems += self.browser.problems
        for problem in self.problems:
            print(f"{self.name}: {problem}")
        print(f"{self.name}: {what}; {self.count} checks, {len(self.problems)} problems", flush=True)
        return len(self.problems)


def focus(browser, selector):
    browser.value(f"document.querySelector({selector!r}).focus()")


def use(checks, word):
    """Filters, sorts, opens details, and copies a command, all with the keyboard."""
    browser = checks.browser
    browser.key("/")
    checks.that("document.activeElement.id === 'filter'", "the key / does not go to the filter")
    checks.that("getComputedStyle(document.activeElement).outlineStyle !== 'none'", "the filter has no focus ring")
    browser.type(word)
    checks.that(f"{ROWS}.length > 0 && {ROWS}.every((row) => row.textContent.toLowerCase().includes({word!r}))",
                "the filter shows other rows, or none")
    browser.type("zzzzqqq")
    checks.that(f"{ROWS}.length === 0 && getComputedStyle(document.getElementById('empty')).display !== 'none'",
                "a filter without a result says nothing")
    checks.picture("no-result")
    browser.key("Escape")
    browser.key("Escape")
    checks.that(f"{ROWS}.length > 0 && !document.getElementById('filter').value", "Escape does not clear the filter")
    # The first letter of an option selects it.
    focus(browser, "#sort")
    browser.key("S", "S")
    checks.that("document.getElementById('sort').value === 'duration'", "the keyboard does not sort")
    checks.that(SORTED, "the slowest requests are not the first")
    focus(browser, "#list")
    browser.key("ArrowDown")
    checks.that("getComputedStyle(document.querySelector('.row.selected')).outlineStyle !== 'none'",
                "the selected row has no focus ring")
    browser.key("Enter", "\r")
    checks.that("!document.getElementById('details').hidden", "Return does not open the details")
    checks.that("document.querySelectorAll('#content table').length > 1", "the details have no tables")


def leave(checks):
    browser = checks.browser
    focus(browser, "#list")
    browser.key("Escape")
    checks.that("document.getElementById('details').hidden", "Escape does not close the details")
    browser.key("End")
    checks.that("document.querySelector('.row.selected') !== null", "End selects nothing")


def views(checks):
    """Looks at the page in two widths and two appearances, with and without details."""
    browser = checks.browser
    for width, height in ((1280, 760), (400, 800)):
        browser.size(width, height)
        for appearance in ("light", "dark"):
            browser.appearance(appearance)
            checks.looks(f"{width}-{appearance}")
            focus(browser, "#list")
            browser.key("Home")
            browser.key("Enter", "\r")
            checks.looks(f"{width}-{appearance}-details")
            browser.key("Escape")
    checks.that("getComputedStyle(document.body).backgroundColor === 'rgb(13, 17, 23)'", "dark is not dark")
    browser.size(1280, 760)
    browser.appearance("light")


def check_file(browser, folder, name, limit, checks=None):
    checks = checks or Checks(browser, name, folder)
    browser.size(1280, 760)
    browser.appearance("light")
    path = os.path.abspath(os.path.join(folder, f"{name}.html"))
    loaded = browser.open(f"file://{path}", "file:")
    checks.count += 1
    if loaded > limit:
        checks.problems.append(f"the first drawing took {loaded:.0f} ms, more than {limit}")
    count = browser.value("JSON.parse(document.getElementById('trace').textContent).requests.length")
    checks.that(f"document.getElementById('count').textContent.startsWith('{count} ')", "the count is wrong")
    checks.that("!document.querySelector('img')", "content became markup")
    if count == 0:
        checks.that("getComputedStyle(document.getElementById('empty')).display !== 'none'", "an empty page says nothing")
        checks.looks("1280-light")
        return checks.end("no request")
    checks.that(f"{ROWS}.length > 0 && {ROWS}.length <= 200", "there are no rows, or rows that are not visible")
    checks.that("document.querySelectorAll('#rows .bar i').length > 0", "there are no bars")
    checks.nothing(SIXTIES, "a duration has 60 seconds or minutes")
    use(checks, "404" if name != "hostile" else "h.io")
    leave(checks)
    views(checks)
    checks.that("!document.querySelector('img')", "content became markup")
    return checks.end(f"{count} requests, drawn after {loaded:.0f} ms")


class Program:
    """A running program whose requests an Inspector shows."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen([program, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.received = b""
        self.page = self.line(60).split(" ", 1)[1]

    def line(self, limit):
        end = time.monotonic() + limit
        while b"\n" not in self.received:
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise Failure("the program does not respond")
            data = os.read(self.process.stdout.fileno(), 4096)
            if not data:
                raise Failure("the program ended")
            self.received += data
        line, self.received = self.received.split(b"\n", 1)
        return line.decode()

    def perform(self, *commands):
        for command in commands:
            self.process.stdin.write(f"{command}\n".encode())
            if self.line(60) != command:
                raise Failure(f"the program does not know {command}")

    def end(self):
        if self.process.returncode is not None:
            return
        self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def check_live(browser, program, folder):
    checks = Checks(browser, "live", folder)
    browser.size(1280, 760)
    browser.appearance("light")
    browser.open(program.page, program.page)
    checks.that("getComputedStyle(document.getElementById('empty')).display !== 'none'", "a page without requests says nothing")
    checks.soon("document.getElementById('state').textContent === 'live'", "the page is not live")
    checks.picture("empty")
    program.perform("items 5")
    checks.soon(f"{ROWS}.length === 5", "the first requests do not appear")
    program.perform("slow")
    checks.soon(f"{ROWS}.some((row) => row.textContent.includes('/slow'))", "a pending request does not appear")
    before = browser.value(f"{ROWS}.find((row) => row.textContent.includes('/slow')).querySelector('.time').textContent")
    checks.soon(f"{ROWS}.find((row) => row.textContent.includes('/slow')).querySelector('.time').textContent !== '{before}'",
                "the time of a pending request stands still")
    program.perform("create", "missing", "moved", "refused", "items 40")
    checks.soon("document.getElementById('count').textContent.startsWith('50 requests')", "later requests do not appear")
    use(checks, "missing")
    # The slowest is the pending one; the details of a request with a body are those of the POST.
    browser.key("Escape")
    browser.key("/")
    browser.type("post")
    browser.key("Enter", "\r")
    browser.key("Enter", "\r")
    text = "document.getElementById('content').textContent"
    for part, what in (("POST", "method"), ("an item", "body"), ("page-server", "header"), ("wait", "timing"),
                       ("PageServer.swift", "line of source")):
        checks.that(f"{text}.includes({part!r})", f"the details have no {what}")
    checks.that(f"!{text}.includes('pineapple')", "a secret is shown")
    command = browser.value("document.querySelector('.curl')?.textContent || ''")
    checks.count += 1
    if not command.startswith("curl "):
        checks.problems.append("the details have no curl command")
    browser.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    focus(browser, "#content button")
    browser.key("Enter", "\r")
    checks.soon("document.querySelector('#content button').textContent === 'Copied'", "the command is not copied")
    checks.count += 1
    if browser.value("navigator.clipboard.readText()") != command:
        checks.problems.append("the clipboard has another text than the command")
    leave(checks)
    browser.value("document.getElementById('filter').value = ''; document.getElementById('filter').dispatchEvent(new Event('input'))")
    views(checks)
    # The rate at which an inspected program may send: the page must follow it and stay usable.
    program.perform("items 1950")
    checks.soon("document.getElementById('count').textContent.startsWith('2000 requests')", "2,000 requests do not appear")
    # The program is a debug build, so its own time to write the page is not counted.
    browser.open(program.page, program.page)
    loaded = browser.value("window.drawnAt - performance.getEntriesByType('navigation')[0].responseEnd")
    checks.count += 1
    if loaded > 1000:
        checks.problems.append(f"2,000 requests were drawn {loaded:.0f} ms after the page had arrived")
    program.end()
    checks.soon("document.getElementById('state').textContent !== 'live'", "the page does not notice that the program ended")
    # The browser reports that it cannot connect any more.
    browser.problems = [problem for problem in browser.problems if "ERR_CONNECTION_REFUSED" not in problem]
    return checks.end(f"a running program, 2,000 requests drawn {loaded:.0f} ms after their arrival")


def digest(data):
    """FNV-1a with 64 bits, which a test calculates too."""
    number = 0xCBF29CE484222325
    for byte in data:
        number = (number ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{number:016x}"


def picture(browser, page, output):
    """Takes the screenshots of the README, with the digest of the page in their comment."""
    with open(page, "rb") as file:
        comment = f"page {digest(file.read())}"
    for suffix, appearance in (("", "light"), ("-dark", "dark")):
        browser.size(1200, 700)
        browser.appearance(appearance)
        browser.open(f"file://{os.path.abspath(page)}", "file:")
        focus(browser, "#sort")
        browser.key("S", "S")
        focus(browser, "#list")
        browser.key("ArrowDown")
        browser.key("Enter", "\r")
        browser.value("document.activeElement.blur()")
        path = os.path.join(output, f"page{suffix}.png")
        browser.screenshot(path)
        with open(path, "rb") as file:
            data = reduced(file.read(), comment)
        with open(path, "wb") as file:
            file.write(data)
        print(f"wrote {path}")


def prove(browser, folder):
    """Checks a page that is broken on purpose; returns whether each of its faults is noticed."""
    checks = Checks(browser, "broken", folder)
    check_file(browser, folder, "broken", 0, checks)
    expected = ("content became markup", "Return does not open", "first drawing took", "too little contrast")
    missing = [text for text in expected if not any(text in problem for problem in checks.problems)]
    for text in missing:
        print(f"not noticed: {text}")
    print(f"check-page: {len(expected)} proofs, {len(missing)} failed")
    return not missing


def stop(*_):
    raise Failure("it was stopped, or took longer than five minutes")


def main():
    chromium, server, folder, *rest = sys.argv[1:]
    # No run may last for hours, and none may leave a process behind.
    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGTERM, stop)
    signal.alarm(300)
    if server == "picture":
        with Browser(chromium) as browser:
            return picture(browser, folder, rest[0])
    program = Program(server, folder)
    try:
        with Browser(chromium) as browser:
            if rest == ["--self-test"]:
                return sys.exit(0 if prove(browser, folder) else 1)
            problems = sum(check_file(browser, folder, name, limit)
                           for name, limit in (("many", 1000), ("most", 15000), ("hostile", 1000), ("empty", 1000)))
            problems += check_live(browser, program, folder)
    finally:
        program.end()
    print(f"check-page: {problems} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"check-page: {failure}")
