"""The graph of items: what is near, how two are connected, what holds all together."""
