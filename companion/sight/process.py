"""Reading photographs in a separate process, so that no foreign file can stop this one or fill its memory."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from typing import Final

import msgspec

from companion.sight.forkserver import ForkServer
from companion.sight.reading import Refused, Reply, Request, Seen
from pnp.camera import MOST_BYTES, PhotographError, too_large

PATIENCE = 40.0
"""Seconds for one photograph, with a machine that has other things to do."""
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"), "1")
"""Several photographs are read at once: threads of each that wait for a core take twice as long as one of each."""
_REPLY: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)
_FORKS: Final = ForkServer(ONE_THREAD)


def read(request: Request, patience: float = PATIENCE) -> Seen:
    """Reads a photograph. Raises PhotographError, and ModuleNotFoundError without a decoder."""
    found = answer(request, patience)
    if isinstance(found, Refused):
        raise PhotographError(found.reason, found.message)
    return found


def answer(request: Request, patience: float = PATIENCE) -> Reply:
    """Reads a photograph, or returns the reason why not. Raises like `read` if the file breaks the decoder."""
    if find_spec("cv2") is None:  # the other process could say so in a trace only
        raise ModuleNotFoundError("No module named 'cv2'", name="cv2")
    if len(request.photograph) > MOST_BYTES:
        raise too_large(request.photograph)
    asked = _FORKS.answer if sys.platform == "linux" else _alone
    try:
        said = asked(msgspec.msgpack.encode(request), patience)
    except TimeoutError:
        raise PhotographError("unreadable", "reading it took too long: send another photograph, as JPEG") from None
    if not said:  # the file broke what decodes it
        raise PhotographError("unreadable", "it could not be read: send another photograph, as JPEG")
    return _REPLY.decode(said)


def _alone(request: bytes, patience: float) -> bytes:
    """Same as `ForkServer.answer`, in a new process."""
    command, environment = [sys.executable, "-m", "companion.sight.worker"], {**os.environ, **ONE_THREAD}
    try:
        done = subprocess.run(
            command, input=request, capture_output=True, timeout=patience, check=False, env=environment
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    if done.returncode > 0:
        raise RuntimeError(f"reading a photograph failed: {done.stderr.decode('utf-8', 'replace')[-2_000:]}")
    return done.stdout
