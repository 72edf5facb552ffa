#!/bin/sh
# Plays `codex app-server`: says to each message what the real one was recorded to say to it. See `Conversation`.
# In sh, which starts in a fiftieth of the time of Node.
. "$APP_SERVER/script"

case " $* " in *' --version '*)
  echo 'codex-cli 0.169.0'
  exit
  ;;
esac

cat "$APP_SERVER/talk"
cat "$APP_SERVER/stderr" >&2
if [ -n "$exit_code" ] && [ -z "$exits_after" ]; then exit "$exit_code"; fi
if [ -n "$ends_only_with" ]; then trap '' TERM; fi
echo '{"started":true}' >>"$APP_SERVER/heard"

next=0
while IFS= read -r message; do
  printf '%s\n' "$message" >>"$APP_SERVER/heard"
  case $message in *"\"method\":\"$ends_only_with\""*) exit ;; esac
  id=${message#*'"id":'}
  if [ -f "$APP_SERVER/exchange-$next" ]; then sed "s/\"<id>\"/${id%%[,\}]*}/" "$APP_SERVER/exchange-$next"; fi
  next=$((next + 1))
  if [ "$next" = "$exits_after" ]; then exit "$exit_code"; fi
done
