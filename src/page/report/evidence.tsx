// What seats could read, what they read, and what became of the places that they cite.
import type { DebateRecord } from '../../domain/record.ts';
import type { TurnEntry } from '../../domain/record-entries.ts';
import { describePin, formatCited, formatReadPlace } from '../../domain/words/describe-reading.ts';
import { countNoun, formatCount } from '../../domain/words/format-figures.ts';
import { SeatMark } from './seat-mark.tsx';
import { figures, Table } from './table.tsx';
import { createLabels, safe } from './words.ts';

type Look = NonNullable<DebateRecord['reading']>['looks'][number];

const MARKS = {
  read: { sign: '✓', words: 'read before it was cited' },
  unread: { sign: '?', words: 'there, but not read before it was cited' },
  unreadable: { sign: '?', words: 'there, but cannot be read' },
  wrong: { sign: '✗', words: 'not there' },
} as const;

function describe({ withheld, refused, seen, moreSeen }: Look): string {
  if (withheld === true) return 'withheld until the phase ends';
  if (refused === true) return 'refused';
  return [...seen.map(formatReadPlace), ...(moreSeen === undefined ? [] : [`and ${moreSeen} more`])].join(', ');
}

function Looks({ record, looks }: { readonly record: DebateRecord; readonly looks: readonly Look[] }) {
  const label = createLabels(record);
  return (
    <details>
      <summary>{countNoun(looks.length, 'look')}</summary>
      <Table title="Looks" columns={['Event', 'Seat', 'Looked with', 'Saw', ...figures('Bytes')]}>
        {looks.map((look) => (
          <tr key={look.seq}>
            <td>{look.seq}</td>
            <td>{label(look.seat)}</td>
            <td>
              {safe(look.tool)} <code>{look.arguments === null ? '' : safe(look.arguments)}</code>
            </td>
            <td>{safe(describe(look))}</td>
            <td class="to-right">{formatCount(look.bytes)}</td>
          </tr>
        ))}
      </Table>
    </details>
  );
}

function Citations({ record }: { readonly record: DebateRecord }) {
  const turns = record.entries.filter(
    (entry): entry is TurnEntry => entry.kind === 'turn' && (entry.citations ?? []).length > 0,
  );
  if (turns.length === 0) return null;
  return (
    <>
      <h3>Citations</h3>
      <ul class="citations">
        {turns.flatMap(({ seq, seat, citations = [] }) =>
          citations.map((citation, index) => (
            <li key={`${seq} ${index}`} class={`citation ${citation.status}`}>
              <span class="sign" aria-hidden="true">
                {MARKS[citation.status].sign}
              </span>
              <SeatMark record={record} seat={seat} />
              <span>
                <a href={`#t${seq}`}>{safe(formatCited(citation))}</a> {MARKS[citation.status].words}
                {citation.why === undefined ? '' : `: ${safe(citation.why)}`}
              </span>
            </li>
          )),
        )}
      </ul>
    </>
  );
}

export function hasEvidence({ reading, context, contextLeftOut }: DebateRecord): boolean {
  return reading !== undefined || context.length > 0 || contextLeftOut.length > 0;
}

export function Evidence({ record }: { readonly record: DebateRecord }) {
  const { reading, context, contextLeftOut } = record;
  return (
    <>
      <ul class="sources">
        {context.map(({ source, bytes, sha256 }) => (
          <li key={`${source} ${sha256}`}>
            Given: <code>{safe(source)}</code>, {formatCount(bytes)} bytes
          </li>
        ))}
        {contextLeftOut.map(({ source, reason }) => (
          <li key={`${source} ${reason}`}>
            Left out: <code>{safe(source)}</code>, {safe(reason)}
          </li>
        ))}
        {reading?.pins.map((pin) => (
          <li key={pin.spec}>Open to read: {safe(describePin(pin))}</li>
        ))}
      </ul>
      {reading !== undefined && <Looks record={record} looks={reading.looks} />}
      <Citations record={record} />
    </>
  );
}
