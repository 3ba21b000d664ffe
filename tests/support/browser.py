"""A browser without a window, for tests of pages: told what to do over a pipe, in the DevTools protocol.

One that does not answer is ended: a test fails, and does not wait.
"""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 120.0  # seconds that a command may take


def found():
    """The program; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """With one page open."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()
        # The browser reads from descriptor 3 and writes to 4.
        spare = [os.dup2(end, 20 + i) for i, end in enumerate((to_browser, from_browser))]
        script = f'exec "$@" 3<&{spare[0]} 4>&{spare[1]}'
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        self.process = subprocess.Popen(
            ["bash", "-c", script, "browser", found(), "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--hide-scrollbars", "--no-first-run", f"--user-data-dir={self.folder.name}"],
            pass_fds=spare, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment,
            start_new_session=True)
        for descriptor in (to_browser, from_browser, *spare):
            os.close(descriptor)
        self.number, self.buffer, self.session = 0, b"", None
        try:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            self.call("Page.enable")
        except BaseException:
            self.close()
            raise

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)  # and what it has started
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        self.folder.cleanup()

    def _next(self, until):
        """The next message of the browser."""
        while b"\0" not in self.buffer:
            if not select.select([self.answers], [], [], max(0.0, until - time.monotonic()))[0]:
                raise TimeoutError(f"the browser has not answered for {PATIENCE} s")
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise ConnectionError("the browser has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        """The result of a command of the protocol."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while True:
            answer = self._next(until)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def open(self, path, width=1000, height=800, dark=False, medium=""):
        """Opens a file, to its end."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", media=medium,
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Page.navigate", url=path.as_uri())
        self.run("new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', done))")

    def run(self, script):
        """The value of an expression of JavaScript, or of the promise that it is."""
        done = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in done:
            raise RuntimeError(done["exceptionDetails"]["exception"].get("description", done))
        return done["result"].get("value")

    def press(self, key, text=""):
        """A key is pressed and let go."""
        code = {"Tab": 9, "Enter": 13, "ArrowDown": 40}[key]
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                      **({"text": text} if text and kind == "keyDown" else {}))

    def picture(self, clip=None):
        """The page, or a part of it, as PNG."""
        only = {"clip": clip} if clip else {}
        return base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True, **only)["data"])

    def pdf(self):
        """The page as it is printed."""
        return base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"])
