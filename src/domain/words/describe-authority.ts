// How far an outcome can speak for the whole panel, and the alarm of conformity, in the words of every door.
import type { Influence } from '../claims.ts';
import type { DebateSummary } from '../debate-summary.ts';
import type { AgentRef, LeftOut } from '../event-parts.ts';
import { DAMAGED_IMPORT, isProblemCode } from '../failures/import-damage.ts';
import { describeLeftOut, listMissed } from '../left-out.ts';
import type { DebateRecord, OneModel } from '../record.ts';
import type { OneSpeaker } from '../speakers.ts';
import { countNoun, joinWords, spellNumber } from './format-figures.ts';
import type { LabelSeat } from './label-seats.ts';

/** "one model (claude, opus) with three points of view in a, b and c, which are not independent opinions" */
export function describeOneModel({ agent, seats, perspectives }: OneModel, label: LabelSeat): string {
  const model = [agent.agent, agent.model].filter((part) => part !== undefined).join(', ');
  const count = perspectives.length;
  const views = count === 0 ? '' : ` with ${spellNumber(count)} ${count === 1 ? 'point' : 'points'} of view`;
  const listed = joinWords(seats.map(label));
  return `one model (${model})${views} in ${listed}, which are not independent opinions`;
}

/** "Ada spoke for Wind and Wall, which are not independent opinions" */
export const describeOneSpeaker = ({ speaker, seats }: OneSpeaker, label: LabelSeat): string =>
  `${speaker} spoke for ${joinWords(seats.map(label))}, which are not independent opinions`;

/** What keeps a decision from being one of a whole panel of models: in a word each, for lists. */
export const listCaveats = ({ full, rehearsal, imported }: Pick<DebateSummary, 'full' | 'rehearsal' | 'imported'>) => [
  ...(imported === true ? ['imported'] : full ? [] : ['degraded']),
  ...(rehearsal ? ['rehearsal'] : []),
];

export interface AuthorityWords {
  /** Unknown: of an import. */
  readonly panel: 'full panel' | 'full panel so far' | 'incomplete panel' | 'degraded panel' | 'unknown panel';
  /** What it lacks, each a clause. */
  readonly gaps: readonly string[];
  /** Who was a rehearsal, which calls no model; a clause. */
  readonly rehearsal: string | undefined;
  /** What else makes seats less than independent voices of their own, each a clause. */
  readonly notes: readonly string[];
}

/** How a door writes names of seats, and texts that are not its own. */
export interface Wording {
  readonly label: LabelSeat;
  readonly safe?: (text: string) => string;
}

/** "claude (opus, high)" */
export function nameAgent({ agent, model, effort }: AgentRef): string {
  const settings = [model, effort].filter((each) => each !== undefined).join(', ');
  return settings === '' ? agent : `${agent} (${settings})`;
}

/** Whoever speaks for a seat: "claude (opus, high)", "open (manual turns: Ada)". */
export function nameSpeakers({ agent, people = [] }: Pick<DebateRecord['seats'][number], 'agent' | 'people'>): string {
  return `${nameAgent(agent)}${people.length === 0 ? '' : ` (manual turns: ${people.join(', ')})`}`;
}

/** Of "it ended without a complete answer: it said …"; its words are in the transcript. */
const nameFailure = (reason: string) => reason.split(': ')[0] ?? '';

export function describeAuthority(
  {
    authority,
    status,
    contextLeftOut,
    entries = [],
  }: Pick<DebateRecord, 'authority' | 'status' | 'contextLeftOut'> & Partial<Pick<DebateRecord, 'entries'>>,
  { label, safe = (text) => text }: Wording,
): AuthorityWords {
  const {
    full,
    imported,
    failed,
    replaced,
    left,
    silent,
    missed,
    rehearsal,
    sharedVendors,
    oneModel = [],
    oneSpeaker = [],
    copied = [],
    pictures = [],
  } = authority;
  const seats = (ids: readonly string[]) => ids.map(label).join(', ');
  const why = (reason: string) => `(${safe(reason.replace(/\.$/, ''))})`;
  const nameOnly = ({ source }: LeftOut) => safe(source);
  const isOpen = status === 'open';
  const problems = entries.filter((entry) => entry.kind === 'note' && isProblemCode(entry.code)).length;
  // Nothing is awaited from one that has left.
  const unheard = isOpen ? silent.filter((id) => !left.some(({ seat }) => seat === id)) : silent;
  const lacking = imported === true ? 'unknown panel' : isOpen ? 'incomplete panel' : 'degraded panel';
  return {
    panel: full ? (isOpen ? 'full panel so far' : 'full panel') : lacking,
    gaps: [
      ...(imported === true ? ['imported: nobody here can tell who filled its seats'] : []),
      ...(failed.length > 0 ? [`the last call failed for ${seats(failed)}`] : []),
      ...replaced.map(
        ({ seat, from, to, reason }) =>
          `${label(seat)} was replaced: ${safe(nameAgent(to))} in place of ${safe(nameAgent(from))} ${why(nameFailure(reason))}`,
      ),
      ...left.map(({ seat, reason }) => `the debate continued without ${label(seat)} ${why(reason)}`),
      ...(unheard.length > 0 ? [`nothing ${isOpen ? 'yet ' : ''}from ${seats(unheard)}`] : []),
      ...(missed > 0 ? [`the seats did not get ${describeLeftOut(listMissed(contextLeftOut), nameOnly)}`] : []),
      ...pictures
        .filter(({ unseen }) => unseen.length > 0)
        .map(({ source, unseen }) => `${seats(unseen)} could not see ${safe(source)}`),
      ...copied
        .filter(({ otherWords }) => otherWords > 0)
        .map(
          ({ seat, turns, otherWords }) =>
            `${otherWords} of ${countNoun(turns, 'copied turn')} of ${label(seat)} answer words that were not said here`,
        ),
    ],
    rehearsal: rehearsal.length === 0 ? undefined : `rehearsal in ${seats(rehearsal)}`,
    notes: [
      ...(problems === 0 ? [] : [`${DAMAGED_IMPORT}: the file had ${countNoun(problems, 'problem')}`]),
      ...(sharedVendors.length > 0 ? [`one vendor fills several seats: ${sharedVendors.map(safe).join(', ')}`] : []),
      ...oneModel.map((each) => safe(describeOneModel(each, label))),
      ...oneSpeaker.map((each) => safe(describeOneSpeaker(each, label))),
      ...(copied.length > 0
        ? [`copied turns: ${copied.map(({ seat, turns }) => `${label(seat)} ${turns}`).join(', ')}`]
        : []),
    ],
  };
}

/** "Wall and Door took over another seat's answer, but name no claim that can have moved them."; `undefined`: no alarm. */
export function describeAlarm({ conformists }: Pick<Influence, 'conformists'>, label: LabelSeat): string | undefined {
  if (conformists.length === 0) return undefined;
  const names = conformists.map(label);
  const who = joinWords(names);
  return names.length === 1
    ? `${who} took over another seat’s answer, but names no claim that can have moved it.`
    : `${who} took over another seat’s answer, but name no claim that can have moved them.`;
}
