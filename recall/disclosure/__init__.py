"""Results as people and agents read them: levels of detail, token budgets, text and JSON.

Pure: records in, strings out. ``budget.disclose`` chooses what is shown, ``text`` and
``json_form`` print it.
"""
