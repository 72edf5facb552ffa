// Who holds a finding otherwise than the report does, and why.
import { readAnswer } from '../../../domain/answers/read-answer.ts';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { textOf } from '../../../domain/sealed/sealed.ts';
import type { Dissent } from '../../format.ts';
import { composeAnswer, crossAnswer, disputeAnswer, readId, readVote, validateAnswer } from '../answers.ts';
import type { Entry, State } from '../state.ts';
import { collectStances, isEliminated, listEntries } from './report.ts';

/** Seats whose last word is that a reported finding is invalid, or that one that was voted out is valid. */
export function listDissenters(state: State, entry: Entry): readonly string[] {
  const out = isEliminated(state, entry);
  const stances = Object.entries(collectStances(state, entry.ids));
  return stances.filter(([, { valid }]) => valid === out).map(([seat]) => seat);
}

interface Said {
  readonly seat: string;
  /** As the answer names it: a finding, a claim, an entry of the report. */
  readonly id: string;
  readonly valid: boolean | undefined;
  readonly reason: string | null;
}

function readReasons(event: LedgerEvent, { reading }: State): readonly Said[] {
  if (!isEvent(event, 'turn-recorded')) return [];
  const { seat, act, content } = event.data;
  const text = textOf(content);
  if (text === undefined) return [];
  if (act === 'compose') {
    const answer = readAnswer(text, composeAnswer, reading);
    return ((answer.ok && answer.value.dropped) || []).map(({ id, reason }) => ({ seat, id, valid: false, reason }));
  }
  if (act === 'validate') {
    const answer = readAnswer(text, validateAnswer, reading);
    return ((answer.ok && answer.value.votes) || []).map(({ id, vote, reason }) => ({
      ...{ seat, id, valid: readVote(vote), reason },
    }));
  }
  if (act !== 'cross' && act !== 'dispute') return [];
  const answer = readAnswer(text, act === 'cross' ? crossAnswer : disputeAnswer, reading);
  return ((answer.ok && answer.value.judgments) || []).map(({ id, verdict, reason }) => ({
    ...{ seat, id, valid: readVote(verdict), reason },
  }));
}

/** Finds the last reason that a seat gave for this word on an entry; `null` where it gave none, or it was redacted. */
export function createReasonFinder(log: readonly LedgerEvent[], state: State) {
  const said = log.flatMap((event) => readReasons(event, state));
  return (seat: string, { id, ids }: Entry, valid: boolean): string | null => {
    const claims = state.findings.filter((finding) => ids.includes(finding.id)).flatMap((finding) => finding.claims);
    const names = new Set([id, ...ids, ...claims.map((claim) => claim.id)]);
    const found = said.findLast(
      (each) =>
        each.seat === seat && each.valid === valid && names.has(readId(each.id)) && (each.reason?.trim() ?? '') !== '',
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
