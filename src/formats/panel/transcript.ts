// What was said, for people and as seats read it: under neutral names, in an order drawn from the seed, and nothing of a round
// that still runs.
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import { nameClaims } from '../common/claims/prose.ts';
import { claimName } from '../common/claims/state.ts';
import { collectEntries, findOpening } from '../common/transcript.ts';
import type { Step, TranscriptEntry } from '../format.ts';
import { findReply, isPlain, joinReason, listNewClaims, type ReplyAnswer, readReply } from './answers.ts';
import { dataOf, type ReplyData } from './data.ts';
import { type Options, optionsSchema } from './options.ts';
import { labelOf } from './seats.ts';
import { nameSpeakers } from './speakers.ts';

/** People read who is who, and which claims are a seat's own; seats read neither. */
type Reader = 'people' | 'seat';

const FOREIGN = { concede: 'holds', rebut: 'does not hold', refine: 'holds in other words' } as const;
const OWN = { concede: 'stands by its own claim', withdraw: 'withdraws its own claim' } as const;

interface SaidOfClaim {
  readonly claim: number;
  readonly verb: string;
  /** Of the claim that takes its place. */
  readonly as?: number | undefined;
}

/** What a turn says of each claim; of its own, a seat reads no more than that somebody says so. */
function listSaid({ claims, holds }: ReplyData, reader: Reader): readonly SaidOfClaim[] {
  const isPeople = reader === 'people';
  const moves = claims.flatMap(({ claim, move, as }): SaidOfClaim[] => {
    if (claim === undefined || move === undefined) return [];
    if (move === 'withdraw') return [{ claim, verb: isPeople ? OWN.withdraw : FOREIGN.rebut }];
    return [{ claim, verb: FOREIGN[move], as }];
  });
  const held = holds.map((claim) => ({ claim, verb: isPeople ? OWN.concede : FOREIGN.concede }));
  return [...moves, ...held].toSorted((one, other) => one.claim - other.claim);
}

function formatSaid({ claim, verb, as }: SaidOfClaim, answer: ReplyAnswer): string {
  const said = findReply(answer, claim);
  const reason = said === undefined ? '' : joinReason(said);
  return [
    `- ${claimName(claim)}: **${verb}**${reason === '' ? '' : `. ${reason}`}`,
    ...(as === undefined ? [] : [`  - ${claimName(as)}: ${said?.refined?.trim() ?? ''}`]),
  ].join('\n');
}

function formatReply(data: ReplyData, text: string, reader: Reader, byHand: boolean): string {
  if (isPlain(text, byHand)) return nameClaims(text, data.claims);
  const read = readReply(text);
  if (!read.ok) return text;
  const words = listNewClaims(read.value);
  const made = data.claims.filter(({ claim }) => claim === undefined);
  return [
    ...listSaid(data, reader).map((said) => formatSaid(said, read.value)),
    ...made.map(({ as = 0 }, index) => `- New claim, ${claimName(as)}: ${words[index] ?? ''}`),
  ].join('\n');
}

function optionsOf(log: readonly LedgerEvent[]): { readonly options: Options; readonly seed: string } {
  const opened = findOpening(log);
  return { options: optionsSchema.parse(opened?.options ?? {}), seed: opened?.seed ?? '' };
}

function collect(log: readonly LedgerEvent[], reader: Reader) {
  const speakers = nameSpeakers(optionsOf(log));
  const nameOf = (seat: string) => {
    const speaker = speakers.get(seat);
    if (speaker === undefined) return labelOf(seat);
    return reader === 'people' ? `${labelOf(seat)} (${speaker})` : speaker;
  };
  let decisions = 0;
  return collectEntries(log, ({ data: { seat, act, data, by } }) => {
    if (act === 'reply') {
      const reply = dataOf('reply', data);
      const format = (text: string) => formatReply(reply, text, reader, by.author !== undefined);
      return { title: `Round ${reply.round}, ${nameOf(seat)}`, round: reply.round, format };
    }
    if (act === 'decision') {
      decisions += 1;
      return { title: decisions === 1 ? 'Decision' : `Revised decision ${decisions - 1}`, round: null };
    }
    return { title: `Minority report, ${nameOf(seat)}`, round: null };
  });
}

export function transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[] {
  return collect(log, 'people');
}

/** A round is blind, and a minority report answers the decision and no other report. */
export function view(
  log: readonly LedgerEvent[],
  { act, data }: Pick<Step, 'act' | 'data'>,
): readonly TranscriptEntry[] {
  const isVisible = ({ round, act: of }: { readonly round: number | null; readonly act: string | undefined }) =>
    of !== 'minority-report' && !(act === 'reply' && round !== null && round >= Number(data['round']));
  return collect(log, 'seat').filter(isVisible);
}

/** The blind phase in which something was said: its entries stand in the order of the speakers, not in that of the ledger. */
function phaseOf(event: LedgerEvent | undefined): string | undefined {
  if (event === undefined || !isEvent(event, 'turn-recorded')) return undefined;
  const { act, data } = event.data;
  return act === 'reply' ? `round ${dataOf('reply', data).round}` : act;
}

export function orderBySpeaker(
  log: readonly LedgerEvent[],
  entries: readonly TranscriptEntry[],
): readonly TranscriptEntry[] {
  const events = new Map(log.map((event) => [event.seq, event]));
  const names = nameSpeakers(optionsOf(log));
  const firstOf = new Map<string, number>();
  for (const { seq } of entries) {
    const phase = phaseOf(events.get(seq));
    if (phase !== undefined && !firstOf.has(phase)) firstOf.set(phase, seq);
  }
  const startOf = ({ seq }: TranscriptEntry) => firstOf.get(phaseOf(events.get(seq)) ?? '') ?? seq;
  const nameOf = ({ seat }: TranscriptEntry) => names.get(seat ?? '') ?? '';
  return entries.toSorted(
    (one, other) =>
      startOf(one) - startOf(other) || nameOf(one).localeCompare(nameOf(other), 'en') || one.seq - other.seq,
  );
}
