"""A headless Chromium, driven over a pair of pipes with the DevTools protocol. Needs only Python's standard library."""
import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


# Notes the time of the frame after the first one that shows rows, or says that there are none.
DRAWN = """(() => {
  const watch = () => requestAnimationFrame(() => {
    if (document.querySelector("#rows .row, #empty:not([hidden])")) requestAnimationFrame(() => { window.drawnAt = performance.now(); });
    else watch();
  });
  watch();
})()"""


class Failure(Exception):
    """The browser, or the page, did not do what was asked."""


class Browser:
    """A browser with one page. Use it in a `with` statement, at whose end no process and no file is left."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="page-driver-")
        to_browser, self.output = self._pipe()
        self.input, from_browser = self._pipe()

        def prepare():
            # Chromium reads commands from descriptor 3 and writes to 4.
            os.dup2(to_browser, 3)
            os.dup2(from_browser, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--disable-dev-shm-usage", "--disable-background-networking", "--remote-debugging-pipe",
             "--force-color-profile=srgb", f"--user-data-dir={self.profile}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=(3, 4),
            preexec_fn=prepare, start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.received = b""
        self.number = 0
        self.session = None
        self.problems = []
        self.allowed = "file:"

    @staticmethod
    def _pipe():
        """Returns a pipe whose descriptors are neither 3 nor 4."""
        ends = []
        for end in os.pipe():
            ends.append(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10))
            os.close(end)
        return ends

    def __enter__(self):
        try:
            target = self.send("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.send(f"{domain}.enable")
            self.send("Page.addScriptToEvaluateOnNewDocument", source=DRAWN)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        # The group, because the browser has several processes.
        try:
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.output)
        os.close(self.input)
        for _ in range(20):
            shutil.rmtree(self.profile, ignore_errors=True)
            if not os.path.exists(self.profile):
                break
            time.sleep(0.1)

    def send(self, method, limit=60, **params):
        """Sends a command; returns its result."""
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        end = time.monotonic() + limit
        while True:
            answer = self._receive(end, method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def _receive(self, end, method):
        while b"\0" not in self.received:
            if not select.select([self.input], [], [], max(0, end - time.monotonic()))[0]:
                raise Failure(f"{method} did not end in time")
            data = os.read(self.input, 1 << 20)
            if not data:
                raise Failure("the browser ended")
            self.received += data
        text, self.received = self.received.split(b"\0", 1)
        message = json.loads(text)
        self._notice(message.get("method"), message.get("params", {}))
        return message

    def _notice(self, event, params):
        """Collects what a page must never do."""
        if event == "Runtime.exceptionThrown":
            self.problems.append(params["exceptionDetails"]["text"])
        elif event == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.problems.append(params["entry"]["text"])
        elif event == "Page.javascriptDialogOpening":
            self.problems.append("the page opened a dialog")
        elif event == "Network.requestWillBeSent" and not params["request"]["url"].startswith(self.allowed):
            self.problems.append(f"the page asked for {params['request']['url'][:100]}")

    # The page

    def value(self, expression, limit=60):
        """Returns the value of a JavaScript expression."""
        answer = self.send("Runtime.evaluate", limit, expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(f"{details.get('exception', {}).get('description', details['text'])[:200]} in {expression[:80]}")
        return answer["result"].get("value")

    def wait(self, expression, limit=30):
        """Waits until an expression is true; returns whether it is."""
        end = time.monotonic() + limit
        while not self.value(expression):
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def settle(self):
        """Waits until the page has been drawn."""
        self.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def open(self, address, allowed):
        """Opens a page; returns the milliseconds until its first row was drawn."""
        self.allowed = allowed
        self.send("Page.navigate", url=address)
        if not self.wait("document.readyState === 'complete' && !!document.querySelector('#rows')"):
            raise Failure(f"{address} does not load")
        if not self.wait("window.drawnAt > 0"):
            raise Failure(f"{address} is not drawn")
        return self.value("window.drawnAt")

    def size(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.settle()

    def appearance(self, name):
        features = [{"name": "prefers-color-scheme", "value": name},
                    {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.send("Emulation.setEmulatedMedia", features=features)
        self.settle()

    def key(self, name, text=None, modifiers=0):
        params = {"key": name, "modifiers": modifiers}
        if name == "Tab":
            params["windowsVirtualKeyCode"] = 9
        self.send("Input.dispatchKeyEvent", type="keyDown", **params, **({"text": text} if text else {}))
        self.send("Input.dispatchKeyEvent", type="keyUp", **params)
        self.settle()

    def type(self, text):
        for letter in text:
            self.key(letter, letter)

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))
