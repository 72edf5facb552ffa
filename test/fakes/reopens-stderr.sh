#!/bin/sh
# Says something, then opens its standard error anew, which empties a file.
echo 'first complaint, rather long' >&2
sleep 0.4
echo second >/dev/stderr
