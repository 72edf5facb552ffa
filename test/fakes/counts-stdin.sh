#!/bin/sh
# Reads standard input to its end and prints how many bytes came.
echo $(($(wc -c)))
