// What `show --evidence` prints: what could be read, what each seat looked up, and what became of what it cites.
import { summarizeCitations } from '../../domain/reading/citations.ts';
import { formatPlace, type Pin } from '../../domain/reading/reading.ts';
import type { DebateRecord, TurnEntry } from '../../domain/record.ts';
import { countNoun, formatCount } from '../../domain/words/format-figures.ts';
import type { Colours } from '../terminal/io.ts';
import { onOneLine } from './layout/speech.ts';

const SHOWN_ID = 12;

/** "src: 120 files, 400,123 bytes, at commit 1a2b3c4d5e6f and 3 changed files; 4 left out" */
export function describePin(pin: Pin): string {
  if (pin.kind === 'decisions') return `${pin.spec}: ${countNoun(pin.debates, 'earlier decision')}`;
  if (pin.kind === 'history')
    return `${pin.spec}: commits ${pin.from.slice(0, SHOWN_ID)}..${pin.to.slice(0, SHOWN_ID)}`;
  const { spec, files, bytes, commit, changed, leftOut } = pin;
  const base = commit === undefined ? '' : `, at commit ${commit.slice(0, SHOWN_ID)}`;
  const own = changed === undefined ? '' : `, ${countNoun(changed.files, 'file')} pinned by digest`;
  const missing = leftOut === 0 ? '' : `; ${formatCount(leftOut)} left out`;
  return `${spec}: ${countNoun(files, 'file')}, ${formatCount(bytes)} bytes${base}${own}${missing}`;
}

/** "Wall read 4 times (12,340 bytes)" for each seat that looked. */
export function describeReaders({ reading, seats }: Pick<DebateRecord, 'reading' | 'seats'>): string {
  const labels = new Map(seats.map(({ seat, label }) => [seat, label]));
  const readers = (reading?.seats ?? []).filter(({ looks }) => looks > 0);
  if (readers.length === 0) return 'nobody looked anything up';
  return readers
    .map(
      ({ seat, looks, bytes }) =>
        `${labels.get(seat) ?? seat} ${countNoun(looks, 'look')}, ${formatCount(bytes)} bytes`,
    )
    .join('; ');
}

function lookLine(look: NonNullable<DebateRecord['reading']>['looks'][number]): string {
  const { seq, seat, tool, arguments: asked, refused, seen, moreSeen, bytes, withheld } = look;
  if (withheld === true) return `  #${seq} ${seat}: withheld until the phase ends`;
  const more = moreSeen === undefined ? '' : ` and ${moreSeen} more`;
  const what = refused === true ? 'refused' : `${seen.map(formatPlace).join(', ')}${more}`;
  return `  #${seq} ${seat} ${tool} ${asked ?? '(redacted)'}${what === '' ? '' : `: ${what}`} (${formatCount(bytes)} bytes)`;
}

function citationLines({ seq, title, citations = [] }: TurnEntry, colours: Colours): string[] {
  if (citations.length === 0) return [];
  const paint = { read: colours.green, unread: colours.yellow, wrong: colours.red };
  return [
    `  #${seq} ${onOneLine(title)}: ${summarizeCitations(citations)}`,
    ...citations.map(
      ({ cited, status, why }) =>
        `    ${paint[status](status)} ${onOneLine(cited)}${why === undefined ? '' : ` (${why})`}`,
    ),
  ];
}

export function evidenceSection(record: DebateRecord, colours: Colours): string[] {
  const { reading, entries } = record;
  if (reading === undefined) return ['This debate was opened without anything to read.'];
  const turns = entries.filter((entry) => entry.kind === 'turn');
  const cited = turns.flatMap((turn) => citationLines(turn, colours));
  return [
    colours.bold('What could be read'),
    ...reading.pins.map((pin) => `  ${onOneLine(describePin(pin))}`),
    '',
    colours.bold('What was read'),
    ...(reading.looks.length === 0 ? ['  nothing'] : reading.looks.map((look) => onOneLine(lookLine(look)))),
    '',
    colours.bold('What was cited'),
    ...(cited.length === 0 ? ['  nothing'] : cited),
  ];
}
