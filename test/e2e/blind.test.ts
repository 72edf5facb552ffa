import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../../src/agents/agent.ts';
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { AnyFormat, Step } from '../../src/formats/format.ts';
import { kill as killDebate } from '../../src/hall/operations/debate/take-part/end-debate.ts';
import { showDebate } from '../../src/hall/operations/records/copies/export-debate.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { findBlindStart, getNext, type Snapshot } from '../../src/ledger/engine/snapshot.ts';
import { createSite, type Site } from '../github/harness.ts';
import { type Answer, said, setTable, type Table } from '../runner/table.ts';
import { DIFF, marked } from '../support/answers.ts';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { type Doors, openDoors, type Seen } from '../support/doors.ts';
import { knownFormat, testEngine } from '../support/hall.ts';
import { FOREVER_MS } from '../support/limits.ts';
import { type Behaviour, doesAsTold, fake } from '../support/processes.ts';
import { REHEARSAL } from '../support/rehearsal.ts';

let site: Site;
let engine: Table['engine'];
let doors: Doors;
beforeAll(async () => {
  site = await createSite();
  doors = await openDoors(site);
  engine = testEngine(site.project.debates);
});
afterAll(async () => {
  await doors.close();
  await site.dispose();
});

/** Doors behind which one of the marks stands. */
function doorsWith(seen: Seen, marks: readonly string[]): string[] {
  return Object.entries(seen).flatMap(([door, text]) =>
    marks.filter((mark) => text.includes(mark)).map((mark) => `${door}: ${mark}`),
  );
}

const failedWith = (message: string, more: object = {}): Reply => ({
  status: 'failed',
  failure: { code: 'crashed', message },
  retryAfterMs: 0,
  details: { durationMs: 1, notes: [] },
  ...more,
});

const STOPPED: Reply = {
  status: 'failed',
  failure: { code: 'cancelled', message: 'The call was stopped.' },
  details: { durationMs: 1, notes: [] },
};

/** One blind phase as it is played. */
interface Phase {
  readonly act: string;
  readonly from: number;
  readonly seats: readonly string[];
}

const KINDS = ['words', 'refused', 'lost', 'retried', 'note', 'model', 'session', 'failed', 'partial'] as const;
type Kind = (typeof KINDS)[number];
const markOf = (kind: Kind, { act, from }: Phase) => `mark${kind}${act}${from}end`;

/** Findings that have no words but their marks in common, and cross-checks that doubt them all, so that there is something to argue about. */
const usable = ({ sample, act, seat, id }: Step) =>
  sample?.(REHEARSAL).replaceAll('(Rehearsed.)', '').replaceAll('"verdict": "valid"', '"verdict": "invalid"') ??
  (act === 'vote' ? 'VOTE: APPROVE\n- It holds.' : `${seat} says ${id}`);

/** The phase that is blind now, with the seats that are due in it; `undefined` while none is. */
function blindPhase(snapshot: Snapshot): Phase | undefined {
  const from = findBlindStart(snapshot);
  const next = getNext(snapshot);
  if (from === Number.POSITIVE_INFINITY || next.kind !== 'ask') return undefined;
  const seats = [...new Set(next.steps.map(({ seat }) => seat))];
  return { act: next.steps[0]?.act ?? '', from, seats };
}

/**
 * Seats that misbehave in every blind phase. The first one loses a session, fails, breaks the rules, then answers with
 * notes; of four the second one fails for good; the last one leaves its seat open, and answers when it is asked again.
 */
function troubled(engine: Table['engine'], threadId: string) {
  const phases: Phase[] = [];
  const tries = new Map<string, number>();
  const answer: Answer = async ({ step }) => {
    const now = blindPhase(await engine.snapshot(threadId));
    if (now === undefined) return said(usable(step));
    const known = phases.find(({ from }) => from === now.from);
    if (known === undefined) phases.push(now);
    const phase = known ?? now;
    const mark = (kind: Kind) => markOf(kind, phase);
    const words = marked(usable(step), mark('words'));
    const turn = tries.get(step.id) ?? 0;
    tries.set(step.id, turn + 1);
    const place = phase.seats.indexOf(step.seat);
    if (place > 0 && place === phase.seats.length - 1) return turn === 0 ? STOPPED : said(words);
    if (place === 1 && phase.seats.length > 3) {
      return failedWith(`It said: ${mark('failed')}`, { partial: mark('partial') });
    }
    if (place !== 0) return said(words);
    const misdeeds: readonly Reply[] = [
      failedWith(`It said: ${mark('lost')}`, { sessionLost: true }),
      failedWith(`It said: ${mark('retried')}`),
      said(`${mark('refused')} ${'x'.repeat(60_000)}`),
    ];
    const notes = [`the agent asked for permission for "${mark('note')}"`];
    return misdeeds[turn] ?? said(words, { notes, reportedModel: mark('model'), sessionId: mark('session') });
  };
  return { answer, phases };
}

