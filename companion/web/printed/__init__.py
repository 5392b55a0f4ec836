"""What phones show of the printed kits: signs, leaflets, editions."""
