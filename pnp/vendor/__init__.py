"""Print shops: what each asks for, as rows of data; the files that they take, and what is wrong with a kit for them."""
