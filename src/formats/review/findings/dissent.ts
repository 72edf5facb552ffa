// Who holds a finding otherwise than the report does, and why.
import { isBlank } from '../../../domain/answers/nothing.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { createNameReader } from '../../common/named.ts';
import type { Dissent } from '../../format.ts';
import { compose } from '../acts/compose.ts';
import { cross } from '../acts/cross.ts';
import { dispute } from '../acts/dispute.ts';
import { validate } from '../acts/validate.ts';
import { readVote } from '../answers.ts';
import type { ReportEntry, State } from '../state.ts';
import { isEliminated, listDissenters, listEntries } from './report.ts';

interface StatedReason {
  readonly seat: string;
  /** As the answer names it: a finding, a claim, an entry of the report. */
  readonly id: string;
  readonly valid: boolean | undefined;
  readonly reason: string | null;
}

interface Readable<Answer> {
  readTurn(event: EventOf<'turn-recorded'>, state: () => State): { readonly answer: Answer | undefined };
}

function listReasons(event: LedgerEvent, state: State): readonly StatedReason[] {
  if (!isEvent(event, 'turn-recorded')) return [];
  const { seat, act } = event.data;
  const read = <Answer>(of: Readable<Answer>) => of.readTurn(event, () => state).answer;
  switch (act) {
    case 'compose':
      return (read(compose)?.dropped ?? []).map(({ id, reason }) => ({ seat, id, valid: false, reason }));
    case 'validate':
      return (read(validate)?.votes ?? []).map(({ id, vote, reason }) => ({
        ...{ seat, id, valid: readVote(vote), reason },
      }));
    case 'cross':
    case 'dispute':
      return (read(act === 'cross' ? cross : dispute)?.judgments ?? []).map(({ id, verdict, reason }) => ({
        ...{ seat, id, valid: readVote(verdict), reason },
      }));
    default:
      return [];
  }
}

/** Finds the last reason that a seat gave for this word on an entry; `null` where it gave none, or it was redacted. */
export function createReasonFinder(log: readonly LedgerEvent[], state: State) {
  const said = log.flatMap((event) => listReasons(event, state));
  const named = listEntries(state).flatMap(({ id, ids }) => {
    const claims = state.findings.filter((finding) => ids.includes(finding.id)).flatMap((finding) => finding.claims);
    return [id, ...ids, ...claims.map((claim) => claim.id)].map((name) => [name, id] as const);
  });
  const findEntry = createNameReader(named);
  return (seat: string, { id }: ReportEntry, valid: boolean): string | null => {
    const found = said.findLast(
      (each) => each.seat === seat && each.valid === valid && findEntry(each.id) === id && !isBlank(each.reason),
    );
    return found?.reason?.trim() ?? null;
  };
}

/** Everything that somebody holds otherwise than the report, in words. */
export function listDissent(log: readonly LedgerEvent[], state: State): readonly Dissent[] {
  const findReason = createReasonFinder(log, state);
  return listEntries(state).flatMap((entry) => {
    const valid = isEliminated(state, entry);
    const word = valid ? 'valid' : 'invalid';
    return listDissenters(state, entry).map((seat) => {
      const reason = findReason(seat, entry, valid);
      return { seat, text: `${entry.id} is ${word}${reason === null ? ', without a reason' : `: ${reason}`}` };
    });
  });
}
