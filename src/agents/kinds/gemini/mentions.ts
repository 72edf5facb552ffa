// Keeps gemini from taking text of a prompt for a command or for the name of a file to read.

/**
 * What gemini takes for the mention of a file: an `@`, also inside a word, and a path, in which quotes and backslashes
 * protect characters that would end it. No system has paths as long as the limit, without which a text of megabytes in one piece
 * would take more stack than there is.
 */
const MENTION = /(?<!\\)@(?:"[^"]*"|\\.|[^ \t\r\n,;!?()[\]{}]){1,8192}/g;

/**
 * Gemini puts what it finds at a mentioned path into the request, and then changes the prompt as well. As the working
 * directory of a call is empty and the sub-agents are off, hardly anything can be found, and then gemini leaves the
 * prompt exactly as it is: mail addresses, decorators and package names arrive unchanged. What could still be found is
 * the working directory itself, by a roundabout path, and gemini's own notes of this very call beside it.
 */
const RESOLVABLE_MENTION = /@\.|\.\.|\.\/|\/\.|\/cwd/;

function isResolvable(mention: string): boolean {
  return RESOLVABLE_MENTION.test(mention) || RESOLVABLE_MENTION.test(mention.replace(/["\\]/g, ''));
}

/**
 * The prompt as it is written to gemini's standard input. Mentions that could lead somewhere get a backslash before the
 * `@`, which makes them plain text for gemini; an `@` that already has a backslash gets another one, so that taking one
 * away from each `@` that has any gives back the text. `escaped` counts the backslashes that were added.
 */
export function escapeMentions(text: string): { readonly text: string; readonly escaped: number } {
  let escaped = 0;
  const protect = (part: string) =>
    part.replaceAll('@', () => {
      escaped += 1;
      return '\\@';
    });
  const plain = text
    .replace(/\\@/g, protect)
    .replace(MENTION, (mention) => (isResolvable(mention) ? mention.replace(/(?<!\\)@/g, protect) : mention));
  // A slash at the very start would make it a command such as /memory.
  return { text: plain.startsWith('/') ? `\n${plain}` : plain, escaped };
}
