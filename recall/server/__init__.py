"""The MCP server: tools over ``api.Recall``, by families that agents know. Thin."""
