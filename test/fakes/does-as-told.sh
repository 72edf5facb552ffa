#!/bin/sh
# Prints its first argument, complains with its second, says the lines from the fourth on one after the other, and ends with the
# exit code that is its third; "hang": never. In what it says, backslashes begin escapes, as in the format of printf.
printf %b "$1"
printf %b "$2" >&2
end=$3
shift 3
for line; do
  printf '%b\n' "$line"
  sleep 0.15
done
if [ "$end" = hang ]; then exec sleep 60000; fi
exit "$end"
