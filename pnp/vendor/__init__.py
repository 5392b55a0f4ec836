"""Print shops: the requirements of each as data, the files they take, and findings about a kit for them."""
