"""Search: a query's tree, the arms that answer it, and the order of what they found."""
