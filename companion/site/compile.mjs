// Compiles Python modules with the runtime that will import them: `node compile.mjs RUNTIME FOLDER`.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: `${runtime}/`, env: { HOME: "/", PYTHONHASHSEED: "0" } });
python.mountNodeFS("/app", folder);
python.runPython(`
import compileall, py_compile
done = compileall.compile_dir("/app", quiet=1, legacy=True, optimize=2,
                              invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
assert done, "a module does not compile"
`);
