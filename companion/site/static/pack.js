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
