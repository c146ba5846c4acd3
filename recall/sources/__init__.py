"""From foreign files to items and passages: the only floor that reads what others wrote."""
