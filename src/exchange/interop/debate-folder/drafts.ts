// Turns a debate folder into events of ours; what the rules read out of the texts they read themselves.
import { IMPORTED_AGENT } from '../../../domain/outcomes.ts';
import type { FolderDebate } from './read.ts';
import type { FolderArgument, ScoresFile } from './schema.ts';

/** An event with plain texts; a turn without `data` gets what the rules read out of its text. */
export interface FolderDraft {
  readonly at: string;
  readonly type: 'debate-opened' | 'turn-recorded' | 'debate-extended' | 'debate-closed' | 'note-recorded';
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ImportFrame {
  readonly threadId: string;
  /** When it is imported, ISO with milliseconds: the time of what the folder gives no time for. */
  readonly importedAt: string;
  readonly hallVersion: string;
}

const USUAL_ROUNDS = 3;
/** More exchanges than a debate is opened for come as an extension. */
const MOST_ROUNDS = 20;

const SEATS = { prop: 'proposition', opp: 'opposition' } as const;

function writeAnswer(given: readonly FolderArgument[]): string {
  return JSON.stringify({
    arguments: given.map(({ title, claim, grounds, warrant, backing, qualifier, attacks, defends }) => ({
      ...{ title, claim, grounds, warrant, backing, qualifier },
      attacks: attacks.map(({ target, type, content }) => ({ target_id: target, attack_type: type, content })),
      defends: defends.map(({ target, type, content }) => ({ target_id: target, defense_type: type, content })),
    })),
  });
}

type Scored = ScoresFile[string]['history'][number];

/** What was scored while this exchange was judged: its own arguments, and earlier ones again. */
function draftJudgment({ arguments: given, scores }: FolderDebate, exchange: number) {
  const exchangeById = new Map(given.map((argument) => [argument.id, argument.exchange]));
  const own: { id: string; entry: Scored }[] = [];
  const again: { id: string; entry: Scored; before: number }[] = [];
  for (const { id } of given) {
    scores[id]?.history.forEach((entry, index, history) => {
      const before = history[index - 1]?.score;
      const judgedIn = before === undefined ? exchangeById.get(id) : exchangeById.get(entry.triggered_by ?? '');
      if (judgedIn !== exchange) return;
      if (before === undefined) own.push({ id, entry });
      else again.push({ id, entry, before });
    });
  }
  return { own, again };
}

function judgmentText({ own, again }: ReturnType<typeof draftJudgment>): string {
  return JSON.stringify({
    scores: own.map(({ id, entry: { score, reasoning } }) => ({ argument_id: id, score, reasoning })),
    rescores: again.map(({ id, entry: { score, reasoning }, before }) => ({
      ...{ argument_id: id, old_score: before, new_score: score, reasoning },
    })),
  });
}

/** Times without a zone are UTC there. */
function findTime({ own }: ReturnType<typeof draftJudgment>): number | undefined {
  const times = own.flatMap(({ entry: { scored_at: at } }) => {
    const ms = at === undefined ? Number.NaN : Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(at) ? at : `${at}Z`);
    return Number.isNaN(ms) ? [] : [ms];
  });
  return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * Events that say what the folder says, in the order in which they can be appended. Each exchange was judged once there, in
 * one order. A folder whose exchanges are all judged has no end of its own; it is closed by its totals.
 */
export function toDrafts(
  debate: FolderDebate,
  { threadId, importedAt, hallVersion }: ImportFrame,
): readonly FolderDraft[] {
  const exchanges = Math.max(0, ...debate.arguments.map(({ exchange }) => exchange + 1));
  const judgments = Array.from({ length: exchanges }, (_, exchange) => draftJudgment(debate, exchange));
  const judged = judgments.filter(({ own }) => own.length > 0).length;
  const rounds = exchanges === 0 ? USUAL_ROUNDS : exchanges;
  const complete = exchanges > 0 && judged === exchanges;
  let at = judgments.map(findTime).find((ms) => ms !== undefined) ?? Date.parse(importedAt);
  const draft = (type: FolderDraft['type'], data: FolderDraft['data'], ms = at): FolderDraft => {
    at = Math.max(at, ms);
    return { at: new Date(at).toISOString(), type, data };
  };
  const turn = (seat: string, act: string, content: string, ms?: number) =>
    draft('turn-recorded', { seat, act, content, by: { agent: IMPORTED_AGENT } }, ms);
  const opening = draft('debate-opened', {
    threadId,
    topic: debate.motion,
    format: 'oxford',
    options: {
      rounds: Math.min(rounds, MOST_ROUNDS),
      definitions: debate.definitions,
      scope: debate.scope,
      judges: 1,
      bothOrders: false,
      rescoring: true,
    },
    limits: { tokens: null, costMicroUsd: null, wallMs: null },
    seats: ['proposition', 'opposition', 'judge'].map((seat) => ({ seat, agent: IMPORTED_AGENT })),
    context: [],
    contextLeftOut: [],
    prompts: [],
    seed: threadId.slice(0, 64),
    hallVersion,
  });
  const more = rounds - MOST_ROUNDS;
  return [
    opening,
    ...(more > 0 ? [draft('debate-extended', { rounds: more, by: IMPORTED_AGENT.agent })] : []),
    ...judgments.flatMap((judgment, exchange) => {
      const given = debate.arguments.filter((argument) => argument.exchange === exchange);
      const sides = (['prop', 'opp'] as const).flatMap((side) => {
        const own = given.filter((argument) => argument.side === side);
        return own.length === 0 ? [] : [turn(SEATS[side], 'argument', writeAnswer(own))];
      });
      return judgment.own.length === 0
        ? sides
        : [...sides, turn('judge', 'judgment', judgmentText(judgment), findTime(judgment))];
    }),
    ...(complete
      ? [draft('debate-closed', { outcome: 'not-settled', decision: null, warnings: [], by: IMPORTED_AGENT.agent })]
      : []),
  ];
}
