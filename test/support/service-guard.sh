#!/bin/sh
# Runs a program for as long as the process that started this script lives: when our standard input ends, the program is told to
# stop. A test run that is killed leaves no server behind.
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
