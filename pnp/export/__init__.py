"""Ways out of a kit other than paper: pictures for screens, and games for virtual tables."""