/** A table at which every seat answers so. */
async function tableOf(format: AnyFormat, threadId: string, options: RuleData, answer: Answer): Promise<Table> {
  const context = format.id === 'wind-wall-door' ? [] : [{ source: 'git:HEAD', bytes: DIFF.length, text: DIFF }];
  const seats = format.seats(format.options.parse(options)).map(({ id }) => id);
  const answers = Object.fromEntries(seats.map((seat) => [seat, answer]));
  return await setTable(engine, { answers }, { threadId, format, options, context });
}

interface Case {
  readonly id: string;
  /** The debate; its format's name when it is left out. */
  readonly thread?: string;
  readonly options: RuleData;
  /** Acts of the phases that are blind, in their order. */
  readonly acts: readonly string[];
}

const CASES: readonly Case[] = [
  { id: 'wind-wall-door', options: { rounds: 1, consensus: true }, acts: ['vote'] },
  {
    id: 'wind-wall-door',
    thread: 'opinions',
    options: { openings: true, gate: 'on', rounds: 1, ballot: true },
    acts: ['opening', 'ballot'],
  },
  {
    id: 'review',
    options: { reviewers: 5, rounds: 1, confidenceThreshold: 100 },
    acts: ['review', 'cross', 'dispute', 'validate'],
  },
  { id: 'plan', options: { planners: 5, rounds: 1 }, acts: ['plan', 'critique', 'validate'] },
  { id: 'asymmetric', options: { deepN: 2, freshN: 2 }, acts: ['position', 'challenge'] },
  { id: 'oxford', options: { rounds: 1, judges: 4 }, acts: ['argument', 'judgment'] },
];

/** A debate of people, of agents and of reviewers; the other formats in a campaign. */
const TRIED = CASES.filter(({ id }) => inCampaign || ['wind-wall-door', 'panel', 'review'].includes(id));

describe.each(sample(TRIED, 3))('a debate of the format $id', ({ id, thread = id, options, acts }) => {
  it(`shows no word of a blind phase (${acts.join(', ')}) before it ends, and every word then`, async () => {
    const { answer, phases } = troubled(engine, thread);
    const table = await tableOf(await knownFormat(id), thread, options, answer);
    const played: Phase[] = [];
    while ((await table.run()).reason === 'cancelled') {
      const phase = phases.at(-1) as Phase;
      played.push(phase);
      const marks = KINDS.map((kind) => markOf(kind, phase));
      const more = thread === 'wind-wall-door' ? { ...(await doors.print(thread)), ...(await doors.post(thread)) } : {};
      const live = JSON.stringify(table.events);
      expect(doorsWith({ live, ...more, ...(await doors.look(thread)) }, marks)).toEqual([]);
      const close = engine.dispatch(thread, { type: 'close', synthesis: 'We stop here.', by: 'Ada' });
      await expect(close).rejects.toMatchObject({ code: 'rule-violation', message: expect.stringContaining('blind') });
    }
    expect(played.map(({ act }) => act)).toEqual(acts);

    const record = JSON.stringify(toRecord(await engine.snapshot(thread)));
    const live = JSON.stringify(table.events);
    for (const phase of played) {
      const kept = KINDS.filter((kind) => kind !== 'retried' && kind !== 'partial').filter(
        (kind) => kind !== 'failed' || phase.seats.length > 3,
      );
      expect(kept.filter((kind) => !record.includes(markOf(kind, phase)))).toEqual([]);
      expect(['words', 'note'].filter((kind) => !live.includes(markOf(kind as Kind, phase)))).toEqual([]);
    }
  });

  it.runIf(inCi)('says why when everyone who is due has failed, and only then', async () => {
    const threadId = `${thread}-stuck`;
    const answer: Answer = async ({ step }) => {
      const phase = blindPhase(await engine.snapshot(threadId));
      return phase === undefined
        ? said(usable(step))
        : failedWith(`It said: whyof${step.seat}end`, { partial: 'markhalf' });
    };
    const table = await tableOf(await knownFormat(id), threadId, options, answer);
    const told: string[] = [];
    const run = await table.run({ listen: (event) => told.push(JSON.stringify(event)) });
    expect(run.reason).toBe('paused');
    const seats = blindPhase(run.snapshot)?.seats ?? [];
    const reasons = seats.map((seat) => `whyof${seat}end`);
    const seen: Seen = { ...(await doors.look(threadId)), live: told.join('') };
    for (const door of ['live', 'show', 'export markdown', 'export octave', 'get_debate']) {
      expect(reasons.filter((reason) => !seen[door]?.includes(reason))).toEqual([]);
    }
    expect(doorsWith(seen, ['markhalf'])).toEqual([]);
    const untilTheEnd = told.slice(
      0,
      told.findIndex((line) => line.includes('details-revealed')),
    );
    expect(untilTheEnd.join()).not.toContain('whyof');
  });
});

