"""Obsidian vaults read as Obsidian reads them."""
