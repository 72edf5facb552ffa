// Debates of every format that end in every way that its rules know, made once, with what must be said of each.
import { findSpentLimit } from '../../src/domain/budget.ts';
import type { AgentRef, LeftOut, Limits, RuleData } from '../../src/domain/event-parts.ts';
import { isEvent, type LedgerEvent } from '../../src/domain/events.ts';
import { HallError } from '../../src/domain/failures/errors.ts';
import type { AnyFormat, Step } from '../../src/formats/format.ts';
import type { Engine } from '../../src/ledger/engine/engine.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { getNext, type Snapshot } from '../../src/ledger/engine/snapshot.ts';
import { DIFF } from '../support/answers.ts';
import { knownFormat, openRequest } from '../support/hall.ts';
import { REHEARSAL } from '../support/rehearsal.ts';

const FAKE: AgentRef = { agent: 'fake', kind: 'fake', vendor: 'acme' };
const OTHER: AgentRef = { agent: 'other', kind: 'fake', vendor: 'umbrella' };
const MOST_STEPS = 60;
/** What somebody writes who closes a debate. */
export const MANUAL = 'We move in May.';

const opening = (answer: string) =>
  JSON.stringify({ answer, confidence: 70, claims: [`${answer}, as measured`], change_mind: 'Another figure' });
const challenge = (stands: boolean) => JSON.stringify({ stands, case: stands ? 'The load is unknown.' : 'None.' });

interface Script {
  /** The first and the others open with these. */
  readonly openings?: readonly [string, string];
  readonly challenge?: boolean;
  readonly options?: RuleData;
  readonly leftOut?: readonly LeftOut[];
  readonly agent?: AgentRef;
  readonly limits?: Partial<Limits>;
  /** Does something else before a step is answered; true: the debate is not played further. */
  readonly before?: (play: Play, step: Step, index: number) => Promise<boolean>;
  readonly after?: (play: Play) => Promise<unknown>;
  /** Instead of a run that comes to the end of its rules. */
  readonly close?: (play: Play) => Promise<unknown>;
}

interface Play {
  readonly engine: Engine;
  readonly id: string;
}

/** What every place has to say of the authority: whether the panel is full, and words that say why it is not. */
export interface WayToEnd {
  readonly script: Script;
  /** Only formats whose options have this can end so. */
  readonly needs?: string;
  /** Left out where it depends on who had spoken by then. */
  readonly full?: boolean;
  /** Whether it has ended so; a debate in which the occasion never came says nothing of this way. */
  readonly came?: (snapshot: Snapshot) => boolean;
  readonly gap?: string;
}

/** What rules may want of a seat that writes in words; the first that they take is its answer. */
const SPOKEN = ['Yes', 'No'].map(
  (answer) => `ANSWER: ${answer}\n\n1. We move.\n2. Is there a tension?\n[VERDICT] yes [EVIDENCE] none`,
);
const VOTES = ['VOTE: APPROVE\nI can live with it.', 'NEXT: wind\nIts turn.'];

function answersTo(
  step: Step,
  index: number,
  { openings = ['Yes', 'No'], challenge: stands }: Script,
): readonly string[] {
  if (step.act === 'opening') return [opening(openings[index === 0 ? 0 : 1])];
  if (step.act === 'challenge-agreement') return [challenge(stands === true)];
  return [...(step.sample === undefined ? [] : [step.sample(REHEARSAL)]), ...SPOKEN, ...VOTES];
}

async function answer({ engine, id }: Play, step: Step, index: number, script: Script): Promise<void> {
  const { seat, act, data, id: key } = step;
  const agent = (await engine.snapshot(id)).debate.seats[seat]?.agent ?? FAKE;
  const by = { agent, usage: { inputTokens: 6, outputTokens: 1, costMicroUsd: 6 } };
  const refusals: unknown[] = [];
  for (const content of answersTo(step, index, script)) {
    const refused = await engine.dispatch(id, { type: 'record', seat, act, data, content, by, key }).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refused === undefined) return;
    refusals.push(refused);
  }
  throw refusals[0];
}

/** Whether it could be; what the rules refuse leaves a debate that has not ended so. */
const tryTo = async ({ engine, id }: Play, command: Parameters<Engine['dispatch']>[1]): Promise<boolean> =>
  await engine.dispatch(id, command).then(
    () => true,
    (error: unknown) => {
      if (error instanceof HallError) return false;
      throw error;
    },
  );

