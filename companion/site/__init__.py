"""The companion as a folder of static files: the browser runs the same app.

`build` writes the folder. In the browser a service worker keeps the files and takes the requests of the pages. A
dedicated worker runs Python (Pyodide) and answers them with `device`.
"""