describe.runIf(inCampaign)('programs that say more than their answer', () => {
  /** The argument that tells a fake what to do; the argument is on record, so no mark stands in it as it is. */
  const told = (behaviour: object) => JSON.stringify(behaviour).replaceAll('mark', '\\u006dark');
  const plan = async () =>
    (await knownFormat('plan')).sampleStep({ planners: 5 }, 'planner-1').sample?.(REHEARSAL) ?? '';
  const talker = async () => ({
    kind: 'acp',
    sandbox: 'off',
    argv: fake(
      'speaks-acp.mjs',
      told({
        log: site.project.path('heard'),
        turns: [
          [
            { update: { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Write marktool' } },
            {
              ask: {
                method: 'session/request_permission',
                params: { toolCall: { toolCallId: 't', title: 'Write markpermission' }, options: [] },
              },
            },
            { say: `\n${marked(await plan(), 'marksaid')}` },
          ],
        ],
      }),
    ),
  });
  const complains = (behaviour: Behaviour, output: object) => ({
    kind: 'command',
    argv: doesAsTold(behaviour).map((each) => each.replaceAll('mark', '\\0155ark')),
    prompt: 'stdin',
    output,
  });

  /** The live feed up to the failure of this seat. */
  async function readFeed(threadId: string, seat: string): Promise<string> {
    const lines: string[] = [];
    for await (const line of doors.hall.store.followFeed(threadId, new AbortController().signal)) {
      lines.push(line);
      if (line.includes('"seat-failed"') && line.includes(seat)) break;
    }
    return lines.join('\n');
  }

  it('are withheld at every door, in the progress and in the feed of a run that goes on', async () => {
    const { project } = site;
    const error = { code: -32_000, message: 'markacp' };
    const agents = {
      talker: await talker(),
      refuser: {
        kind: 'acp',
        sandbox: 'off',
        argv: fake('speaks-acp.mjs', told({ log: project.path('heard'), turns: [[{ error }]] })),
      },
      crasher: complains({ stderr: 'markstderr', exit: 3 }, { format: 'text' }),
      complainer: complains(
        { stdout: '{"error":"markerror"}' },
        { format: 'json', path: 'result', errorPath: 'error' },
      ),
      waiter: project.seat('planner-5', { until: project.path('go') }),
    };
    project.configure({ agents, agentRetries: 0 });
    const threadId = 'processes';
    const progress: unknown[] = [];
    const running = doors.server.client.callTool(
      { name: 'debate_plan', arguments: { thread_id: threadId, topic: 'How?', agents: Object.keys(agents) } },
      { onprogress: (each) => progress.push(each), timeout: FOREVER_MS },
    );
    const recorded = async (type: string) => project.events(threadId).filter((event) => event.type === type).length;
    await expect.poll(() => project.ledgers.exists(threadId)).toBe(true);
    await expect.poll(() => recorded('seat-failed')).toBe(3);
    await expect.poll(() => recorded('note-recorded')).toBeGreaterThan(1);
    const watcher = project.start(['watch', threadId]);
    const watched = await watcher.says('stderr', '✗ Planner 4');
    const feed = await readFeed(threadId, 'planner-4');
    const seen = { ...(await doors.look(threadId)), watched, feed, progress: JSON.stringify(progress) };
    const kinds = ['marksaid', 'marktool', 'markpermission', 'markacp', 'markstderr', 'markerror'];
    expect(progress.length).toBeGreaterThan(3);
    expect(doorsWith(seen, kinds)).toEqual([]);
    await killDebate(doors.hall, { threadId, reason: 'Seen enough.', author: 'Ada' });
    await Promise.all([running, watcher.finished]);
    const record = JSON.stringify(await showDebate(doors.hall, threadId));
    expect(kinds.filter((kind) => !record.includes(kind))).toEqual([]);
  });
});
