"""The only place that knows SQL: one SQLite file, opened, migrated, read and written."""
