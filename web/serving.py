"""A worker of `judgecall serve`: the site behind its gate, and a watch on the KB, the parent and itself."""

from __future__ import annotations

import gc
import logging
import os
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from kb.errors import KbError
from kb.place import Place
from web import create_app
from web.canary import sings
from web.gate import Gate
from web.live import Live, closed_on_failure
from web.memory import give_back, share_one_heap, trim
from web.metrics import Metrics
from web.offline.packed import PackedApart

log = logging.getLogger("judgecall.worker")

LOOK_SECONDS = 1.0
"""How often a worker looks whether there is a new KB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How a worker serves: where the KB lies, how many requests may wait, and how many seconds one may take.

    `packs` is the folder in which the workers share the files of the offline copy, `scheme` that of the site's addresses.
    """

    kb: Place
    packs: Path
    waiting: int
    seconds: float
    parent: int
    scheme: str = "http"


def worker_app(setting: Setting) -> Gate:
    """The app of one worker, watched over by a thread of its own. Waits where the KB cannot be opened now."""
    # Until the server sets its own handler, a worker would keep its parent's and sleep through being told to stop.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    logging.raiseExceptions = False  # a line that cannot be written, the disk being full, is no reason to fail
    share_one_heap()
    app = _opened(setting)
    live, metrics = app.extensions["live"], app.extensions["metrics"]
    gate = Gate(app.wsgi_app, live, metrics, waiting=setting.waiting, seconds=setting.seconds, scheme=setting.scheme)
    threading.Thread(target=_watch, args=(setting, live, metrics, gate), name="watch", daemon=True).start()
    return gate


def _opened(setting: Setting) -> Flask:
    """The app once its KB opens. A worker started anew beside a damaged KB takes no requests until there is a sound one."""
    said = ""
    while True:
        try:
            app = create_app(setting.kb)
            app.extensions["packed"] = PackedApart(setting.kb, setting.packs)
            search = app.extensions["live"].search
            with closed_on_failure(search):
                sings(search)  # what a first search loads is loaded before the first request
            return app
        except KbError as error:
            if said != str(error):
                said = str(error)
                log.error("waiting for a KB that can be opened", extra={"fields": {"reason": said}})
        _leave_with(setting.parent)
        time.sleep(LOOK_SECONDS)


def _watch(setting: Setting, live: Live, metrics: Metrics, gate: Gate) -> None:
    """Every second: end with the parent, trim the heap, follow the KB, and make room where requests hang, whatever goes wrong.

    Before that, what the first question with a number would wait for is prepared, while the first requests are answered.
    """
    pause = threading.Event()
    try:
        live.search.warm()
        _keep()
    except Exception:
        log.exception("this worker could not be prepared; its first questions take longer")
    while not pause.wait(LOOK_SECONDS):
        try:
            _leave_with(setting.parent)
            trim()
            refused = live.refused
            if live.look():
                metrics.reloaded("switched")
                _keep()
            elif live.refused > refused:
                metrics.reloaded("refused")
            if gate.overdue():
                log.critical("every request hangs: this worker ends, another takes its place")
                os._exit(1)
        except Exception:
            log.exception("looking after this worker failed; it is tried again")


def _keep() -> None:
    """Leave what the open KB holds out of the search for garbage, which would make a question wait 40 ms for it.

    What an earlier KB and the opening of this one have left behind goes first.
    """
    gc.unfreeze()
    give_back()
    gc.freeze()


def _leave_with(parent: int) -> None:
    """Stop when the parent was killed: nobody would stop this worker any more."""
    if os.getppid() != parent:
        log.error("the parent is gone: this worker stops")
        os.kill(os.getpid(), signal.SIGTERM)
