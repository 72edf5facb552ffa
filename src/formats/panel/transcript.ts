// What was said, for people and as seats read it: under neutral names, in an order drawn from the seed, and nothing of a round
// that still runs.
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import { claimName } from '../common/opinions/claims.ts';
import { collectEntries, findOpening } from '../common/transcript.ts';
import type { Step, TranscriptEntry } from '../format.ts';
import { isReply, readBoard, type SaidReply, type SaidTurn } from './board.ts';
import { dataOf } from './data.ts';
import { type Options, optionsSchema } from './options.ts';
import { labelOf } from './seats.ts';
import { nameSpeakers } from './speakers.ts';

/** People read who is who, and which claims are a seat's own; seats read neither. */
type Reader = 'people' | 'seat';

const FOREIGN = { concede: 'holds', rebut: 'does not hold', refine: 'holds in other words' } as const;
const OWN = { concede: 'its own claim, which it stands by', rebut: 'its own claim, which it withdraws', refine: 'its own claim, refined' } as const;

function formatReply({ claim, move, own, made, said }: SaidReply, reader: Reader): string {
  const verb = own && reader === 'people' ? OWN[move] : FOREIGN[move];
  const reason = said?.reason?.trim() ?? '';
  const evidence = said?.evidence?.trim() ?? '';
  return [
    `- ${claimName(claim)}: **${verb}**${reason === '' ? '' : `. ${reason}`}`,
    ...(evidence === '' ? [] : [`  Evidence: ${evidence}`]),
    ...(made === null ? [] : [`  ${claimName(made)}: ${said?.refined?.trim() ?? ''}`]),
  ].join('\n');
}

function formatTurn({ replies, newClaims }: SaidTurn, reader: Reader): string {
  const made = newClaims.map(({ number, text }) => `- New claim, ${claimName(number)}: ${text ?? ''}`);
  return [...replies.map((reply) => formatReply(reply, reader)), ...made].join('\n');
}

function optionsOf(log: readonly LedgerEvent[]): { readonly options: Options; readonly seed: string } {
  const opened = findOpening(log);
  return { options: optionsSchema.parse(opened?.options ?? {}), seed: opened?.seed ?? '' };
}

function collect(log: readonly LedgerEvent[], reader: Reader) {
  const speakers = nameSpeakers(optionsOf(log));
  const board = readBoard(log);
  const nameOf = (seat: string) => {
    const speaker = speakers.get(seat);
    if (speaker === undefined) return labelOf(seat);
    return reader === 'people' ? `${labelOf(seat)} (${speaker})` : speaker;
  };
  let decisions = 0;
  return collectEntries(log, ({ seq, data: { seat, act, data } }) => {
    const turn = board.get(seq);
    if (turn !== undefined) {
      const { round } = dataOf('reply', data);
      return { title: `Round ${round}, ${nameOf(seat)}`, round, format: () => formatTurn(turn, reader) };
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
export function view(log: readonly LedgerEvent[], { act, data }: Pick<Step, 'act' | 'data'>): readonly TranscriptEntry[] {
  const isVisible = ({ round, act: of }: { readonly round: number | null; readonly act: string | undefined }) =>
    of !== 'minority-report' && !(act === 'reply' && round !== null && round >= Number(data['round']));
  return collect(log, 'seat').filter(isVisible);
}

/** The blind phase in which something was said: its entries stand in the order of the speakers, not in that of the ledger. */
function phaseOf(event: LedgerEvent | undefined): string | undefined {
  if (event === undefined || !isEvent(event, 'turn-recorded')) return undefined;
  return isReply(event) ? `round ${dataOf('reply', event.data.data).round}` : event.data.act;
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
    (one, other) => startOf(one) - startOf(other) || nameOf(one).localeCompare(nameOf(other), 'en') || one.seq - other.seq,
  );
}

