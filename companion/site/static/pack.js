// Many files in one: the length of a list as eight digits, the list as JSON ([path, type, bytes] each), the files.

export function* unpack(buffer) {
  const bytes = new Uint8Array(buffer);
  const length = Number(new TextDecoder().decode(bytes.subarray(0, 8)));
  let at = 8 + length;
  for (const [path, type, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(8, at)))) {
    yield { path, type, data: bytes.subarray(at, at + size) };
    at += size;
  }
}

// Gives the room of a buffer back at once: the browser itself looks for what nobody needs any more when it pleases. What
// it has been shown, to write, decode or digest, it holds until then, whoever else lets go; but not what was sent away.
export function release(buffer) {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(buffer, [buffer]);
  port1.close();
}

export const MUCH = 2 ** 27; // bytes

// Has the browser look at once. It looks by how much scripts hold, and what it holds for them beside that (bodies of
// answers, what digests are made of, pages that were read, drawings) may grow to hundreds of megabytes meanwhile. Room that
// is asked for counts though nobody touches it, and none is taken.
export function tidy() {
  try {
    return new ArrayBuffer(MUCH).byteLength;
  } catch {
    return 0; // with so little room left it has looked already
  }
}
