// What a ledger is about, read out of its two ends although nothing was checked: enough to find which of a thousand debates are worth a
// look, at a fraction of the cost of checking them. Whatever is shown of a debate is read again and checked.
import { LEDGER_VERSION, type Relation } from '../../../domain/events.ts';
import type { Comparable } from '../../../domain/memory/rank.ts';
import { isSettled, OUTCOMES } from '../../../domain/outcomes.ts';
import type { Ends } from '../../../stores/store.ts';
import { decodeBytes, defineField, findField, findTags, findText, RELATION } from './ledger-bytes.ts';

export interface Glance extends Comparable {
  readonly threadId: string;
  readonly relation: Relation | undefined;
}

/** Bytes of a text that are compared, as they stand in JSON. */
const MOST_BYTES = 2_000;

const TOPIC = '"topic":';
const CONTENT = '"content":';
const IN_WORDS = '"decision":{"text":';
const BY_TURN = /"decision":\{"turn":(\d+)\}/;
const QUESTION = defineField(
  '"question":',
  String.raw`\{"answer":"[a-z-]+"(?:,"byForm":true)?(?:,"options":\[(.*?)\])?\}`,
);
const OPTION = /"text":"((?:[^"\\]|\\.)*)/g;
const CLOSED = `"type":"debate-closed","v":${LEDGER_VERSION}}\n`;
const REOPENED = '"type":"debate-extended"';
const SETTLED = new RegExp(`"outcome":"(?:${OUTCOMES.filter(isSettled).join('|')})"`);
/** What is decided about one change only, no later question resembles. */
const OF_ONE_CHANGE = '"format":"review"';

/** Escapes part words as blanks do. */
function toWords(bytes: string): string {
  if (bytes === '') return '';
  const text = decodeBytes(bytes);
  return text.includes('\\') ? text.replace(/\\(?:u[0-9a-f]{4}|.)/g, ' ') : text;
}

const readText = (line: string, name: string) => toWords(findText(line, name, MOST_BYTES));

/** The whole line around that place. */
const lineAt = (text: string, at: number) => text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at) + 1);

/** `undefined` where it is in a turn before these lines. */
function readDecision(lines: string, closing: string): string | undefined {
  const turn = BY_TURN.exec(closing)?.[1];
  if (turn === undefined) return readText(closing, IN_WORDS);
  const at = lines.lastIndexOf(`"seq":${turn},"type":`);
  return at === -1 ? undefined : readText(lineAt(lines, at), CONTENT);
}

function readOptions(opening: string): string {
  const listed = findField(opening, QUESTION)?.[1];
  return listed === undefined ? '' : toWords(Array.from(listed.matchAll(OPTION), ([, option]) => option).join(' '));
}

function readRelation(opening: string): Relation | undefined {
  const [, kind, of] = findField(opening, RELATION) ?? [];
  return of === undefined ? undefined : ({ kind, of: decodeBytes(of) } as Relation);
}

/** `nothing`: it decided nothing. `unknown`: its last lines do not reach back far enough to tell. */
export function glanceAt(threadId: string, { first, last }: Ends): Glance | 'nothing' | 'unknown' {
  const closed = last.lastIndexOf(CLOSED);
  if (closed === -1) return 'unknown';
  const closing = lineAt(last, closed);
  if (last.includes(REOPENED, closed) || first.includes(OF_ONE_CHANGE) || !SETTLED.test(closing)) return 'nothing';
  const decision = readDecision(last, closing);
  if (decision === undefined) return 'unknown';
  return {
    threadId,
    topic: readText(first, TOPIC),
    options: readOptions(first),
    tags: findTags(first).join(' '),
    decision,
    relation: readRelation(first),
  };
}
