// Debates whose decision turned out right or wrong, with what each seat had answered and how that did.
import { type EventOf, isEvent, type LedgerEvent } from '../../../../domain/events.ts';
import {
  findTruth,
  judgeDebate,
  judgeSeat,
  type Settled,
  type TurnedOut,
  type Verdict,
} from '../../../../domain/hindsight/turned-out.ts';
import { findDecider } from '../../../../domain/outcomes.ts';
import type { Answer } from '../../../../domain/question/answer.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { nameModel } from '../../../../domain/speakers.ts';
import type { BallotData, OpeningData } from '../../../../formats/common/opinions/data.ts';
import { getOutcome } from '../../../../ledger/engine/record/record.ts';
import { getSettled } from '../../../../ledger/engine/snapshot.ts';
import type { Hall } from '../../hall.ts';

/** What a seat answered before it read anyone, or at the end. */
export interface JudgedAnswer {
  readonly seat: string;
  readonly act: 'opening' | 'ballot';
  /** As people name who answered: an agent with its model, or a person. */
  readonly by: string;
  readonly person: boolean;
  readonly rehearsal: boolean;
  readonly answer: Answer;
  /** Percent; null where it was not said. */
  readonly confidence: number | null;
  /** `undefined` where nobody can say. */
  readonly verdict: Verdict | undefined;
  /** Digest of the turn, which a copy in a fork keeps. */
  readonly sha256: string;
  /** It was given in the parent of this fork. */
  readonly isCopy: boolean;
}

export interface JudgedDebate {
  readonly threadId: string;
  readonly format: string;
  readonly outcome: NonNullable<DebateRecord['outcome']>;
  readonly settled: Settled;
  readonly turnedOut: TurnedOut;
  readonly recordedAt: string;
  readonly verdict: Verdict | undefined;
  /** The right answer, where it is known. */
  readonly truth: Answer | undefined;
  readonly answers: readonly JudgedAnswer[];
}

type Judged = Pick<JudgedDebate, 'settled' | 'turnedOut'> & {
  /** The event of the decision, where the seats decided. */
  readonly decidedIn: number | undefined;
};

/**
 * In words of its own nobody's answer can be compared, but a seat may have said that the decision is its own answer, which says nothing
 * of one that was written later, by a seat or by a person.
 */
function judge(
  data: OpeningData | BallotData,
  seq: number,
  { turnedOut, settled, decidedIn = Number.POSITIVE_INFINITY }: Judged,
): Verdict | undefined {
  if (data.answer.kind !== 'text') return judgeSeat(data.answer, turnedOut, settled);
  const isOwn = seq > decidedIn && 'vote' in data && data.vote === 'own';
  return isOwn && 'verdict' in turnedOut ? turnedOut.verdict : undefined;
}

/** Of each seat the opening, and the ballot that it gave last. */
function listAnswers(log: readonly LedgerEvent[], judged: Judged): readonly JudgedAnswer[] {
  const last = new Map<string, EventOf<'turn-recorded'>>();
  for (const event of log) {
    if (isEvent(event, 'turn-recorded')) last.set(`${event.data.act} ${event.data.seat}`, event);
  }
  return [...last.values()].flatMap(({ seq, data: { seat, act, content, data, by, copied } }): JudgedAnswer[] => {
    if (act !== 'opening' && act !== 'ballot') return [];
    // Its form was checked when it was admitted.
    const opinion = data as unknown as OpeningData | BallotData;
    const { answer, confidence } = opinion;
    const verdict = judge(opinion, seq, judged);
    const rehearsal = by.agent.rehearsal === true;
    const origin = { sha256: content.sha256, isCopy: copied !== undefined };
    const who = { by: by.author ?? nameModel(by.agent), person: by.author !== undefined };
    return [{ seat, act, ...who, rehearsal, answer, confidence, verdict, ...origin }];
  });
}

/** An agent is called by its name, with or without its model. */
export const isCalled = (by: string, name: string) => by === name || by.startsWith(`${name} (`);

/** A person who is called like an agent gets another name. */
function nameApart(debates: readonly JudgedDebate[]): readonly JudgedDebate[] {
  const agents = [
    ...new Set(debates.flatMap(({ answers }) => answers.filter(({ person }) => !person).map(({ by }) => by))),
  ];
  return debates.map((debate) => ({
    ...debate,
    answers: debate.answers.map((each) =>
      each.person && agents.some((by) => isCalled(by, each.by)) ? { ...each, by: `${each.by} (person)` } : each,
    ),
  }));
}

/** What a fork copied counts once: where it was given, or in the first fork if nothing was recorded there. */
function countCopiesOnce(debates: readonly JudgedDebate[]): readonly JudgedDebate[] {
  const counted = new Set(
    debates.flatMap(({ answers }) => answers.filter(({ isCopy }) => !isCopy).map(({ sha256 }) => sha256)),
  );
  return debates.map((debate) => ({
    ...debate,
    answers: debate.answers.filter(({ sha256, isCopy }) => {
      if (!isCopy) return true;
      if (counted.has(sha256)) return false;
      counted.add(sha256);
      return true;
    }),
  }));
}

async function readJudged(hall: Hall, threadId: string): Promise<JudgedDebate | undefined> {
  const snapshot = await hall.engine.outline(threadId);
  const { debate, log } = snapshot;
  const outcome = getOutcome(debate);
  if (debate.hindsight === undefined || outcome === null) return undefined;
  const { turnedOut } = debate.hindsight.data;
  const settled = getSettled(snapshot);
  const { closed } = debate;
  const decision = closed !== undefined && findDecider(closed) === 'seats' ? closed.decision : null;
  const decidedIn = decision !== null && 'turn' in decision ? decision.turn : undefined;
  return {
    threadId,
    format: debate.opened.format,
    outcome,
    settled,
    turnedOut,
    recordedAt: debate.hindsight.at,
    verdict: judgeDebate(turnedOut, settled),
    truth: findTruth(turnedOut, settled),
    answers: listAnswers(log, { turnedOut, settled, decidedIn }),
  };
}

/** The oldest outcome first, and no answer twice. Damaged debates are left out. */
export async function listJudgedDebates(hall: Hall): Promise<readonly JudgedDebate[]> {
  const found: JudgedDebate[] = [];
  for await (const { summary } of hall.summaries.judged()) {
    const judged = await readJudged(hall, summary.threadId);
    if (judged !== undefined) found.push(judged);
  }
  return nameApart(countCopiesOnce(found.sort((one, other) => one.recordedAt.localeCompare(other.recordedAt))));
}
