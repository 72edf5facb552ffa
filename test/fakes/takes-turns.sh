#!/bin/sh
# A seat for debates that are held over and over, in sh, which starts in a fiftieth of the time of Node: notes each call in a file
# and answers what is asked. Arguments: the file, whose seat it is, the seconds until it answers.
asked=$(awk '/^# What is asked of you now/ { text = "" } { text = text $0 "\n" } END { printf "%s", text }')
case $asked in
  *'"change_mind"'*)
    act=opening
    # Against Wall, so that there is something to debate.
    if [ "$2" = wall ]; then answer=No; else answer=Yes; fi
    text="{\"answer\":\"$answer\",\"confidence\":70,\"claims\":[\"It holds\"],\"change_mind\":\"Figures\"}"
    ;;
  *'"moved_by"'*)
    act=ballot
    text='{"answer":"Yes","confidence":70,"moved_by":null,"reason":"It holds","vote":"accept","objection":null}'
    ;;
  *'ANSWER: …'*)
    act=decide
    text='ANSWER: Yes\n\n1. We go.\n2. The tension is named.'
    ;;
  *)
    act=speak
    text="$2 holds:\n1. A point.\n2. Is there a tension?\n[VERDICT] conditional [EVIDENCE] none"
    ;;
esac
echo "{\"as\":\"$2\",\"act\":\"$act\"}" >>"$1"
sleep "$3"
printf '%b\n' "$text"
