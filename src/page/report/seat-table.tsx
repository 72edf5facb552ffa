// Who sat where, and what each seat took.
import type { DebateRecord } from '../../domain/record.ts';
import {
  formatCost,
  formatCount,
  formatDuration,
  formatTokenSum,
  listTroubles,
} from '../../domain/words/format-figures.ts';
import { SeatMark } from './seat-mark.tsx';
import { figures, Table } from './table.tsx';
import { describeAgent, describeSpeakers, safe } from './words.ts';

export function SeatTable({ record }: { readonly record: DebateRecord }) {
  return (
    <Table
      title="Seats"
      look="seats"
      columns={['Seat', 'Agent', ...figures('Turns', 'Calls', 'Time'), 'Tokens', 'Cost']}
    >
      {record.seats.map((seat) => (
        <tr key={seat.seat}>
          <th scope="row">
            <span class="seat">
              <SeatMark record={record} seat={seat.seat} />
              {safe(seat.label)}
            </span>
          </th>
          <td dir="auto">
            {describeSpeakers(seat)}
            {seat.standIn !== undefined && <span class="quiet"> stand-in {describeAgent(seat.standIn)}</span>}
          </td>
          <td class="to-right">{formatCount(seat.contributions)}</td>
          <td class="to-right">
            {formatCount(seat.calls)}
            {listTroubles(seat).map((trouble) => (
              <span key={trouble} class="line quiet">
                {trouble}
              </span>
            ))}
          </td>
          <td class="to-right">{formatDuration(seat.durationMs)}</td>
          <td>{formatTokenSum(seat) ?? 'unknown'}</td>
          <td>{formatCost(seat.usage.costMicroUsd ?? 0, seat.calls, seat.callsWithoutCost)}</td>
        </tr>
      ))}
    </Table>
  );
}
