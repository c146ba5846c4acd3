"""The built-in embedding: a text becomes a direction in 256 dimensions, without any download.

A table has one row of small integers for each piece of a word; a text's vector is the sum of the
rows of its pieces, scaled to length 1. Texts of like meaning point in like directions.
"""
