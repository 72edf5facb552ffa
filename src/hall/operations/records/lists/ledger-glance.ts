// What a ledger is about, read out of its two ends although nothing was checked: enough to find which of a thousand debates are worth a
// look, at a fraction of the cost of checking them. Whatever is shown of a debate is read again and checked.
import { LEDGER_VERSION, type Relation } from '../../../../domain/events.ts';
import type { Comparable } from '../../../../domain/memory/rank.ts';
import { isSettled, NOT_RECALLED, OUTCOMES } from '../../../../domain/outcomes.ts';
import type { Ends } from '../../../../ledger/stores/store.ts';
import { cutBeforeRun } from '../../../../support/secrets/find-secret.ts';
import { decodeBytes, defineField, findField, findTags, findText, RELATION } from './ledger-bytes.ts';
import type { Look } from './ledger-ends.ts';

export interface Glance extends Comparable {
  readonly threadId: string;
  readonly relation: Relation | undefined;
}

/** As it stood in one version of its ledger. */
export interface VersionedGlance extends Glance {
  readonly version: string;
}

/** Bytes of a text that are compared, as they stand in JSON. */
const MOST_BYTES = 2_000;

const TOPIC = '"topic":';
const CONTENT = '"content":';
const IN_WORDS = '"decision":{"text":';
const BY_TURN = /"decision":\{"turn":(\d+)\}/;
const QUESTION = defineField(
  '"question":',
  String.raw`\{"answer":"[a-z-]+"(?:,"byForm":true)?(?:,"options":\[(.*?)\])?(?:,"unit":\{[^}]*\})?\}`,
);
const OPTION = /"text":"((?:[^"\\]|\\.)*)/g;
const CLOSED = `"type":"debate-closed","v":${LEDGER_VERSION}}\n`;
const REOPENED = '"type":"debate-extended"';
const SETTLED = new RegExp(`"outcome":"(?:${OUTCOMES.filter(isSettled).join('|')})"`);
const WITHOUT_DECISION = [...NOT_RECALLED].map((format) => `"format":"${format}"`);

/** As `readSearchTerms` finds them, in the bytes of a text. */
const TERMS = /(?:^|\\n)[^a-z0-9\\]*search[^a-z0-9\\]*?:(.*?)(?=\\n|$)|\\"search_terms\\":(?: |\\n)*\[(.*?)\]/gi;

const cut = (bytes: string) => cutBeforeRun(bytes, MOST_BYTES);
const readText = (line: string, name: string) => cut(findText(line, name, MOST_BYTES + 1));

/** The whole line around that place. */
const lineAt = (text: string, at: number) => text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at) + 1);

function readTerms(content: string): string {
  const [, line, list] = [...content.matchAll(TERMS)].at(-1) ?? [];
  return cut(line ?? list ?? '');
}

/** With its search terms; `undefined` where it is in a turn before these lines. */
function readDecision(lines: string, closing: string): readonly [decision: string, terms: string] | undefined {
  const turn = BY_TURN.exec(closing)?.[1];
  if (turn === undefined) return [readText(closing, IN_WORDS), ''];
  const at = lines.lastIndexOf(`"seq":${turn},"type":`);
  if (at === -1) return undefined;
  const content = findText(lineAt(lines, at), CONTENT);
  return [cut(content), readTerms(content)];
}

function readOptions(opening: string): string {
  const listed = findField(opening, QUESTION)?.[1];
  return listed === undefined ? '' : Array.from(listed.matchAll(OPTION), ([, option]) => option).join(' ');
}

function readRelation(opening: string): Relation | undefined {
  const [, kind, of] = findField(opening, RELATION) ?? [];
  return of === undefined ? undefined : ({ kind, of: decodeBytes(of) } as Relation);
}

/** Its texts are bytes as they stand in JSON. */
interface Undecoded {
  readonly threadId: string;
  readonly relation: Relation | undefined;
  readonly texts: readonly [topic: string, options: string, tags: string, decision: string, terms: string];
}

function glanceAt(threadId: string, { first, last }: Ends): Undecoded | 'nothing' | 'unknown' {
  const closed = last.lastIndexOf(CLOSED);
  if (closed === -1) return 'unknown';
  const closing = lineAt(last, closed);
  if (
    last.includes(REOPENED, closed) ||
    WITHOUT_DECISION.some((format) => first.includes(format)) ||
    !SETTLED.test(closing)
  )
    return 'nothing';
  const decision = readDecision(last, closing);
  if (decision === undefined) return 'unknown';
  const texts = [readText(first, TOPIC), readOptions(first), findTags(first).join(' '), ...decision] as const;
  return { threadId, relation: readRelation(first), texts };
}

/** In no text, as it stands in no line. */
const BETWEEN = '\n';

/** All of them at once, as one alone would take nearly as long. Escapes part words as blanks do. */
function decodeTexts(glances: readonly Undecoded[]): readonly Glance[] {
  const text = decodeBytes(glances.map(({ texts }) => texts.join(BETWEEN)).join(BETWEEN));
  const texts = text.replace(/\\(?:u[0-9a-f]{4}|.)/g, ' ').split(BETWEEN);
  return glances.map(({ threadId, relation }, index) => {
    const [topic = '', options = '', tags = '', decision = '', terms = ''] = texts.slice(5 * index, 5 * index + 5);
    return { threadId, relation, topic, options, tags, decision, terms };
  });
}

/** `nothing`: it decided nothing. */
export const readGlances: Look<Glance | 'nothing'> = (ends) => {
  const found = new Map<string, Glance | 'nothing' | 'unknown'>();
  const undecoded: Undecoded[] = [];
  for (const [id, each] of ends) {
    const glance = glanceAt(id, each);
    if (typeof glance === 'object') undecoded.push(glance);
    else found.set(id, glance);
  }
  for (const glance of decodeTexts(undecoded)) found.set(glance.threadId, glance);
  return found;
};
