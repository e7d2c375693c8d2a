"""Runs the SQL statements in a JSON list on standard input, one after the other, and prints the rows of each as JSON."""

import json
import sys

import duckdb

connection = duckdb.connect()
results = []
for statement in json.load(sys.stdin):
    answer = connection.execute(statement)
    names = [column[0] for column in answer.description or []]
    results.append([dict(zip(names, row)) for row in answer.fetchall()])
json.dump(results, sys.stdout, default=str)
