// A debate as the tools show it, with the field names and status words of the Python debate-hall-mcp.
import type { DebateSummary } from '../../../domain/debate-summary.ts';
import { defined } from '../../../domain/defined.ts';
import { isForPeople, type LeftOut } from '../../../domain/event-parts.ts';
import { isEvent } from '../../../domain/events.ts';
import { FAILURES, readFailure } from '../../../domain/failures/failures.ts';
import { writeOffTerminal } from '../../../domain/failures/hints.ts';
import { DAMAGED_IMPORT, isImportedStalemate, isImportProblem } from '../../../domain/failures/import-damage.ts';
import { summarizeLeftOut } from '../../../domain/left-out.ts';
import { describePicture } from '../../../domain/pictures.ts';
import type { Authority } from '../../../domain/record.ts';
import { REDACTED_MARK, readSealed } from '../../../domain/sealed/sealed.ts';
import { readDecision, titleResult } from '../../../domain/words/conclusions.ts';
import { type AuthorityWords, describeAuthority, listCaveats } from '../../../domain/words/describe-authority.ts';
import { describeHindsight, titleTurnedOut } from '../../../domain/words/describe-hindsight.ts';
import { describeRelation } from '../../../domain/words/describe-relation.ts';
import { describeUnclear } from '../../../domain/words/describe-unclear.ts';
import type { LabelSeat } from '../../../domain/words/label-seats.ts';
import { capitalize, endSentence } from '../../../domain/words/sentence.ts';
import { type PythonStatus, toPythonStatus } from '../../../exchange/interop/python/mapping.ts';
import { describePlainForm } from '../../../formats/common/labelled/blank-form.ts';
import { findJudgment } from '../../../hall/operations/debate/take-part/person-steps.ts';
import { assessAuthority } from '../../../ledger/engine/record/authority.ts';
import { type GivenPicture, listPictures } from '../../../ledger/engine/record/pictures.ts';
import { getOutcome } from '../../../ledger/engine/record/record.ts';
import { getVisibility, getVisibleResult } from '../../../ledger/engine/record/visibility.ts';
import { listDueSteps, readLabels, type Snapshot, showDecision } from '../../../ledger/engine/snapshot.ts';
import { showAlarm, showEnding, showOpinions } from './opinions.ts';
import { clip, quoteLines } from './text.ts';

const TOPIC_CHARACTERS = 2_000;
const SYNTHESIS_CHARACTERS = 16_000;

export function getStatus({ debate: { status, closed }, log }: Snapshot): PythonStatus {
  const importedStalemate = log.some(isImportedStalemate);
  return toPythonStatus({ status, outcome: closed?.outcome ?? null, importedStalemate });
}

/** "decided, degraded, damaged import": how a debate of a list stands, and all that keeps it from being a decision of a whole panel. */
export function describeState(row: DebateSummary): string {
  const { status, outcome, full, importProblems, queued } = row;
  const standing = typeof queued === 'string' ? `waiting ${queued}` : (outcome ?? toPythonStatus(row));
  const caveats = listCaveats({ ...row, full: full || status === 'open' });
  return [standing, ...caveats, ...(importProblems > 0 ? [DAMAGED_IMPORT] : [])].join(', ');
}

/** Constant time: picks are made by a seat of their own. */
export function turnCount({ debate }: Snapshot): number {
  return Object.entries(debate.seats).reduce(
    (sum, [seat, { contributions }]) => sum + (seat === 'mediator' ? 0 : contributions),
    0,
  );
}

export type DueView = {
  readonly role: string;
  readonly act: string;
  readonly label: string;
  /** What a turn names that must not become the answer to a later one of the seat. */
  readonly step: string;
  /** Which agent takes it; absent where a person does. */
  readonly agent?: string;
  /** What a person's turn decides. */
  readonly judgment?: 'vote' | 'review';
  /** How a person may write it. */
  readonly form?: string;
};

