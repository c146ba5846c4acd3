"""How good answers are: golden sets, ranking measures, reports."""
