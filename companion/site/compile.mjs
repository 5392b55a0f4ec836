// Compiles folders of Python with the runtime that will run them: `node compile.mjs RUNTIME BYTECODE FOLDER…`. BYTECODE is
// the module that does it (bytecode.py). Each module is left as bytecode alone, with the lines of it, but not the columns.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [runtime, bytecode, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: `${runtime}/`, env: { HOME: "/", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
folders.forEach((folder, n) => python.mountNodeFS(`/compiled${n}`, folder));
python.globals.set("folders", python.toPy(folders.map((_, n) => `/compiled${n}`)));
python.runPython(readFileSync(bytecode, "utf-8"));
python.pyimport("gc").disable(); // which takes as long as reading, and finds nothing in syntax trees
python.runPython("for folder in folders: compile_folder(Path(folder))");