export function listDue(snapshot: Snapshot): DueView[] {
  const getRole = readLabels(snapshot);
  return listDueSteps(snapshot).map((step) => {
    const { id, seat, act, label } = step;
    const due = { role: getRole(seat), act, label, step: id };
    const agent = snapshot.debate.seats[seat]?.agent;
    if (agent !== undefined && !isForPeople(agent)) return { ...due, agent: agent.agent };
    return { ...due, ...defined({ judgment: findJudgment(snapshot.format, act), form: describePlainForm(step) }) };
  });
}

/** How the next turn of a person may be written, in lines of a text. */
export function formLines(due: readonly DueView[]): readonly string[] {
  const form = due.find((step) => step.form !== undefined)?.form;
  return form === undefined ? [] : ['How it is written:', quoteLines(form)];
}

function failingSeats(snapshot: Snapshot) {
  const getRole = readLabels(snapshot);
  const visibility = getVisibility(snapshot);
  // What is over is not mended.
  const isOpen = snapshot.debate.status === 'open';
  return Object.entries(snapshot.debate.seats)
    .filter(([, seat]) => seat.failing)
    .flatMap(([seat]) => {
      const event = snapshot.log.findLast((each) => isEvent(each, 'seat-failed') && each.data.seat === seat);
      if (event === undefined || !isEvent(event, 'seat-failed')) return [];
      const { agent } = event.data;
      const failure = visibility.showFailure(readFailure(event.data.failure));
      return [
        {
          role: getRole(seat),
          agent: agent.agent,
          code: failure.code,
          message: clip(failure.message, 500),
          ...defined({ next_step: isOpen ? writeOffTerminal(FAILURES[failure.code].nextStep) : undefined }),
        },
      ];
    });
}

/** A field of results; absent for a debate without such problems. */
export function showImportProblems(count: number): { import_problems?: number } {
  return count === 0 ? {} : { import_problems: count };
}

const MOST_LEFT_OUT = 20;

/** Material that no seat got; what the list has no room for is counted. */
function showLeftOut(leftOut: readonly LeftOut[]): { context_left_out?: string[] } {
  if (leftOut.length === 0) return {};
  const rows = summarizeLeftOut(leftOut, MOST_LEFT_OUT);
  return { context_left_out: rows.map(({ source, reason }) => clip(`${source}: ${reason}`, 300)) };
}

function showPictures(pictures: readonly GivenPicture[]): { pictures?: string[] } {
  if (pictures.length === 0) return {};
  return { pictures: pictures.map((picture) => clip(`${picture.source}: ${describePicture(picture)}`, 300)) };
}

const safe = (text: string) => clip(text, 300);

/** Which seat looks from which point of view and why, where nobody chose it. */
export function listViewing(log: Snapshot['log']): readonly string[] {
  const notes = log.flatMap((event) => (isEvent(event, 'note-recorded') ? [event.data] : []));
  return notes.flatMap(({ code, message }) =>
    code === 'perspective-chosen' ? [safe(readSealed(message) ?? REDACTED_MARK)] : [],
  );
}

type AuthorityView = {
  full_panel?: boolean;
  panel?: AuthorityWords['panel'];
  degraded?: string[];
  /** What else makes seats less than independent voices. */
  notes?: string[];
};

/** How far the outcome speaks for the whole panel, as every door says it; of a debate that is not over only who fills its seats. */
function showAuthority({ debate }: Snapshot, authority: Authority, role: LabelSeat): AuthorityView {
  const { status, opened } = debate;
  const { contextLeftOut } = opened;
  const { panel, gaps, notes } = describeAuthority({ authority, status, contextLeftOut }, { label: role, safe });
  const { full } = authority;
  return {
    ...(status === 'open' ? {} : { full_panel: full, panel, ...(full ? {} : { degraded: [...gaps] }) }),
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
  };
}

