// What a ledger is about, read out of its two ends although nothing was checked: enough to find which of a thousand debates are worth a
// look, at a fraction of the cost of checking them. Whatever is shown of a debate is read again and checked.
import { LEDGER_VERSION, type Relation } from '../../../domain/events.ts';
import type { Comparable } from '../../../domain/memory/rank.ts';
import { isSettled, OUTCOMES } from '../../../domain/outcomes.ts';
import type { Ends } from '../../../stores/store.ts';
import { tagsIn } from './ledger-signs.ts';

export interface Glance extends Comparable {
  readonly threadId: string;
  readonly relation: Relation | undefined;
}

/** Characters of a decision that are compared, as they stand in JSON. */
const MOST_CHARACTERS = 2_000;
/** What stands behind a name. Found by the name first, as that takes a fraction of looking for a pattern in a long line. */
interface Field {
  readonly name: string;
  readonly value: RegExp;
}
const field = (name: string, value: string): Field => ({ name, value: new RegExp(name + value, 'y') });
/** Up to where a text begins; a redacted one has none. */
const SEALED = String.raw`\{"salt":"[^"]*","sha256":"[^"]*","text":"`;

const TOPIC = field('"topic":', SEALED);
const CONTENT = field('"content":', SEALED);
const DECIDED_IN_WORDS = field('"decision":', String.raw`\{"text":${SEALED}`);
const DECIDED_BY_TURN = field('"decision":', String.raw`\{"turn":(\d+)\}`);
const QUESTION = field('"question":', String.raw`\{"answer":"[a-z-]+"(?:,"byForm":true)?(?:,"options":\[(.*?)\])?\}`);
const FORMAT = field('"format":', String.raw`"([^"\\]*)"`);
const RELATION = field('"relation":', String.raw`\{[^{}]*"kind":"([a-z-]+)","of":"([A-Za-z0-9._-]+)"\}`);
const OUTCOME = field('"outcome":', '"([a-z-]+)"');
const OPTION = /"text":"((?:[^"\\]|\\.)*)/g;
const CLOSED = `"type":"debate-closed","v":${LEDGER_VERSION}}\n`;
/** Of what is decided about one change only, which no later question resembles. */
const OF_ONE_CHANGE = 'review';

function read(line: string, { name, value }: Field): RegExpExecArray | null {
  const at = line.indexOf(name);
  if (at === -1) return null;
  value.lastIndex = at;
  return value.exec(line);
}

/** In canonical JSON no quote stands bare within a text. */
function readText(line: string, sealed: Field): string {
  if (read(line, sealed) === null) return '';
  const from = sealed.value.lastIndex;
  let end = line.indexOf('"', from);
  while (end - from < MOST_CHARACTERS && line[end - 1] === '\\') end = line.indexOf('"', end + 1);
  return line.slice(from, Math.min(end, from + MOST_CHARACTERS));
}

/** A copy: a part of a string would keep the whole ledger in memory. Escapes part words as blanks do. */
const copy = (text: string) => Buffer.from(text.replace(/\\(?:u[0-9a-f]{4}|.)/g, ' ')).toString();

/** The whole line around that place. */
const lineAt = (text: string, at: number) => text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at) + 1);

/** `undefined` where none of these lines has the number. */
function findLine(lines: string, seq: number): string | undefined {
  const at = lines.lastIndexOf(`"seq":${seq},"type":`);
  return at === -1 ? undefined : lineAt(lines, at);
}

/** `undefined` where it is in a turn before these lines. */
function readDecision(lines: string, closing: string): string | undefined {
  const turn = read(closing, DECIDED_BY_TURN)?.[1];
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
  const said = read(closing, OUTCOME)?.[1];
  const outcome = OUTCOMES.find((each) => each === said);
  if (outcome === undefined || !isSettled(outcome) || read(first, FORMAT)?.[1] === OF_ONE_CHANGE) return 'nothing';
  const decision = readDecision(last, closing);
  if (decision === undefined) return 'unknown';
  const [, kind, of] = read(first, RELATION) ?? [];
  const listed = read(first, QUESTION)?.[1] ?? '';
  const options = [...listed.matchAll(OPTION)].map(([, option = '']) => option);
  return {
    threadId,
    topic: copy(readText(first, TOPIC)),
    options: copy(options.join(' ')),
    tags: copy(tagsIn(first).join(' ')),
    decision: copy(decision),
    relation: of === undefined ? undefined : ({ kind, of: copy(of) } as Relation),
  };
}
