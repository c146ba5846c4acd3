"""Memories in and out: what others wrote is read here, and what is to be kept elsewhere written."""
