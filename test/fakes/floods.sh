#!/bin/sh
# Writes to the stream named by its argument, as fast as it can, for ever.
if [ "$1" = stderr ]; then exec >&2; fi
exec yes flood
