// What `show --evidence` prints: what could be read, what each seat looked up, and what became of what it cites.

import type { DebateRecord, TurnEntry } from '../../domain/record.ts';
import { summarizeCitations } from '../../domain/words/describe-citations.ts';
import { describeFetched, describeLook, describePin } from '../../domain/words/describe-reading.ts';
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

/** Web pages that every seat was given. */
function pageLines({ context }: DebateRecord, colours: Colours): string[] {
  const pages = context.flatMap(({ source, fetched }) =>
    fetched === undefined ? [] : [`  ${onOneLine(`${source}: ${describeFetched(fetched)}`)}`],
  );
  return pages.length === 0 ? [] : [colours.bold('Web pages in the context'), ...pages, ''];
}

export function evidenceSection(record: DebateRecord, colours: Colours): string[] {
  const { reading, entries } = record;
  const pages = pageLines(record, colours);
  if (reading === undefined) return pages.length > 0 ? pages : ['This debate was opened without anything to read.'];
  const turns = entries.filter((entry) => entry.kind === 'turn');
  const cited = turns.flatMap((turn) => citationLines(turn, colours));
  return [
    ...pages,
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
