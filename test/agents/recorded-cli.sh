#!/bin/sh
# Plays an agent CLI: prints what a real one was recorded to print and writes down how it was called. See `Script`.
# In sh, which starts in a fiftieth of the time of Node.
. "$RECORDED_CLI/script"

for argument; do
  if [ "$argument" = --version ]; then
    [ "$version" = never ] && exec sleep 60000
    printf '%s\n' "$version"
    exit
  fi
  if [ "$argument" = "$unknown_argument" ]; then
    printf '%s\n' "$unknown_stderr" >&2
    exit "$unknown_exit_code"
  fi
done

call=$RECORDED_CLI/call
mkdir "$call"
printf '%s\0' "$@" >"$call/args"
env -0 >"$call/env"
# Questions are asked in the working folder of a scratch folder; a probe is not, and what surrounds it is none of ours.
case $(pwd) in
  */work) cp -RP .. "$call/files" ;;
  *) mkdir "$call/files" ;;
esac
cat >"$call/stdin"
pwd -P >"$call/cwd"

cat "$RECORDED_CLI/stderr" >&2
cat "$RECORDED_CLI/stdout"
if [ -n "$signal" ]; then kill -s "$signal" $$; fi
if [ -n "$hang" ]; then exec sleep 60000; fi
exit "$exit_code"
