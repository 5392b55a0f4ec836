// Compiles folders of Python with the runtime that will run them: `node compile.mjs RUNTIME FOLDER…`. Each module is
// left as bytecode alone, which is not asked for its source again, with the lines of it, but not the columns.

import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [runtime, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: `${runtime}/`, env: { HOME: "/", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
folders.forEach((folder, n) => python.mountNodeFS(`/compiled${n}`, folder));
python.globals.set("folders", python.toPy(folders.map((_, n) => `/compiled${n}`)));
python.runPython(`
import pathlib, py_compile
for folder in map(pathlib.Path, folders):
    for file in sorted(folder.rglob("*.py")):
        name = str(file.relative_to(folder))
        py_compile.compile(str(file), f"{file}c", name, True, 2, py_compile.PycInvalidationMode.UNCHECKED_HASH, 2)
        file.unlink()
`);
