#!/bin/sh
# Prints its process id, takes no notice of SIGTERM and never ends.
trap '' TERM INT
echo $$
exec sleep 60000
