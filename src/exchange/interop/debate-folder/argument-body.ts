// The body of an argument file: grounds, warrant and the words of attacks and defences stand only there.
import { collapseSpace } from '../../../domain/evidence/quote-in-text.ts';

export interface Aim {
  readonly target: string;
  readonly type: string;
  readonly content: string;
}

export interface ArgumentBody {
  readonly grounds: readonly { readonly source: string; readonly content: string; readonly relevance: string }[];
  readonly warrant: string;
  readonly backing: string | null;
  readonly qualifier: string | null;
  readonly attacks: readonly Aim[];
  readonly defends: readonly Aim[];
}

const SECTIONS = ['Claim', 'Grounds', 'Warrant', 'Backing', 'Qualifier', 'Attacks', 'Defends'] as const;
type Section = (typeof SECTIONS)[number];

const RELEVANCE = '**Relevance:**';
const TYPE = '**Type:**';

/** Parts of a text that begin with such a heading: its first group and what stands below it. */
function partsAt(text: string, heading: RegExp): (readonly [string, string])[] {
  const found = [...text.matchAll(heading)];
  return found.map((match, index) => {
    const from = match.index + match[0].length;
    return [match[1] ?? '', text.slice(from, found[index + 1]?.index ?? text.length).trim()] as const;
  });
}

/** An agent's HTML is shown as text; the backslashes before it are doubled, so that reading can tell them from ours. */
const withoutHtml = (text: string) =>
  text.replace(/(\\*)<(?=[A-Za-z/!?])/g, (_, before: string) => `${before}${before}\\<`);
const withHtml = (text: string) =>
  text.replace(/(\\+)<(?=[A-Za-z/!?])/g, (whole, before: string) =>
    before.length % 2 === 0 ? whole : `${before.slice(0, (before.length - 1) / 2)}<`,
  );

/** Undoes what keeps a line of text from being a heading. */
const unescaped = (text: string) => withHtml(text.replace(/^\\(?=#|\*\*)/gm, '')).trim();
const escaped = (text: string) =>
  withoutHtml(text)
    .replace(/\r\n?/g, '\n')
    .trim()
    .replace(/^(?=#|\*\*)/gm, '\\');

function readGround(source: string, text: string): ArgumentBody['grounds'][number] {
  const at = text.lastIndexOf(RELEVANCE);
  const [content, relevance] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + RELEVANCE.length)];
  return {
    source: withHtml(source).trim(),
    content: withHtml(content.replace(/^> ?/gm, '')).trim(),
    relevance: unescaped(relevance.trim()),
  };
}

function readAim(target: string, text: string): Aim {
  const [first = '', ...rest] = text.split('\n');
  if (!first.startsWith(TYPE)) return { target: target.trim(), type: '', content: unescaped(text) };
  return { target: target.trim(), type: first.slice(TYPE.length).trim(), content: unescaped(rest.join('\n').trim()) };
}

export function readArgumentBody(body: string): ArgumentBody {
  const sections = new Map<string, string>();
  for (const [name, text] of partsAt(
    body.replace(/\r\n?/g, '\n'),
    new RegExp(`^## (${SECTIONS.join('|')})[ \\t]*$`, 'gm'),
  )) {
    if (!sections.has(name)) sections.set(name, text);
  }
  const section = (name: Section) => sections.get(name) ?? '';
  const optional = (name: Section) => (section(name) === '' ? null : unescaped(section(name)));
  return {
    grounds: partsAt(section('Grounds'), /^### \d+\. (.*)$/gm).map(([source, text]) => readGround(source, text)),
    warrant: unescaped(section('Warrant')),
    backing: optional('Backing'),
    qualifier: optional('Qualifier'),
    attacks: partsAt(section('Attacks'), /^### Attacking (.*)$/gm).map(([target, text]) => readAim(target, text)),
    defends: partsAt(section('Defends'), /^### Defending (.*)$/gm).map(([target, text]) => readAim(target, text)),
  };
}

/** Without a line end at its end, as that program writes it. */
export function writeArgumentBody(claim: string, body: ArgumentBody): string {
  const aims = (heading: string, list: readonly Aim[]) =>
    list.flatMap(({ target, type, content }) => [`### ${heading} ${target}`, `${TYPE} ${type}`, escaped(content)]);
  const quoted = (text: string) =>
    withoutHtml(text)
      .replace(/\r\n?/g, '\n')
      .trim()
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n');
  const optional = (name: Section, text: string | null) =>
    text === null || text.trim() === '' ? [] : [`## ${name}`, escaped(text)];
  return [
    '## Claim',
    escaped(claim),
    '## Grounds',
    ...body.grounds.flatMap(({ source, content, relevance }, index) => [
      `### ${index + 1}. ${collapseSpace(withoutHtml(source))}`,
      quoted(content),
      `${RELEVANCE} ${escaped(relevance)}`,
    ]),
    '## Warrant',
    escaped(body.warrant),
    ...optional('Backing', body.backing),
    ...optional('Qualifier', body.qualifier),
    ...(body.attacks.length === 0 ? [] : ['## Attacks', ...aims('Attacking', body.attacks)]),
    ...(body.defends.length === 0 ? [] : ['## Defends', ...aims('Defending', body.defends)]),
  ].join('\n\n');
}
