"""Oasis, a tiny game: two to four travellers drink from one well, and nobody wants its last draught."""
