// A text with the words of a search marked in it.

export function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const lowered = text.toLowerCase();
  // Where letters change their number with their case, places would not fit.
  if (words.length === 0 || lowered.length !== text.length) return <>{text}</>;
  const parts: (string | { readonly marked: string })[] = [];
  let at = 0;
  while (at < text.length) {
    const next = words
      .map((word) => ({ word, from: lowered.indexOf(word, at) }))
      .filter(({ from }) => from >= 0)
      .sort((one, other) => one.from - other.from || other.word.length - one.word.length)[0];
    if (next === undefined) break;
    const end = next.from + next.word.length;
    parts.push(text.slice(at, next.from), { marked: text.slice(next.from, end) });
    at = end;
  }
  parts.push(text.slice(at));
  return <>{parts.map((part) => (typeof part === 'string' ? part : <mark>{part.marked}</mark>))}</>;
}
