// Turns and other entries of a record, a line each.
import type { DebateRecord, RecordEntry } from '../../../domain/record.ts';
import type { TurnEntry } from '../../../domain/record-entries.ts';
import { numbered } from './evidence.ts';
import { agentPairs, list, optional, orNull, quote, redactionPairs, toPairs, writeWord } from './notation.ts';

type Entry<K extends RecordEntry['kind']> = Extract<RecordEntry, { kind: K }>;

export function turnLine(turn: TurnEntry, number: number, role: string): string {
  const { cognition, ...data } = turn.data;
  const attributes = [
    ...(typeof cognition === 'string' ? [writeWord(cognition)] : []),
    ...toPairs({
      SEAT: writeWord(turn.seat),
      ACT: writeWord(turn.act),
      ROUND: turn.round ?? undefined,
      SEQ: turn.seq,
      AT: quote(turn.at),
    }),
    ...agentPairs(turn.by.agent),
    ...toPairs({
      AUTHOR: optional(turn.by.author),
      DATA: Object.keys(data).length === 0 ? undefined : quote(JSON.stringify(data)),
      HASH: quote(turn.hash),
      COPIED_EVENT: turn.copied?.event,
    }),
    ...redactionPairs(turn),
  ];
  return `T${number}::${role}${list(attributes)}::${orNull(turn.text)}`;
}

const entryLines: { readonly [K in Exclude<RecordEntry['kind'], 'turn'>]: (entry: Entry<K>) => string[] } = {
  interjection: (entry) => [
    ...toPairs({ AUTHOR: quote(entry.author), SOURCE: optional(entry.source), TEXT: orNull(entry.text) }),
    ...redactionPairs(entry),
  ],
  'follow-up': (entry) => [
    ...toPairs({
      AUTHOR: quote(entry.author),
      SEATS: list(entry.seats.map(writeWord)),
      UNANSWERED: entry.unanswered.length === 0 ? undefined : list(entry.unanswered.map(writeWord)),
      TEXT: orNull(entry.text),
    }),
    ...redactionPairs(entry),
  ],
  'follow-up-answer': (entry) => [
    ...toPairs({ QUESTION: entry.question, SEAT: writeWord(entry.seat) }),
    ...agentPairs(entry.by.agent),
    ...toPairs({ TEXT: orNull(entry.text) }),
    ...redactionPairs(entry),
  ],
  rejected: (entry) => [
    ...toPairs({
      SEAT: writeWord(entry.seat),
      ACT: writeWord(entry.act),
      ISSUES: list(entry.issues.map(quote)),
      TEXT: orNull(entry.text),
    }),
    ...redactionPairs(entry),
  ],
  failure: (entry) => [
    ...toPairs({ SEAT: writeWord(entry.seat) }),
    ...agentPairs(entry.agent),
    ...toPairs({
      CODE: writeWord(entry.failure.code),
      MESSAGE: quote(entry.failure.message),
      ATTEMPTS: entry.attempts,
    }),
  ],
  replacement: (entry) =>
    toPairs({
      SEAT: writeWord(entry.seat),
      FROM: writeWord(entry.from.agent),
      TO: writeWord(entry.to.agent),
      REASON: quote(entry.reason),
    }),
  note: (entry) =>
    toPairs({
      CODE: writeWord(entry.code),
      SEAT: optional(entry.seat, writeWord),
      MESSAGE: quote(entry.message),
    }),
  hindsight: (entry) =>
    toPairs({
      VERDICT: entry.verdict ?? 'null',
      ANSWER: optional(entry.answer ?? undefined),
      NOTE: entry.note === undefined ? undefined : orNull(entry.note),
      REDACTED: optional(entry.redaction),
      BY: quote(entry.by),
    }),
  redaction: (entry) =>
    toPairs({
      TARGET: entry.target,
      FIELDS: list(entry.fields.map(quote)),
      REASON: quote(entry.reason),
      BY: quote(entry.by),
    }),
};

export function entrySection<K extends keyof typeof entryLines>(record: DebateRecord, name: string, kind: K) {
  const entries = record.entries.filter((entry) => entry.kind === kind);
  return numbered(name, entries, (entry) =>
    list([...toPairs({ SEQ: entry.seq, AT: quote(entry.at) }), ...entryLines[kind](entry as Entry<K>)]),
  );
}
