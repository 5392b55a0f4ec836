"""The companion as a folder of static files: the same app, run by the phone's own browser.

`build` writes the folder. In the browser a service worker takes the requests of the pages, and a worker with a Python
of WebAssembly answers them with `device`.
"""