/** What every tool that shows a debate returns. */
export function summarize(snapshot: Snapshot) {
  const { debate, log } = snapshot;
  const { opened } = debate;
  const due = listDue(snapshot);
  const { maxTurns, maxRounds, order } = opened.options;
  const decision = showDecision(snapshot);
  const authority = assessAuthority(snapshot);
  const { rehearsal } = authority;
  const { contextLeftOut } = opened;
  const result = getVisibleResult(snapshot);
  const role = readLabels(snapshot);
  const viewing = listViewing(log);
  const failures = failingSeats(snapshot);
  const speaking = due.filter(({ act }) => act !== 'pick');
  const isOver = debate.status !== 'open';
  const outcome = getOutcome(debate);
  return {
    thread_id: snapshot.threadId,
    topic: clip(readSealed(opened.topic) ?? REDACTED_MARK, TOPIC_CHARACTERS),
    format: opened.format,
    ...defined({
      tags: opened.tags,
      relation: opened.relation && describeRelation(opened.relation, role),
      question_note: describeUnclear(opened.question, readSealed(opened.topic) ?? '', 'mcp'),
    }),
    mode: order === 'mediated' ? 'mediated' : 'fixed',
    status: getStatus(snapshot),
    turn_count: turnCount(snapshot),
    ...(typeof maxTurns === 'number' ? { max_turns: maxTurns } : {}),
    ...(typeof maxRounds === 'number' ? { max_rounds: maxRounds } : {}),
    ...defined({ limit_reached: debate.limitReached?.limit }),
    next_role: speaking[0]?.role ?? null,
    due,
    next_seq: debate.nextSeq,
    ...(decision === undefined
      ? {}
      : { synthesis: clip(readDecision({ decision, result: result ?? null }) ?? decision, SYNTHESIS_CHARACTERS) }),
    ...defined({ result: result && clip(result.headline, TOPIC_CHARACTERS) }),
    ...showOpinions(result, role),
    ...showAlarm(result, role),
    ...(outcome === null ? {} : { outcome }),
    ...(isOver ? showEnding(snapshot, role) : {}),
    ...showAuthority(snapshot, authority, role),
    ...showPictures(listPictures(log)),
    ...showLeftOut(contextLeftOut),
    ...(viewing.length === 0 ? {} : { perspectives: [...viewing] }),
    ...(rehearsal.length === 0 ? {} : { rehearsal: rehearsal.map(role) }),
    ...(failures.length === 0 ? {} : { failures }),
    ...showImportProblems(log.filter(isImportProblem).length),
  };
}

export type DebateOverview = ReturnType<typeof summarize>;

export type Caveats = Pick<DebateOverview, 'panel' | 'degraded' | 'notes' | 'context_left_out' | 'rehearsal'>;

/** What every text about a debate says first of all: who did not speak, what nobody saw, which seats no model filled or who shares a speaker. */
export function caveatLines({ panel, degraded, notes = [], context_left_out: leftOut, rehearsal }: Caveats): string[] {
  return [
    ...(degraded === undefined || panel === undefined ? [] : [`${capitalize(panel)}: ${degraded.join('; ')}.`]),
    ...notes.map(endSentence),
    ...(leftOut === undefined ? [] : [`Left out of the context: ${leftOut.join('; ')}.`]),
    ...(rehearsal === undefined ? [] : [`REHEARSAL, not argued by a model: ${rehearsal.join(', ')}.`]),
  ];
}

/** What every text about a debate says of what it has come to. */
export function describeConclusion(overview: DebateOverview): string[] {
  const { outcome, ended_by, outcome_meaning, turned_out, alarm, result, synthesis, dissent = [] } = overview;
  return [
    ...(ended_by === undefined ? [] : [`Ended by ${ended_by}.`]),
    ...(outcome_meaning === undefined ? [] : [`The outcome means: ${outcome_meaning}`]),
    ...(turned_out === undefined ? [] : [`${titleTurnedOut(turned_out)} ${describeHindsight(turned_out)}.`]),
    ...(result === undefined ? [] : [`${titleResult({ outcome })}:`, quoteLines(result)]),
    ...(alarm === undefined ? [] : [`Conformity alarm: ${alarm}`]),
    ...(synthesis === undefined ? [] : ['Decision:', quoteLines(synthesis)]),
    ...dissent.flatMap(({ role, text }) => [`Dissent, ${role}:`, quoteLines(text)]),
  ];
}
