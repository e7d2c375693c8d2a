// Judges histories of calls with porcupine, a checker of linearizability (MIT licence).
module judge

go 1.21.0

require github.com/anishathalye/porcupine v1.3.1
