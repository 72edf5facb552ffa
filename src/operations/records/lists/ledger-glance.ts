// What a ledger is about, read out of its two ends although nothing was checked: enough to find which of a thousand debates are worth a
// look, at a fraction of the cost of checking them. Whatever is shown of a debate is read again and checked.
import { LEDGER_VERSION, type Relation } from '../../../domain/events.ts';
import type { Comparable } from '../../../domain/memory/rank.ts';
import { isSettled, OUTCOMES } from '../../../domain/outcomes.ts';
import type { Ends } from '../../../stores/store.ts';
import {
  decodeBytes,
  defineField,
  type Field,
  FORMAT,
  findField,
  findTags,
  findText,
  OUTCOME,
  RELATION,
  SEALED,
  TOPIC,
} from './ledger-bytes.ts';

export interface Glance extends Comparable {
  readonly threadId: string;
  readonly relation: Relation | undefined;
}

/** Bytes of a text that are compared, as they stand in JSON. */
const MOST_BYTES = 2_000;

const CONTENT = defineField('"content":', SEALED);
const DECIDED_IN_WORDS = defineField('"decision":', String.raw`\{"text":${SEALED}`);
const DECIDED_BY_TURN = defineField('"decision":', String.raw`\{"turn":(\d+)\}`);
const QUESTION = defineField(
  '"question":',
  String.raw`\{"answer":"[a-z-]+"(?:,"byForm":true)?(?:,"options":\[(.*?)\])?\}`,
);
const OPTION = /"text":"((?:[^"\\]|\\.)*)/g;
const CLOSED = `"type":"debate-closed","v":${LEDGER_VERSION}}\n`;
/** Of what is decided about one change only, which no later question resembles. */
const OF_ONE_CHANGE = 'review';

const readText = (line: string, sealed: Field) => findText(line, sealed, MOST_BYTES);

/** Escapes part words as blanks do. */
function toWords(bytes: string): string {
  const text = decodeBytes(bytes);
  return text.includes('\\') ? text.replace(/\\(?:u[0-9a-f]{4}|.)/g, ' ') : text;
}

/** The whole line around that place. */
const lineAt = (text: string, at: number) => text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at) + 1);

/** `undefined` where none of these lines has the number. */
function findLine(lines: string, seq: number): string | undefined {
  const at = lines.lastIndexOf(`"seq":${seq},"type":`);
  return at === -1 ? undefined : lineAt(lines, at);
}

/** `undefined` where it is in a turn before these lines. */
function readDecision(lines: string, closing: string): string | undefined {
  const turn = findField(closing, DECIDED_BY_TURN)?.[1];
  if (turn === undefined) return readText(closing, DECIDED_IN_WORDS);
  const line = findLine(lines, Number(turn));
  return line === undefined ? undefined : readText(line, CONTENT);
}

/** `nothing`: it decided nothing. `unknown`: its last lines do not reach back far enough to tell. */
export function glanceAt(threadId: string, { first, last }: Ends): Glance | 'nothing' | 'unknown' {
  const closed = last.lastIndexOf(CLOSED);
  if (closed === -1) return 'unknown';
  // Something reopened it.
  if (last.includes('"type":"debate-extended"', closed)) return 'nothing';
  const closing = lineAt(last, closed);
  const said = findField(closing, OUTCOME)?.[1];
  const outcome = OUTCOMES.find((each) => each === said);
  if (outcome === undefined || !isSettled(outcome) || findField(first, FORMAT)?.[1] === OF_ONE_CHANGE) return 'nothing';
  const decision = readDecision(last, closing);
  if (decision === undefined) return 'unknown';
  const [, kind, of] = findField(first, RELATION) ?? [];
  const listed = findField(first, QUESTION)?.[1] ?? '';
  const options = [...listed.matchAll(OPTION)].map(([, option = '']) => option);
  return {
    threadId,
    topic: toWords(readText(first, TOPIC)),
    options: toWords(options.join(' ')),
    tags: findTags(first).join(' '),
    decision: toWords(decision),
    relation: of === undefined ? undefined : ({ kind, of: decodeBytes(of) } as Relation),
  };
}
