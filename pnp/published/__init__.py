"""Tables that designers publish on the web, brought into the kit: nothing else of the press asks the web."""
