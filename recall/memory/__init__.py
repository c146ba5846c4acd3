"""Memories: saving, finding doubles and contradictions, forgetting, and taking back."""
