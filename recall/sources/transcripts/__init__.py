"""Session logs of agents as texts: one module an agent, and what they share."""
