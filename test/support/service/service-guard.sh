#!/bin/sh
# Runs a program, and stops it when the standard input of this script ends, with the process that started the script: a
# killed test run leaves no server behind.
"$@" </dev/null &
program=$!
exec 3<&0
{ cat <&3 >/dev/null; kill -TERM "$program" 2>/dev/null; } &
watcher=$!
exec 3<&-
wait "$program"
status=$?
kill "$watcher" 2>/dev/null
exit $status
