// What could be read, what was, and what became of citations, in the words of every view.
import type { Citation } from '../reading/citations.ts';
import type { Fetched, Pin, Place } from '../reading/reading.ts';
import type { DebateRecord } from '../record.ts';
import type { TurnEntry } from '../record-entries.ts';
import { describeCopied } from './describe-relation.ts';
import { countNoun, formatCount } from './format-figures.ts';
import { type LabelSeat, labelSeats } from './label-seats.ts';

/** "3 citations: 1 read, 1 not read, 1 wrong" */
export function summarizeCitations(citations: readonly Citation[]): string {
  const count = (status: Citation['status']) => citations.filter((each) => each.status === status).length;
  const parts = [
    [count('read'), 'read'],
    [count('unread'), 'not read before'],
    [count('unreadable'), 'that cannot be read'],
    [count('wrong'), 'wrong'],
  ] as const;
  const counts = parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  return `${countNoun(citations.length, 'citation')}: ${counts.join(', ')}`;
}

/** "src/cart.ts:10", with what is quoted of it. */
export const formatCited = ({
  cited,
  quote,
}: {
  readonly cited: string;
  readonly quote?: string | undefined;
}): string => (quote === undefined ? cited : `${cited} "${quote}"`);

/** What others have to know of citations; nothing of those that hold. */
export const listFaults = (citations: readonly Citation[]): readonly string[] =>
  citations.flatMap((citation) => {
    const { status, why } = citation;
    const cited = formatCited(citation);
    if (status === 'read') return [];
    if (status === 'unread') return `${cited} was not read before it was cited`;
    return status === 'wrong' ? `${cited} is wrong: ${why}` : `${cited} cannot be read: ${why}`;
  });

/** What a reader of a turn has to know beside its words. */
export const listRemarks = (
  { warnings, citations = [], copied }: Pick<TurnEntry, 'warnings' | 'citations' | 'copied'>,
  safe: (text: string) => string,
): readonly string[] => [
  ...(copied === undefined ? [] : [describeCopied(copied)]),
  ...warnings.map((warning) => `Warning: ${safe(warning)}`),
  ...(citations.length === 0 ? [] : [safe([summarizeCitations(citations), ...listFaults(citations)].join('; '))]),
];

/** "src/cart.ts 40–120", "src/cart.ts 7", "commit 1a2b3c4" */
export function formatReadPlace(place: Place): string {
  if ('commit' in place) return `commit ${place.commit.slice(0, 12)}`;
  const { path, from, to } = place;
  return from === to ? `${path} ${from}` : `${path} ${from}–${to}`;
}

const SHOWN_ID = 12;

/** "web page of 12,340 bytes, fetched 2026-11-22T20:00:00.000Z, SHA-256 1a2b3c…" */
export function describeFetched({
  asked,
  at,
  bytes,
  sha256,
}: Omit<Fetched, 'asked'> & { readonly asked?: string | undefined }): string {
  const from = asked === undefined ? '' : ` from ${asked}`;
  return `web page of ${countNoun(bytes, 'byte')}, fetched${from} ${at}, SHA-256 ${sha256}`;
}

/** "src: 120 files, 400,123 bytes, at commit 1a2b3c4d5e6f and 3 changed files; 4 left out" */
export function describePin(pin: Pin): string {
  if (pin.kind === 'decisions') return `${pin.spec}: ${countNoun(pin.debates, 'earlier decision')}`;
  if (pin.kind === 'history')
    return `${pin.spec}: commits ${pin.from.slice(0, SHOWN_ID)}..${pin.to.slice(0, SHOWN_ID)}`;
  if (pin.kind === 'page') {
    const { spec, address, ...fetched } = pin;
    return `${address}: ${describeFetched({ ...fetched, asked: spec === address ? undefined : spec })}`;
  }
  const { spec, files, bytes, commit, changed, leftOut, except } = pin;
  const base = commit === undefined ? '' : `, at commit ${commit.slice(0, SHOWN_ID)}`;
  const own = changed === undefined ? '' : `, ${countNoun(changed.files, 'file')} pinned by digest`;
  const missing = leftOut === 0 ? '' : `; ${formatCount(leftOut)} left out`;
  const written = except === undefined ? '' : `; without ${except.join(', ')}, which the debate is written to`;
  return `${spec}: ${countNoun(files, 'file')}, ${countNoun(bytes, 'byte')}${base}${own}${missing}${written}`;
}

/** "#7 Wall read_file {…}: src/tax.ts 2 (113 bytes)" */
export function describeLook(look: NonNullable<DebateRecord['reading']>['looks'][number], label: LabelSeat): string {
  const { seq, seat, tool, arguments: asked, refused, seen, moreSeen, bytes, withheld } = look;
  if (withheld === true) return `#${seq} ${label(seat)}: withheld until the phase ends`;
  const more = moreSeen === undefined ? '' : ` and ${moreSeen} more`;
  const what = refused === true ? 'refused' : `${seen.map(formatReadPlace).join(', ')}${more}`;
  return `#${seq} ${label(seat)} ${tool} ${asked ?? '(redacted)'}${what === '' ? '' : `: ${what}`} (${countNoun(bytes, 'byte')})`;
}

/** "Wall 4 looks, 1 without success, 12,340 bytes; Door 1 look, 113 bytes" */
export function describeReaders(
  reading: NonNullable<DebateRecord['reading']>['seats'],
  seats: readonly { readonly seat: string; readonly label: string }[],
): string {
  const label = labelSeats(seats);
  const readers = reading.filter(({ looks }) => looks > 0);
  if (readers.length === 0) return 'nobody looked anything up';
  return readers
    .map(({ seat, looks, refused = 0, bytes }) => {
      const failed = refused === 0 ? '' : `, ${formatCount(refused)} without success`;
      return `${label(seat)} ${countNoun(looks, 'look')}${failed}, ${countNoun(bytes, 'byte')}`;
    })
    .join('; ');
}
