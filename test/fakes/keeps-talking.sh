#!/bin/sh
# Says a line several times a second and never ends.
while :; do
  echo 'still here'
  sleep 0.2
done
