"""Headless Chromium: what a reader sees, and what a page requests.

It is driven by chromedriver, whose protocol (W3C WebDriver) is JSON over HTTP.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

_Found = TypeVar("_Found")

DRIVER = shutil.which("chromedriver")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(
    DRIVER is None or CHROMIUM is None,
    reason="needs a browser: apt-get install chromium chromium-driver",
)

_SETTINGS = (
    "--headless=new",
    "--no-first-run",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--hide-scrollbars",
    # Whatever leaves the machine fails: names are not found, and there is no proxy at that port.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--proxy-server=http://127.0.0.1:9",
)
_PATIENCE = 15.0


class Browser:
    """One window of a running Chromium."""

    def __init__(self, port: int, settings: tuple[str, ...]) -> None:
        self._address = f"http://127.0.0.1:{port}"
        options = {"binary": CHROMIUM, "args": list(settings)}
        wanted = {
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{made['sessionId']}"

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self._address + path, data, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def open(self, address: str) -> None:
        """Go to a page and wait until it is loaded."""
        self._ask("POST", f"{self._session}/url", {"url": address})

    def script(self, code: str, *values: object) -> Any:
        """What a piece of JavaScript returns; the values are its `arguments`."""
        body = {"script": code, "args": list(values)}
        return self._ask("POST", f"{self._session}/execute/sync", body)

    def until(self, look: Callable[[], _Found]) -> _Found:
        """What a look finds as soon as it finds something."""
        end = time.monotonic() + _PATIENCE
        while not (found := look()):
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.02)
        return found

    def resize(self, width: int, height: int) -> None:
        """Give the page so many pixels."""
        self.develop(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )

    def prefer(self, scheme: str) -> None:
        """Let the system be `light` or `dark`."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.develop("Emulation.setEmulatedMedia", {"features": features})

    def develop(self, command: str, values: dict[str, Any]) -> Any:
        """One command of the developer tools' protocol."""
        body = {"cmd": command, "params": values}
        return self._ask("POST", f"{self._session}/goog/cdp/execute", body)

    def picture(self) -> bytes:
        """What the window shows, as PNG."""
        return base64.b64decode(self._ask("GET", f"{self._session}/screenshot"))

    def complaints(self) -> list[str]:
        """What stands in the console since the last call, but for mere information."""
        entries = self._ask("POST", f"{self._session}/se/log", {"type": "browser"})
        return [e["message"] for e in entries if e["level"] in ("WARNING", "SEVERE")]

    def requests(self) -> list[str]:
        """The addresses of everything that pages asked for since the last call."""
        entries = self._ask("POST", f"{self._session}/se/log", {"type": "performance"})
        messages = (json.loads(entry["message"])["message"] for entry in entries)
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]

    def close(self) -> None:
        """End Chromium."""
        self._ask("DELETE", self._session)


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """A browser that reaches no network; its own files go to a folder."""
    assert DRIVER is not None and CHROMIUM is not None
    settings = [*_SETTINGS, f"--user-data-dir={profile}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        settings.append("--no-sandbox")
    driver = subprocess.Popen(
        [DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        window = Browser(_port(driver), tuple(settings))
        try:
            yield window
        finally:
            window.close()
    finally:
        driver.terminate()
        driver.communicate()


def _port(driver: subprocess.Popen[str]) -> int:
    """The port that a driver says it listens on."""
    assert driver.stdout is not None
    for line in driver.stdout:
        found = re.search(r"started successfully on port (\d+)", line)
        if found:
            return int(found[1])
    raise AssertionError("chromedriver did not start")
