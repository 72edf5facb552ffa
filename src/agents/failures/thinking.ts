// Leaves out of an answer the reasoning in front of it that a model marks with tags, whoever passed it on.

const NAME = '(think|thinking|thought|reasoning)';
/** What nothing ends lasts to the end, under the names that are no words of an answer. */
const IN_FRONT = new RegExp(`^\\s*<${NAME}>(?:([^]*?)</\\1>|(?<=<think(?:ing)?>)([^]*))`, 'i');
/** Many servers put the first tag into the prompt. The last one begins or ends a line; one that somebody writes about does not. */
const END = new RegExp(`(?<![^\\n])[ \\t]*</${NAME}>|</${NAME}>(?=[ \\t]*\\r?(?:\\n|$))`, 'i');
const BEGIN = new RegExp(`<${NAME}>`, 'i');

/** `thoughts`: how many characters it thought. */
export function dropThinking(text: string): { readonly answer: string; readonly thoughts: number } {
  let answer = text;
  let thoughts = 0;
  for (let front = IN_FRONT.exec(answer); front !== null; front = IN_FRONT.exec(answer)) {
    const [whole, , closed, open = closed] = front;
    thoughts += open?.length ?? 0;
    answer = answer.slice(whole.length);
  }
  const end = END.exec(answer);
  if (end !== null && !BEGIN.test(answer.slice(0, end.index))) {
    thoughts += end.index;
    answer = answer.slice(end.index + end[0].length);
  }
  return answer === text ? { answer, thoughts } : { answer: answer.trimStart(), thoughts };
}
