// What was said, in readable form, and what of it each seat may see.
import { type EventOf, isEvent, type LedgerEvent } from '../../domain/events.ts';
import { textOf } from '../../domain/sealed/sealed.ts';
import { claimName } from '../common/claims/state.ts';
import { interjectionEntry } from '../common/transcript.ts';
import type { Step, TranscriptEntry } from '../format.ts';
import { MOVE_OF } from './admit/claims.ts';
import { namePoints } from './admit/position-points.ts';
import { overrideText } from './admit/review.ts';
import { buildOverview, type Overview, type StandingPoint } from './overview.ts';
import { CONVERGENCE, labelOf, REVIEWER, roleOf } from './seats.ts';
import { nameSpeaker } from './speakers.ts';

interface Spoken extends TranscriptEntry {
  readonly kind: 'interjection' | 'position' | 'summary' | 'challenge' | 'review' | 'converge';
  /** A review or a later turn has taken its place. */
  readonly replaced: boolean;
}

type Turn = EventOf<'turn-recorded'>;

/** "Fresh", or the side for what a review has put there. */
export function speakerOf({ options }: Overview, { seat, side }: Pick<StandingPoint, 'seat' | 'side'>): string {
  return seat === undefined ? `The ${side} side, in the reviewer's words` : labelOf(options, seat);
}

/** "Fresh (Speaker 1)": who is who, for people who read texts in which seats name each other. */
export function authorOf(account: Overview, position: Pick<StandingPoint, 'seat' | 'side'>): string {
  const name = speakerOf(account, position);
  return position.seat === undefined ? name : `${name} (${nameSpeaker(account, position.seat)})`;
}

export function targetOf({ options }: Overview, { target }: Pick<StandingPoint, 'target'>): string {
  return target === null ? 'the other side' : labelOf(options, target);
}

