// What a ledger is about, read out of its text although nothing was checked: enough to find which of a thousand debates are worth a
// look, at a fraction of the cost of checking them. Whatever is shown of a debate is read again and checked.
import type { Relation } from '../../domain/events.ts';
import type { Comparable } from '../../domain/memory/rank.ts';
import { isSettled, OUTCOMES } from '../../domain/outcomes.ts';

export interface Glance extends Comparable {
  readonly threadId: string;
  readonly relation: Relation | undefined;
}

/** Characters of a decision that are compared, as they stand in JSON. */
const MOST_CHARACTERS = 2_000;
/** In canonical JSON, and within a text no quote stands bare. */
const TEXT = String.raw`"salt":"[^"]*","sha256":"[^"]*","text":"((?:[^"\\]|\\.){0,${MOST_CHARACTERS}})`;
const SEALED = new RegExp(TEXT);
const SEALED_EACH = new RegExp(TEXT, 'g');
const TOPIC = new RegExp(`"topic":\\{${TEXT}`);
const QUESTION = /"question":\{"answer":"[a-z-]+"(?:,"byForm":true)?(?:,"options":\[(.*?)\])?\}/;
const FORMAT = /"format":"([^"\\]*)"/;
/** Of what is decided about one change only, which no later question resembles. */
const OF_ONE_CHANGE = 'review';
const RELATION = /"relation":\{"kind":"([a-z-]+)","of":"([A-Za-z0-9._-]+)"\}/;
const CLOSED = '"type":"debate-closed","v":1}\n';

/** A copy: a part of a string would keep the whole ledger in memory. Escapes part words as blanks do. */
const copy = (text: string) => Buffer.from(text.replace(/\\(?:u[0-9a-f]{4}|.)/g, ' ')).toString();

function lineFrom(text: string, number: number): string {
  let from = 0;
  for (let line = 0; line < number; line += 1) {
    const end = text.indexOf('\n', from);
    if (end === -1) return '';
    from = end + 1;
  }
  return text.slice(from, text.indexOf('\n', from));
}

/** The last line that closed the debate; `undefined` where something reopened it, so that nothing is decided. */
function findClosing(text: string): string | undefined {
  const end = text.lastIndexOf(CLOSED);
  if (end === -1 || text.includes('"type":"debate-extended"', end)) return undefined;
  return text.slice(text.lastIndexOf('\n', end) + 1, end + CLOSED.length);
}

function readDecision(text: string, closing: string): string {
  const turn = /"decision":\{"turn":(\d+)\}/.exec(closing)?.[1];
  const line = turn === undefined ? closing : lineFrom(text, Number(turn));
  const from = line.indexOf(turn === undefined ? '"decision":{"text":' : '"content":');
  return from === -1 ? '' : (SEALED.exec(line.slice(from))?.[1] ?? '');
}

/** `undefined` for a debate that decided nothing. `text` is the whole ledger. */
export function glanceAt(threadId: string, text: string): Glance | undefined {
  const closing = findClosing(text);
  const said = /"outcome":"([a-z-]+)"/.exec(closing ?? '')?.[1];
  const outcome = OUTCOMES.find((each) => each === said);
  if (closing === undefined || outcome === undefined || !isSettled(outcome)) return undefined;
  const opening = text.slice(0, text.indexOf('\n') + 1);
  if (FORMAT.exec(opening)?.[1] === OF_ONE_CHANGE) return undefined;
  const [, kind, of] = RELATION.exec(opening) ?? [];
  const options = [...(QUESTION.exec(opening)?.[1] ?? '').matchAll(SEALED_EACH)].map(([, option = '']) => option);
  return {
    threadId,
    topic: copy(TOPIC.exec(opening)?.[1] ?? ''),
    options: copy(options.join(' ')),
    decision: copy(readDecision(text, closing)),
    relation: of === undefined ? undefined : ({ kind, of: copy(of) } as Relation),
  };
}
