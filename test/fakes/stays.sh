#!/bin/sh
# Stands in for a claude that stays: speaks its lines of JSON, and does what its script says with each question. In sh, which
# starts in a fiftieth of the time of Node.
# Without --input-format it answers one question and ends; with TOO_OLD in the environment it knows no other way.
# STAYS_SCRIPT in the environment: a behaviour for each question, with spaces between; what it does not say is answered. Each
# question is a line of STAYS_LOG, so the script continues where the process before left it. STAYS_ANSWER: how answers begin.

if [ "${1-}" = --version ]; then
  echo '2.1.197 (Claude Code)'
  exit
fi

case " $* " in *' --input-format '*) is_session=yes ;; *) is_session= ;; esac

if [ -n "${TOO_OLD-}" ] && [ -n "$is_session" ]; then
  echo "error: unknown option '--input-format'" >&2
  exit 1
fi

turns=0
answered=0

write() { printf '%s\n' "$1"; }

# The number of this question among those of all programs, from 1; several may ask for theirs at once.
note() {
  mark="{\"pid\":$$,\"turn\":$turns,"
  turns=$((turns + 1))
  write "$mark\"message\":$1}" >>"$STAYS_LOG"
  number=$(grep -Fno "$mark" "$STAYS_LOG")
  number=${number%%:*}
}

begin() {
  write "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"session-of-$$\",\"model\":\"sonnet\",\"apiKeySource\":\"ANTHROPIC_API_KEY\",\"tools\":[]}"
  write '{"type":"stream_event","event":{"type":"message_start"}}'
}

delta() {
  write "{\"type\":\"stream_event\",\"event\":{\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"$1\"}}}"
}

# Of a text; with a second word, that error instead of it.
finish() {
  answered=$((answered + 1))
  write '{"type":"assistant","message":{"model":"sonnet"}}'
  if [ $# -lt 2 ]; then state="\"is_error\":false,\"result\":\"$1\""
  else state="\"is_error\":true,\"result\":\"$2\",\"api_error_status\":529"
  fi
  usage="\"inputTokens\":${answered}00,\"outputTokens\":${answered}0,\"cacheReadInputTokens\":0,\"cacheCreationInputTokens\":0"
  cost=$(printf '0.%03d' "$answered")
  result="{\"type\":\"result\",\"subtype\":\"success\",\"uuid\":\"$$-$answered\",\"session_id\":\"session-of-$$\",$state,\"total_cost_usd\":$cost,\"modelUsage\":{\"sonnet\":{$usage}}}"
  write "$result"
}

begin_to_say() {
  begin
  delta "${1%"${1#???}"}"
}

answer() {
  begin
  rest=$1
  while [ -n "$rest" ]; do
    after=${rest#????????????????????}
    if [ "$after" = "$rest" ]; then after=; fi
    delta "${rest%"$after"}"
    rest=$after
  done
  finish "$1"
}

behave() {
  case $1 in
    answers) answer "$2" ;;
    answers-then-dies)
      answer "$2"
      exit 3
      ;;
    answers-amid-garbage)
      write '{"type":"stream_event","event":{"type":'
      write 'not json at all'
      answer "$2"
      write 'more of it'
      ;;
    repeats-its-last-result)
      last_result=$result
      write "$last_result"
      begin
      write "$last_result"
      answer "$2"
      ;;
    dies) exit 1 ;;
    dies-midway)
      begin_to_say "$2"
      printf '{"type":"stream_event","ev'
      exit 1
      ;;
    kills-itself) kill -KILL $$ ;;
    stalls) ;;
    stalls-midway) begin_to_say "$2" ;;
    answers-when-ended)
      begin
      last_words=$2
      trap 'kill $!; finish "$last_words"; exit' TERM
      sleep 1000 &
      wait
      ;;
    garbage)
      for line in 1 2 3 4 5 6 7 8 9 10; do printf '\000 garbage %d\n' "$line"; done
      exit
      ;;
    floods)
      line=$(printf '%01000d' 0)
      while :; do write "$line"; done
      ;;
    says-overloaded)
      begin
      finish '' 'API Error: overloaded'
      ;;
    says-nothing)
      begin
      finish ''
      ;;
    *)
      write "no such behaviour: $1" >&2
      exit 2
      ;;
  esac
}

# Of a question, in JSON.
hear() {
  note "$1"
  case $1 in *'VOTE: APPROVE'*) vote='VOTE: APPROVE\n' ;; *) vote= ;; esac
  text="$vote${STAYS_ANSWER-Answer} ${number:-0} of a seat that stays."
  behaviour=answers
  place=0
  for each in ${STAYS_SCRIPT-}; do
    place=$((place + 1))
    if [ "$place" = "$number" ]; then behaviour=$each; fi
  done
  behave "$behaviour" "$text"
}

if [ -n "$is_session" ]; then
  while IFS= read -r line; do hear "$line"; done
else
  hear "\"$(sed 's/[\\"]/\\&/g' | awk '{ printf "%s%s", (NR > 1 ? "\\n" : ""), $0 }')\""
  case $behaviour in stalls*) exec sleep 1000 ;; esac
fi
