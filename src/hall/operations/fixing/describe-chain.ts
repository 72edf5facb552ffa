// What a chain of reviews and fixes looks like from any of its debates, for doors that only show it: out of ledgers, and the branch
// where it can be read.
import { unlessRefused } from '../../../domain/failures/errors.ts';
import type { FixChain } from '../../../domain/results/fixing.ts';
import { writeFixCommand } from '../../../domain/words/resume-command.ts';
import { getNext, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import type { Hall } from '../hall.ts';
import { findEnd, type Link, readAgreed, readChain, toRounds } from './chain.ts';
import { isUndone } from './next-debate.ts';
import { describeFixing, summarizeFixing } from './summary.ts';
import { readWork } from './work-place.ts';

const OPEN = {
  review: 'the reviewers have not finished',
  fix: 'the author has not answered',
} as const;

function describeState(last: Link, round: number): string {
  const name = `${last.kind === 'review' ? 'Review' : 'Fix'} ${round}`;
  // What an author has answered stays open until the next run.
  const isAnswered = last.kind === 'fix' && getNext(last.snapshot).kind !== 'ask';
  if (last.record.status === 'open' && !isAnswered) return `${name} is open: ${OPEN[last.kind]}.`;
  return last.kind === 'fix'
    ? `${name} is answered, and not reviewed yet.`
    : `${name} has findings that nobody has answered.`;
}

/** `undefined` for a debate that no author has to do with. */
export async function describeChain(
  hall: Hall,
  { threadId, debate: { opened } }: Snapshot,
): Promise<FixChain | undefined> {
  if (opened.format !== 'review' && opened.format !== 'fix') return undefined;
  // Of a chain that was deleted in part, the rest can be read all the same.
  const chain = await unlessRefused(() => readChain(hall, threadId));
  if (chain === undefined) return undefined;
  const { rounds: most, failOn } = readAgreed(chain);
  const last = chain.at(-1) ?? chain[0];
  if (most === undefined || failOn === undefined) return undefined;
  const branch = readWork(chain[1]?.snapshot ?? chain[0].snapshot)?.work.branch ?? null;
  const rounds = toRounds(chain);
  const end =
    findEnd(chain, rounds, { rounds: most, failOn }) ?? ((await isUndone(hall, chain)) ? 'undone' : undefined);
  // A review that was enough.
  if (end !== undefined && branch === null) return undefined;
  const summary = end && summarizeFixing({ kind: 'ended', end, chain, rounds });
  return {
    debates: chain.map(({ threadId: id, kind, record: { status } }, index) => {
      return { threadId: id, kind, round: Math.floor(index / 2) + 1, status };
    }),
    branch,
    summary: summary === undefined ? describeState(last, Math.ceil(chain.length / 2)) : describeFixing(summary),
    next: summary === undefined ? writeFixCommand(chain[0].threadId) : `git log --patch ${summary.from}..${branch}`,
  };
}
