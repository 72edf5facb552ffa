// What `show --evidence` prints: what was given, what could be read, what each seat looked up, and what became of what it cites.

import type { DebateRecord, TurnEntry } from '../../../domain/record.ts';
import { summarizeCitations } from '../../../domain/words/describe-citations.ts';
import { describeFetched, describeLook, describePin } from '../../../domain/words/describe-reading.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import type { Colours } from '../terminal/io.ts';
import { onOneLine } from './layout/speech.ts';

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

/** All that the seats were given, and what was left out of it. */
function contextLines({ context, contextLeftOut }: DebateRecord, colours: Colours): string[] {
  const given = context.map(({ source, bytes, fetched }) =>
    onOneLine(`${source}: ${fetched === undefined ? `${countNoun(bytes, 'byte')}` : describeFetched(fetched)}`),
  );
  const leftOut = contextLeftOut.map(({ source, reason }) => onOneLine(`${source}: ${reason}`));
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [colours.bold(title), ...items.map((item) => `  ${item}`), ''];
  return [...list('What was given', given), ...list('What was left out', leftOut)];
}

export function evidenceSection(record: DebateRecord, colours: Colours): string[] {
  const { reading, entries } = record;
  const context = contextLines(record, colours);
  if (reading === undefined) return context.length > 0 ? context : ['This debate was opened without anything to read.'];
  const turns = entries.filter((entry) => entry.kind === 'turn');
  const cited = turns.flatMap((turn) => citationLines(turn, colours));
  return [
    ...context,
    colours.bold('What could be read'),
    ...reading.pins.map((pin) => `  ${onOneLine(describePin(pin))}`),
    '',
    colours.bold('What was read'),
    ...(reading.looks.length === 0 ? ['  nothing'] : reading.looks.map((look) => onOneLine(describeLook(look)))),
    '',
    colours.bold('What was cited'),
    ...(cited.length === 0 ? ['  nothing'] : cited),
  ];
}
