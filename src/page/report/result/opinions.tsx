// Openings and ballot side by side: who answered what before the debate, what after it, and what moved them.
import { findOwnWords } from '../../../domain/question/match-options.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import type { BallotResult, OpeningResult, OpinionsResult } from '../../../domain/results/opinions-result.ts';
import { SeatMark } from '../seat-mark.tsx';
import { Table } from '../table.tsx';
import { createLabels, safe } from '../words.ts';
import { readMoves } from './result-data.ts';

function Answer({ of }: { readonly of: OpeningResult | BallotResult | undefined }) {
  if (of === undefined) return <span class="quiet">no answer</span>;
  const { answer, said, confidence } = of;
  const own = findOwnWords(answer, said);
  return (
    <>
      <strong dir="auto">{answer === null ? 'redacted' : safe(answer)}</strong>
      {own !== undefined && ' '}
      {own !== undefined && <q dir="auto">{safe(own)}</q>}{' '}
      {confidence !== null && (
        <span class="confidence">
          <meter min={0} max={100} value={confidence} aria-label={`${confidence}% sure`} />
          {confidence}% sure
        </span>
      )}
    </>
  );
}

const VOTES: Readonly<Record<string, string>> = {
  own: 'is its own answer',
  accept: 'accepted',
  reject: 'rejected',
};

function Why({ record, ballot }: { readonly record: DebateRecord; readonly ballot: BallotResult | undefined }) {
  if (ballot === undefined) return null;
  const { movedBy, vote, votedOn, reason, objection } = ballot;
  const label = createLabels(record);
  const by = movedBy === null ? undefined : `Moved by ${label(movedBy.seat)}, ${safe(movedBy.claim)}.`;
  return (
    <>
      {vote !== null && (
        <p>
          Decision (event {votedOn}): {VOTES[vote]}
        </p>
      )}
      {by !== undefined && <p class="moved-by">{by}</p>}
      {objection !== null && (
        <p class="objection" dir="auto">
          Objection: {safe(objection)}
        </p>
      )}
      {reason !== null && (
        <p class="quiet" dir="auto">
          {safe(reason)}
        </p>
      )}
    </>
  );
}

function Row({ record, opinions, seat }: { record: DebateRecord; opinions: OpinionsResult; seat: string }) {
  const opening = opinions.openings.seats.find((each) => each.seat === seat);
  const ballot = opinions.ballot.seats.find((each) => each.seat === seat);
  const moved = readMoves(record).get(seat)?.moved ?? null;
  const hasBallot = opinions.ballot.seats.length > 0;
  return (
    <tr>
      <th scope="row">
        <span class="seat">
          <SeatMark record={record} seat={seat} />
          {createLabels(record)(seat)}
        </span>
        {opening?.left === true && <p class="quiet">left the debate</p>}
        {opening?.replaced === true && <p class="quiet">somebody else gave its final answer</p>}
      </th>
      <td>
        <Answer of={opening} />
        <ul class="claims">
          {opening?.claims.map(({ id, claim }) => (
            <li key={id} dir="auto">
              <b>{safe(id)}</b> {safe(claim)}
            </li>
          ))}
        </ul>
      </td>
      {hasBallot && (
        <>
          <td>
            <span class={moved ? 'move moved' : 'move'}>{moved === null ? '→' : moved ? '→ moved' : '= kept'}</span>
          </td>
          <td>
            <Answer of={ballot} />
          </td>
          <td>
            <Why record={record} ballot={ballot} />
          </td>
        </>
      )}
    </tr>
  );
}

const BALLOT = [{ name: 'Moved', unseen: true }, 'Final answer, blind', 'Why'];

/** What was asked for: openings, final answers, or both. */
export function titleOfOpinions({ openings, ballot }: OpinionsResult): string {
  if (ballot.seats.length === 0) return 'Openings';
  return openings.seats.length === 0 ? 'Final answers' : 'Openings and final answers';
}

export function Opinions({ record, opinions }: { readonly record: DebateRecord; readonly opinions: OpinionsResult }) {
  const seats = [...new Set([...opinions.openings.seats, ...opinions.ballot.seats].map(({ seat }) => seat))];
  const hasBallot = opinions.ballot.seats.length > 0;
  return (
    <Table
      title={titleOfOpinions(opinions)}
      look="opinions"
      columns={['Seat', 'Opening, blind', ...(hasBallot ? BALLOT : [])]}
    >
      {seats.map((seat) => (
        <Row key={seat} record={record} opinions={opinions} seat={seat} />
      ))}
    </Table>
  );
}
