// The position: what a seat holds, in numbered points that others can answer.
import type * as z from 'zod';
import type { ClaimEntry } from '../../common/claims/entries.ts';
import { claimName, countRoom } from '../../common/claims/state.ts';
import { markFenced } from '../../common/own-lines.ts';
import { defineAct, readWords } from '../../define-act.ts';
import { positionData } from '../data.ts';
import { labelSeat, readRole, type SeatRole } from '../setup.ts';
import { changeParticipant, type State } from '../state.ts';
import { getBudget, nameLanguage, nameReplaced, readsNames } from '../words.ts';

const MAX_POINTS = 12;
/** "1. ", "(1) ", "- 1. ", "Point 1: ", "Point 1 – ", "１．", "1、", "一、", "第1点：" and "①" */
const NUMBER = String.raw`(?:[\d０-９]{1,2}|[一二三四五六七八九十]{1,2})`;
const NUMBERED = String.raw`(?:point\s+|第)?[(（]?${NUMBER}[点點項]?(?:\\?[.):]\*{0,2}\s+|[、．：）]\*{0,2}\s*)`;
const POINT = new RegExp(
  String.raw`^[\u200b-\u200f\ufeff]*(\s{0,3})(?:#{1,6}\s+|[-*•]\s+)?\*{0,2}(?:${NUMBERED}|point\s+\d{1,2}\s*[–—-]\s+|[①-⑳]\s*)(?=\S)`,
  'i',
);

function listPoints(text: string): readonly { readonly line: number; readonly head: string; readonly words: string }[] {
  const lines = text.split('\n');
  const fenced = markFenced(lines);
  let indent: string | undefined;
  const points = lines.flatMap((written, line) => {
    const [head, margin] = (fenced[line] === true ? null : POINT.exec(written)) ?? [];
    if (head === undefined) return [];
    indent ??= margin;
    // Lists within a point are a part of it.
    return margin === indent ? [{ line, head, words: written.slice(head.length).trim() }] : [];
  });
  return points.slice(0, MAX_POINTS);
}

/** A position takes the place of the one that its seat has given before, and so do its points. */
function numberPoints({ numberedClaims }: State, seat: string, text: string): z.infer<typeof positionData> {
  if (numberedClaims === undefined) return {};
  const replaced = numberedClaims.filter((claim) => claim.seat === seat && claim.round !== null);
  const claims = [
    ...replaced.map(({ number }) => ({ claim: number, move: 'withdraw' as const })),
    ...listPoints(text)
      .slice(0, countRoom(numberedClaims))
      .map((_, index) => ({ as: numberedClaims.length + index + 1 })),
  ];
  return claims.length === 0 ? {} : { claims };
}

/** The words of each entry, in the same order. */
export function listPointWords(text: string, entries: readonly ClaimEntry[]): readonly (string | undefined)[] {
  const words = listPoints(text).map((point) => point.words);
  return entries.map(({ as }) => (as === undefined ? undefined : words.shift()));
}

function namePoints(text: string, entries: readonly ClaimEntry[]): string {
  const made = entries.flatMap(({ as }) => as ?? []);
  const lines = text.split('\n');
  for (const [index, { line, head, words }] of listPoints(text).entries()) {
    const as = made[index];
    if (as !== undefined) lines[line] = `${head}${claimName(as)}: ${words}`;
  }
  return lines.join('\n');
}

const FROM: Readonly<Record<SeatRole, string>> = {
  experienced: 'the documents, if there are any',
  fresh: 'the question alone',
  'semi-fresh': 'the question and the summary it got',
};

const sample = (label: string, role: SeatRole | undefined, question: string): string =>
  [
    `Rehearsal: no model is called. On ${question}, ${label} answers from ${FROM[role ?? 'fresh']}.`,
    '1. **Start with one part**, one that you can undo within a day.',
    '2. **Measure before and after.** Without a number from today there is nothing to compare.',
    '3. **Unsure:** who pays while both ways are kept running.',
  ].join('\n\n');

export const position = defineAct<State, string, z.infer<typeof positionData>>({
  parse: readWords,
  data: positionData,
  request({ options }, seat) {
    const role = readRole(seat);
    const label = labelSeat(options, seat);
    const delivery = options.delivery === 'none' ? 'passive' : options.delivery;
    return {
      id: `position-${seat}`,
      task: role === 'semi-fresh' ? `position-${delivery}` : 'position',
      label: `${label} takes a position`,
      values: { language: nameLanguage(options), words: String(getBudget(options).position) },
      ...(role === 'semi-fresh' && delivery === 'active' ? { saidLast: true } : {}),
      sample: ({ question }) => sample(label, role, question),
    };
  },
  read: (state, text, { seat }) => ({ data: numberPoints(state, seat, text) }),
  apply: (state, { seat, seq, at }) => changeParticipant(state, seat, { position: seq, since: at }),
  title({ seat, seq }, history) {
    const { label, name } = history;
    const title = readsNames(history) ? `${label(seat)} (${name(seat)})` : name(seat);
    return { title: nameReplaced(`Position, ${title}`, seq, history), round: 1 };
  },
  text: (text, { data: { claims = [] } }) => namePoints(text, claims),
});
