#!/bin/sh
# Never says anything and never ends. With "hello" it says that first.
if [ $# -gt 0 ]; then echo "$1"; fi
exec sleep 60000
