// What a runtime reads: `node trace.mjs RUNTIME LIBRARY APP`. LIBRARY is the archive of Python's own library, APP the folder
// of the app. It prints the paths of all modules that the interpreter has read when it has begun, then those of a first
// visit, until its page is there in every language; then what that has worked out (beforehand.py), in base 64.

import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [runtime, library, app] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const env = { HOME: "/data", PYTHONHASHSEED: "0" };
const python = await loadPyodide({ indexURL: `${runtime}/`, stdLibURL: library, env });
python.mountNodeFS("/app", app);
console.log(python.runPython(`
import base64, json, sys

def read():
    files = {str(getattr(module, "__file__", None)) for module in sys.modules.values()} | opened
    return {file.removeprefix("/lib/python314.zip/").removeprefix("/app/") for file in files if file.endswith(".pyc")}

opened = set()  # templates are no modules to the interpreter
begun = read()
sys.addaudithook(lambda event, given: opened.add(str(given[0])) if event == "open" else None)
sys.path.insert(0, "/app")
from companion.site.beforehand import learned

def visited():
    from companion.engine.wording import LANGUAGES
    from companion.site.device import begin, prepare
    for language in LANGUAGES:
        prepare("/app", "https://games.example.org/")
        begin("/tmp", language, print).answer("GET", "/", {"accept": "text/html"}, b"")

found = learned(visited)
json.dumps([sorted(begun), sorted(read() - begun), base64.b64encode(found).decode()])
`));