/** "propose_alternative" as people read it. */
export function spellOut(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Who reads: people, who read who is who, or a seat, for which everyone is a speaker and points have no class. */
type Reader = 'people' | 'seat';

function formatPointHead(
  account: Overview,
  { index, action, category, target, as, claim }: StandingPoint,
  reader: Reader,
): string {
  const name = as === undefined ? '' : ` (${claimName(as)})`;
  const about = claim === undefined ? '' : `, on ${claimName(claim)}`;
  const what = `Point ${index}${name}: ${reader === 'seat' ? MOVE_OF[action] : spellOut(action)}${about}`;
  if (reader === 'people') return `${what}, to ${targetOf(account, { target })} (${spellOut(category)})`;
  return `${what}, to ${target === null ? 'the other positions' : nameSpeaker(account, target)}`;
}

function formatPoint(account: Overview, point: StandingPoint, reader: Reader): string {
  const { said } = point;
  const head = formatPointHead(account, point, reader);
  if (said === undefined) return head;
  const { reason, resolution } = said;
  return [
    head,
    said.point.trim(),
    ...(reason === null || reason.trim() === '' ? [] : [`Reason: ${reason.trim()}`]),
    ...(resolution === null || resolution === said.point ? [] : [`Resolution: ${resolution.trim()}`]),
  ].join('\n\n');
}

function formatCauses({ synthesis }: Overview): readonly string[] {
  return [...(synthesis?.causes ?? [])].map(
    ([index, { cause, why }]) => `- Point ${index}: ${spellOut(cause)}${why === undefined ? '' : `. ${why.trim()}`}`,
  );
}

function formatPoints(account: Overview, seq: number, reader: Reader): string | undefined {
  const points = account.points.filter((point) => point.seq === seq);
  return points.length === 0 ? undefined : points.map((point) => formatPoint(account, point, reader)).join('\n\n');
}

function formatTurn(
  account: Overview,
  { seq, data: { act, content, data } }: Turn,
  reader: Reader,
): string | undefined {
  const text = textOf(content);
  if (text === undefined) return undefined;
  switch (act) {
    case 'position':
      return namePoints(text, data);
    case 'challenge':
      return formatPoints(account, seq, reader) ?? text;
    case 'converge': {
      if (account.synthesis?.seq !== seq) return text;
      const causes = formatCauses(account);
      return [account.synthesis.text ?? '', ...(causes.length === 0 ? [] : [causes.join('\n')])].join('\n\n');
    }
    case 'review':
      return data['action'] === 'override' ? (formatPoints(account, seq, reader) ?? overrideText(text)) : text;
    default:
      return text;
  }
}

function buildTitle(account: Overview, { data: { seat, act, data } }: Turn, replaced: boolean): string {
  const label = labelOf(account.options, seat);
  const what = data['stage'] === 'convergence' ? 'challenges' : 'position';
  const review =
    data['action'] === 'override'
      ? `${what === 'position' ? 'Position' : 'Challenges'} of the ${String(data['side'])} side, in the reviewer's words`
      : `Review before the ${String(data['stage'])}: ${String(data['action'])}`;
  const titles: Readonly<Record<string, string>> = {
    position: `Position, ${label} (${nameSpeaker(account, seat)})`,
    summary: `Summary for the semi-fresh side, ${label}`,
    challenge: `Challenges, ${label}`,
    converge: 'Synthesis',
    review,
  };
  return `${titles[act] ?? `${label}, ${act}`}${replaced ? ' (replaced)' : ''}`;
}

/** As other seats read it. */
function buildNeutralTitle(account: Overview, { data: { seat, act, data } }: Turn): string {
  const what = data['stage'] === 'convergence' ? 'Challenges' : 'Position';
  const titles: Readonly<Record<string, string>> = {
    position: `Position, ${nameSpeaker(account, seat)}`,
    summary: 'Summary of other positions',
    challenge: `Challenges, ${nameSpeaker(account, seat)}`,
    review: `${what} in the reviewer's words`,
  };
  return titles[act] ?? act;
}

function collectEntries(log: readonly LedgerEvent[], reader: Reader = 'people'): readonly Spoken[] {
  const account = buildOverview(log);
  const standing = new Set([...account.positions, ...account.points].map(({ seq }) => seq));
  return log.flatMap((event): Spoken[] => {
    if (isEvent(event, 'interjection-added')) {
      return [{ ...interjectionEntry(event), kind: 'interjection', replaced: false }];
    }
    if (!isEvent(event, 'turn-recorded')) return [];
    const { seat, act } = event.data;
    const counts = act === 'position' || act === 'challenge';
    const replaced = counts && !standing.has(event.seq);
    const title = reader === 'seat' ? buildNeutralTitle(account, event) : buildTitle(account, event, replaced);
    const kind = act as Spoken['kind'];
    const round = counts ? 1 : null;
    return [{ seq: event.seq, title, seat, round, text: formatTurn(account, event, reader), kind, replaced }];
  });
}

function entryOf({ kind: _, replaced: __, ...entry }: Spoken): TranscriptEntry {
  return entry;
}

export function transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[] {
  return collectEntries(log).map(entryOf);
}

/** Overrides are what a side says now; approvals are no part of the debate. */
function isVisible(entry: Spoken, { seat, act }: Pick<Step, 'seat' | 'act'>, overridden: ReadonlyMap<number, string>) {
  const { kind, replaced, seq } = entry;
  if (kind === 'interjection') return true;
  if (replaced) return false;
  const what = kind === 'review' ? overridden.get(seq) : kind;
  const role = roleOf(seat);
  if (act === 'position') return role === 'semi-fresh' && what === 'summary';
  if (act === 'summary') return what === 'position' && entry.seat !== undefined && roleOf(entry.seat) === 'experienced';
  if (act === 'challenge') return what === 'position' || (what === 'summary' && role === 'semi-fresh');
  const judged = what === 'position' || what === 'challenge';
  if (act === 'ballot') return judged;
  return seat === REVIEWER ? judged || what === 'summary' : seat === CONVERGENCE && judged;
}

export function view(log: readonly LedgerEvent[], step: Pick<Step, 'seat' | 'act'>): readonly TranscriptEntry[] {
  const overridden = new Map(
    buildOverview(log).overrides.map(({ seq, what }) => [seq, what === 'position' ? 'position' : 'challenge']),
  );
  // Whoever reviews has to name the sides.
  const entries = collectEntries(log, step.seat === REVIEWER ? 'people' : 'seat');
  return entries.filter((entry) => isVisible(entry, step, overridden)).map(entryOf);
}
