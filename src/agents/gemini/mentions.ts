// Keeps gemini from taking text of a prompt for a command or for the name of a file to read.

/**
 * Gemini looks at every `@path` of a prompt, also inside words, and puts what it finds there into the request. As the
 * working directory of a call is empty and the sub-agents are off, hardly anything can be found, and then gemini leaves
 * the prompt exactly as it is: mail addresses, decorators and package names arrive unchanged. What could still be found
 * is the working directory itself and gemini's own notes of this very call. A word that could lead there gets a
 * backslash before each `@`, which gemini takes as plain text.
 */
const LEADS_SOMEWHERE = /@\.|\.\.|\.\/|\/\.|\/cwd|["\\]/;

/** The ends of a path as gemini sees them; other white space may be part of one. */
const WORD = /[^ \t\r\n]+/g;

/**
 * The prompt as it is written to gemini's standard input. `escaped` counts the words with a backslash before each `@`;
 * taking one backslash from before each `@` of a word that has any gives back the text.
 */
export function plainPrompt(text: string): { readonly text: string; readonly escaped: number } {
  let escaped = 0;
  const plain = text.replace(WORD, (word) => {
    if (!word.includes('@') || !LEADS_SOMEWHERE.test(word)) return word;
    escaped += 1;
    return word.replaceAll('@', '\\@');
  });
  // A slash at the very start would make it a command such as /memory.
  return { text: plain.startsWith('/') ? `\n${plain}` : plain, escaped };
}
