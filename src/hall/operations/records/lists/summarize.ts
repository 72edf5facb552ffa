// What a list says of one debate.
import { listExpenses, sumExpenses } from '../../../../domain/calls.ts';
import type { AgentCosts, Digest, LedgerSummary } from '../../../../domain/debate-summary.ts';
import { defined } from '../../../../domain/defined.ts';
import { relationSchema } from '../../../../domain/event-parts.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../../../domain/events.ts';
import { isImportedStalemate, isImportProblem } from '../../../../domain/failures/import-damage.ts';
import { groupBy } from '../../../../domain/group-by.ts';
import { judgeDebate } from '../../../../domain/hindsight/turned-out.ts';
import { isDecision } from '../../../../domain/outcomes.ts';
import { listRecalled } from '../../../../domain/own-documents.ts';
import { formatAnswer } from '../../../../domain/question/format-answer.ts';
import { readSealed } from '../../../../domain/sealed/sealed.ts';
import { describeReviewed } from '../../../../domain/words/describe-reviewed.ts';
import { assessAuthority } from '../../../../ledger/engine/record/authority.ts';
import { listDissenters } from '../../../../ledger/engine/record/dissent.ts';
import { getOutcome } from '../../../../ledger/engine/record/record.ts';
import { getSettled, readLabels, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { listPersonSteps } from '../../debate/take-part/person-steps.ts';

function listCosts(log: readonly LedgerEvent[]): readonly AgentCosts[] {
  const groups = groupBy(listExpenses(log), ({ agent }) => JSON.stringify([agent.agent, agent.model]));
  return [...groups.values()].map((group) => {
    const { agent, model = null } = group[0].agent;
    return { agent, model, totals: sumExpenses(group) };
  });
}

function waitingSteps(snapshot: Snapshot): Pick<LedgerSummary, 'waitsFor'> {
  const steps = listPersonSteps(snapshot);
  if (steps.length === 0) return {};
  return {
    waitsFor: steps.map(({ id: step, seat, act, label, plainForm, blankForm }) => ({
      ...{ step, seat, act, label },
      ...defined({ form: plainForm, blankForm }),
    })),
  };
}

/** Labels of the seats that have to be asked again. */
function failedSeats(snapshot: Snapshot, failed: readonly string[]): Pick<LedgerSummary, 'failed'> {
  if (snapshot.debate.status !== 'open' || failed.length === 0) return {};
  return { failed: failed.map(readLabels(snapshot)) };
}

function summarize(snapshot: Snapshot): LedgerSummary {
  const { debate, log, threadId } = snapshot;
  const settled = getSettled(snapshot);
  const { question, answer } = settled;
  const { full, imported, rehearsal, failed } = assessAuthority(snapshot);
  const outcome = getOutcome(debate);
  const { relation, tags, conversation } = debate.opened;
  return {
    threadId,
    topic: readSealed(debate.opened.topic) ?? null,
    format: debate.opened.format,
    agents: [...new Set(debate.opened.seats.map(({ agent }) => agent.agent))],
    // A ledger has its names in another order than a row that was kept.
    ...defined({ relation: relation && relationSchema.parse(relation), tags, conversation }),
    status: debate.status,
    ...waitingSteps(snapshot),
    ...failedSeats(snapshot, failed),
    ...defined({ reviewed: describeReviewed(debate.opened.context) }),
    outcome,
    decided: debate.closed !== undefined && isDecision(debate.closed),
    ...(log.some(isImportedStalemate) ? { importedStalemate: true as const } : {}),
    answer: question === undefined || answer === undefined ? null : formatAnswer(question, answer),
    ...defined({ turnedOut: debate.hindsight && (judgeDebate(debate.hindsight.data.turnedOut, settled) ?? null) }),
    dissent: listDissenters(snapshot).length,
    full,
    ...defined({ imported }),
    rehearsal: rehearsal.length > 0,
    turns: log.filter(isTurn).length,
    importProblems: log.filter(isImportProblem).length,
    openedAt: debate.openedAt,
    changedAt: log.at(-1)?.at ?? debate.openedAt,
  };
}

/** Turns, votes and revisions; a pick of the next speaker is not a turn. */
export function isTurn(event: LedgerEvent): event is EventOf<'turn-recorded'> {
  return isEvent(event, 'turn-recorded') && event.data.act !== 'pick';
}

/** What is kept of the debate, so that neither a list nor a sum reads it again. */
export function digest(snapshot: Snapshot): Digest {
  return {
    summary: summarize(snapshot),
    costs: listCosts(snapshot.log),
    recalled: listRecalled(snapshot.debate.opened),
  };
}
