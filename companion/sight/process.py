"""Reads photographs in a separate process, so that no foreign file can crash this one or fill its memory."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from typing import Final

import msgspec

from companion.sight.reading import Refused, Reply, Request, Seen
from pnp.camera import MOST_BYTES, PhotographError, too_large

PATIENCE: Final = 40.0
"""Seconds for one photograph, with a machine that has other things to do; entering by hand takes no longer."""
COMMAND: Final = (sys.executable, "-m", "companion.sight.worker")
ONE_THREAD: Final = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"), "1")
"""Several photographs are read at once: threads that wait for a core take twice as long."""
_REPLY: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)


def read(request: Request, patience: float = PATIENCE) -> Seen:
    """Reads a photograph. Raises PhotographError with advice, ModuleNotFoundError without a decoder, and RuntimeError
    with the trace of a fault in a reader."""
    for name in ("cv2", "scipy"):
        if find_spec(name) is None:  # the other process could say so in a trace only
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
    if len(request.photograph) > MOST_BYTES:
        raise too_large(request.photograph)
    data, environment = msgspec.msgpack.encode(request), {**os.environ, **ONE_THREAD}
    try:
        done = subprocess.run(COMMAND, input=data, capture_output=True, timeout=patience, check=False, env=environment)
    except subprocess.TimeoutExpired:
        raise PhotographError("unreadable", "reading it took too long: send another photograph, as JPEG") from None
    if done.returncode > 0:
        raise RuntimeError(f"reading a photograph failed: {done.stderr.decode('utf-8', 'replace')[-2_000:]}")
    if not done.stdout:  # a signal ended it: the file broke its decoder
        raise PhotographError("unreadable", "it could not be read: send another photograph, as JPEG")
    reply = _REPLY.decode(done.stdout)
    if isinstance(reply, Refused):
        raise PhotographError(reply.reason, reply.message)
    return reply