/** Not while a phase is blind, and not under rules that close by votes alone. */
const close = async (play: Play) => await tryTo(play, { type: 'close', synthesis: MANUAL, by: 'ana' });

const force = async (play: Play) =>
  await tryTo(play, { type: 'debate-force-closed', data: { reason: 'Enough.', by: 'ana' } });

/** The text of the decision, wherever it is. */
async function redactDecision(play: Play): Promise<void> {
  const { debate, log } = await play.engine.snapshot(play.id);
  const decision = debate.closed?.decision ?? null;
  if (decision === null) return;
  const target = 'turn' in decision ? decision.turn : log.findIndex(({ type }) => type === 'debate-closed');
  await tryTo(play, { type: 'redact', target, reason: 'It named Bo.', by: 'ana' });
}

const isRedacted = (snapshot: Snapshot) => toRecord(snapshot).decisionRedaction !== undefined;

const reach = (limits: Partial<Limits>): Script => ({
  limits,
  before: async ({ engine, id }) => {
    const spent = findSpentLimit((await engine.snapshot(id)).debate);
    if (spent !== undefined) await engine.dispatch(id, { type: 'reach-limit', ...spent });
    return spent !== undefined;
  },
});

const AGREED: Script = { openings: ['Yes', 'Yes'], options: { openings: true, ballot: true, gate: 'on' } };
const VOTED: RuleData = { openings: true, ballot: true, gate: 'off' };

const hasJudged = (stands: boolean) => (snapshot: Snapshot) =>
  snapshot.log.some((event) => isEvent(event, 'turn-recorded') && event.data.data['stands'] === stands);
const isExhausted = ({ debate }: Snapshot) => debate.status === 'exhausted';
const hasOne = (type: LedgerEvent['type']) => (snapshot: Snapshot) => snapshot.log.some((event) => event.type === type);

export const WAYS: Readonly<Record<string, WayToEnd>> = {
  'by its rules': { script: {}, full: true },
  'at the gate': { script: AGREED, needs: 'gate', full: true },
  'at the gate, challenged in vain': {
    script: { ...AGREED, challenge: false, options: { ...AGREED.options, gate: 'challenge' } },
    needs: 'gate',
    came: hasJudged(false),
    full: true,
  },
  'after a challenge that stands': {
    script: { ...AGREED, challenge: true, options: { ...AGREED.options, gate: 'challenge' } },
    needs: 'gate',
    came: hasJudged(true),
    full: true,
  },
  'by ballot': { script: { options: VOTED }, needs: 'ballot', full: true },
  'by a limit on turns': { script: { options: { maxTurns: 2 } }, needs: 'maxTurns', came: isExhausted },
  'by a limit on tokens': { script: reach({ tokens: 10 }), came: isExhausted },
  'by a limit on money': { script: reach({ costMicroUsd: 10 }), came: isExhausted },
  'by a limit on time': { script: reach({ wallMs: 2 }), came: isExhausted },
  'closed manually': {
    script: {
      before: async (play, _, index) => index > 0 && (await close(play)),
    },
    came: ({ debate }) => debate.closed?.outcome === 'closed-manually',
  },
  'closed manually after a limit': {
    script: { ...reach({ tokens: 10 }), after: close },
    came: ({ debate }) => debate.status === 'closed' && debate.closed?.outcome === 'stopped-by-limit',
  },
  'closed manually at its end': {
    script: { close, options: VOTED },
    came: ({ debate }) => debate.closed?.outcome === 'closed-manually',
  },
  'closed manually and redacted': {
    script: { before: async (play, _, index) => index > 0 && (await close(play)), after: redactDecision },
    came: isRedacted,
  },
  'with a redacted decision': { script: { after: redactDecision }, came: isRedacted },
  'forced after its end': { script: { options: VOTED, after: force }, came: hasOne('debate-closed') },
  reopened: {
    script: {
      options: VOTED,
      after: async (play) => await tryTo(play, { type: 'debate-extended', data: { rounds: 1, by: 'ana' } }),
    },
    came: hasOne('debate-extended'),
  },
  'not yet': {
    script: { options: VOTED, before: async (_play, _step, index) => index > 2 },
    came: ({ debate }) => debate.status === 'open',
  },
  forced: {
    script: {
      before: async (play, _, index) => index > 0 && (await force(play)),
    },
  },
  'with a stand-in': {
    script: {
      before: async ({ engine, id }, { seat }, index) => {
        if (index === 1) await engine.dispatch(id, { type: 'replace', seat, to: OTHER, reason: 'It timed out.' });
        return false;
      },
    },
    full: false,
    gap: 'was replaced',
    came: hasOne('seat-replaced'),
  },
  'with a departure': {
    script: {
      before: async ({ engine, id }, { seat }) => {
        const { format, state, debate } = await engine.snapshot(id);
        const isFree = format.expendable?.(state).some((each) => each.seat === seat) === true;
        if (!isFree || Object.values(debate.seats).some(({ left }) => left !== undefined)) return false;
        await engine.dispatch(id, { type: 'seat-left', data: { seat, reason: 'It failed.' } });
        return false;
      },
    },
    needs: 'expendable',
    came: hasOne('seat-left'),
    full: false,
    gap: 'continued without',
  },
  'without some of the material': {
    script: { leftOut: [{ source: 'big.sql', reason: 'too large: 9 bytes', missed: true }] },
    full: false,
    gap: 'did not get big.sql',
  },
  'as a rehearsal': { script: { agent: { ...FAKE, rehearsal: true } }, full: true, gap: 'rehears' },
};

