// Writes a structured answer as a person would: lines with labels.

const BULLET = String.raw`(?:[-*+•]|\d{1,3}[.)])`;
const LABEL = String.raw`\s*(?:(?:${BULLET}|#{1,6})\s+)?([*_]{0,3})\p{L}[\p{L}\p{N} _-]{0,39}?(?:\2\s*[:：]|\s*[:：]\2)`;
const MARKED = new RegExp(String.raw`^(\s*)(?=\\*(?:${LABEL}|\s*${BULLET}(?:\s|$)|\s*(?:\x60{3}|~{3})))`, 'u');

/** What looks like a label, a bullet or a fence is text behind a backslash. */
const escapeLine = (line: string) => line.replace(MARKED, '$1\\');
const spell = (key: string) => key.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

function writeMember(label: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${label}: none`];
    if (typeof value[0] === 'object') return value.flatMap((entry) => [`${label}:`, writeLabelled(entry)]);
    return [`${label}:`, ...value.map((entry) => `- ${String(entry).split('\n').map(escapeLine).join('\n')}`)];
  }
  if (typeof value === 'object') return [`${label}:`, writeLabelled(value)];
  const [first, ...rest] = String(value).split('\n');
  return [[`${label}: ${first}`, ...rest.map(escapeLine)].join('\n')];
}

export const writeLabelled = (answer: object): string =>
  Object.entries(answer)
    .flatMap(([key, value]) => writeMember(spell(key), value))
    .join('\n');
