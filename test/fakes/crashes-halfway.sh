#!/bin/sh
# Says half an answer and complains, then dies by the signal named by its argument, or with exit code 7.
printf 'half an ans'
echo 'out of luck' >&2
if [ $# -gt 0 ]; then kill -s "$1" $$; fi
exit 7
