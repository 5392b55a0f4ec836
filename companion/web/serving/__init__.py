"""Serving the pages: the programs that listen, the loop over them, and what slow clients may hold."""