/** What an author has to answer, where a format has one. */
const FINDINGS = [{ id: 'R1-F1', severity: 'P1' }];

/** `undefined`: debates of this format cannot end so. */
function optionsFor(format: AnyFormat, { script, needs }: WayToEnd): RuleData | undefined {
  if (needs === 'expendable') return format.expendable === undefined ? undefined : listOptions(format, {});
  const known = listOptions(format, {}) ?? {};
  if (needs !== undefined && !Object.hasOwn(known, needs)) return undefined;
  const wanted = Object.entries({ rounds: 1, findings: FINDINGS, ...script.options }).filter(([name]) =>
    Object.hasOwn(known, name),
  );
  return listOptions(format, Object.fromEntries(wanted));
}

function listOptions(format: AnyFormat, given: RuleData): RuleData | undefined {
  const parsed = format.options.safeParse(given);
  return parsed.success ? (parsed.data as RuleData) : undefined;
}

/** Answers what is due, one step after the other, until nothing is. */
async function playOn(play: Play, script: Script): Promise<void> {
  const { engine, id } = play;
  for (let index = 0; index < MOST_STEPS; index += 1) {
    const next = getNext(await engine.snapshot(id));
    if (next.kind === 'over' || next.kind === 'limit') return;
    if (next.kind === 'close' && script.close !== undefined) return void (await script.close(play));
    if (next.kind === 'close') return void (await engine.dispatch(id, { type: 'close', by: 'runner' }));
    const [step] = next.steps;
    if (step === undefined || (await script.before?.(play, step, index)) === true) return;
    const now = getNext(await engine.snapshot(id));
    const due = now.kind === 'ask' ? now.steps[0] : undefined;
    if (due === undefined) continue;
    await answer(play, due, index, script);
  }
  throw new Error(`${id} does not end.`);
}

/** `undefined` where the format cannot end so. */
export async function endDebate(engine: Engine, format: AnyFormat, name: string): Promise<Snapshot | undefined> {
  const way = WAYS[name] as WayToEnd;
  const options = optionsFor(format, way);
  if (options === undefined) return undefined;
  const { script } = way;
  const id = `${format.id}-${name.replaceAll(/[ ,]+/g, '-')}`;
  const agent = script.agent ?? FAKE;
  const base = openRequest(id, options, await knownFormat(format.id));
  await engine.open({
    ...base,
    topic: 'Should we move to Postgres this year?',
    question: { answer: 'yes-no', byForm: true },
    seats: base.seats.map(({ seat }) => ({ seat, agent })),
    context: [{ source: 'git:HEAD', bytes: DIFF.length, text: DIFF }],
    contextLeftOut: [...(script.leftOut ?? [])],
    limits: { ...base.limits, ...script.limits },
  });
  await engine.dispatch(id, { type: 'start-run', pid: 1, hallVersion: '0.0.0' });
  await playOn({ engine, id }, script);
  await script.after?.({ engine, id });
  const snapshot = await engine.snapshot(id);
  return way.came?.(snapshot) === false ? undefined : snapshot;
}
