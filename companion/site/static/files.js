// The database file in the origin's private file system (OPFS), and its write-ahead log, mounted in the runtime. Only a
// worker may write there synchronously, and each file has to be opened beforehand; other files of the folder are in memory.

const KEPT = ["tables.sqlite3", "tables.sqlite3-wal"];
const FULL = 51; // ENOSPC, as the runtime counts errors
const FAILED = 29; // EIO

const PATIENCE = 10_000; // milliseconds
const AGAIN = 50;

export class Refused extends Error {}

// A tab that has just been ended, or has given the lead away, may hold a file for a moment still.
async function handle(file) {
  for (const since = performance.now(); ;) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || performance.now() - since > PATIENCE) throw error;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

async function handles(folder) {
  try {
    const root = await navigator.storage.getDirectory();
    const place = await root.getDirectoryHandle(folder, { create: true });
    const opened = KEPT.map(async (name) => {
      const file = await place.getFileHandle(name, { create: true });
      return [name, await handle(file)];
    });
    return new Map(await Promise.all(opened));
  } catch (error) {
    throw new Refused(error.message);
  }
}

// Mounts the folder at a path of the runtime. What was written is on the disk once `flush` returns. It throws `Refused` when
// the browser has taken the files away: whoever deletes the data of a site deletes them while they are open.
export async function open(runtime, folder, path) {
  const { FS } = runtime;
  const { MEMFS } = FS.filesystems;
  const files = await handles(folder);
  const written = new Set();
  let gone = null;

  const attempt = (write) => {
    try {
      return write();
    } catch (error) {
      const full = error.name === "QuotaExceededError";
      if (!full) gone = error;
      throw new FS.ErrnoError(full ? FULL : FAILED);
    }
  };

  const settle = () => {
    for (const handle of written) attempt(() => handle.flush());
    written.clear();
  };

  // Of SQLite's wishes to have something on the disk the runtime tells nothing (`fdatasync`). It has one each time before
  // it goes from one file to another, so one is on the disk before another changes.
  const changed = (handle) => {
    if (!written.has(handle)) settle();
    written.add(handle);
  };

  const kept = (node, handle) => {
    const { getattr } = node.node_ops;
    node.node_ops = {
      ...node.node_ops,
      getattr: (one) => ({ ...getattr(one), size: handle.getSize() }),
      setattr(one, change) {
        if (change.mode !== undefined) one.mode = change.mode;
        if (change.size === undefined) return;
        changed(handle);
        attempt(() => handle.truncate(change.size));
      },
    };
    node.stream_ops = {
      llseek(stream, offset, whence) {
        const from = [0, stream.position, handle.getSize()][whence];
        return from + offset;
      },
      read(stream, buffer, offset, length, position) {
        const count = attempt(() => handle.read(buffer.subarray(offset, offset + length), { at: position }));
        if (count > length) throw new FS.ErrnoError(FAILED); // Chromium counts an error as if it were bytes
        return count;
      },
      write(stream, buffer, offset, length, position) {
        changed(handle);
        const count = attempt(() => handle.write(buffer.subarray(offset, offset + length), { at: position }));
        if (count !== length) throw new FS.ErrnoError(FULL);
        return count;
      },
    };
    return node;
  };

  const root = {
    mount(mount) {
      const node = MEMFS.mount(mount);
      const { mknod, unlink } = node.node_ops;
      node.node_ops = {
        ...node.node_ops,
        mknod(parent, name, mode, device) {
          const made = mknod(parent, name, mode, device);
          return files.has(name) ? kept(made, files.get(name)) : made;
        },
        unlink(parent, name) {
          if (files.has(name)) {
            changed(files.get(name));
            attempt(() => files.get(name).truncate(0));
          }
          unlink(parent, name);
        },
      };
      return node;
    },
  };
  FS.mkdirTree(path);
  FS.mount(root, {}, path);
  for (const [name, handle] of files) if (handle.getSize()) FS.create(`${path}/${name}`);
  return {
    flush() {
      try {
        settle();
      } catch (error) {
        gone ||= error;
      }
      if (gone) throw new Refused(gone.message);
    },
  };
}
