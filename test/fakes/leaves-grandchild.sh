#!/bin/sh
# Starts a program that takes no notice of SIGTERM and holds its streams. With "and-stays" it then waits; else it exits with 0.
exec 3<&0
trap '' TERM INT
sleep 60000 <&3 >/dev/null &
trap - TERM INT
echo "$$ $!"
if [ "$1" = and-stays ]; then exec sleep 60000; fi
