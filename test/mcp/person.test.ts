// A person in every seat of every format, asked by a client's forms: each message says what the turn is for, and what is filled in counts.
import fs from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { RuleData } from '../../src/domain/event-parts.ts';
import { describePlainForm } from '../../src/formats/common/labelled/blank-form.ts';
import type { Step } from '../../src/formats/format.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import type { OpenInput } from '../../src/hall/operations/debate/opening/open-input.ts';
import { close } from '../../src/hall/operations/debate/take-part/end-debate.ts';
import { say, takeSeat } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { listPersonSteps } from '../../src/hall/operations/debate/take-part/person-steps.ts';
import { promptFor } from '../../src/hall/operations/debate/take-part/seat-prompt.ts';
import type { Lease } from '../../src/ledger/stores/store.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { DIFF } from '../formats/review-play.ts';
import { inCi, sample } from '../support/campaign.ts';
import { writeLabelled } from '../support/labelled.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { connectHere, envOf, hallFolder, type Loose } from './support.ts';

const TOPIC = 'Should we move sessions to Redis?';

interface Walk {
  readonly options: RuleData;
  /** What is asked, in the order in which it is first asked. */
  readonly acts: readonly string[];
  readonly more?: Partial<OpenInput>;
  /** Answers of acts, instead of what every seat says by itself. */
  readonly forms?: Readonly<Record<string, (step: Step, earlier: number) => object>>;
}

const CHANGE = {
  material: { items: [{ source: 'git:a..b', bytes: Buffer.byteLength(DIFF), text: DIFF }], leftOut: [] },
};

const WALKS: readonly (readonly [format: string, what: string, walk: Walk])[] = [
  ['plan', 'of two', { options: { planners: 2, rounds: 1 }, acts: ['plan', 'critique', 'compose', 'validate'] }],
  ['plan', 'of five', { options: { planners: 5, rounds: 1 }, acts: ['plan', 'critique', 'compose', 'validate'] }],
  [
    'oxford',
    'with two judges',
    { options: { rounds: 2, judges: 2 }, acts: ['argument', 'judgment', 'swapped-judgment'] },
  ],
  [
    'wind-wall-door',
    'with a mediator and a rejected decision',
    {
      options: { order: 'mediated', rounds: 1, consensus: true, maxRefinements: 1 },
      acts: ['pick', 'turn', 'vote', 'revision'],
      forms: {
        vote: () => ({ vote: 'reject', reason: 'It names no date.' }),
        pick: (_, earlier) => ({ content: `NEXT: ${['wind', 'wall', 'door', 'close'][earlier]}` }),
      },
    },
  ],
  [
    'wind-wall-door',
    'with openings that agree',
    {
      options: { openings: true, gate: 'challenge', rounds: 1, ballot: true },
      acts: ['opening', 'challenge-agreement', 'turn', 'ballot'],
      forms: { 'challenge-agreement': () => ({ content: 'All of them take its uptime for granted.' }) },
    },
  ],
  [
    'asymmetric',
    'with a pause before each phase',
    {
      options: { synthesis: true, pauseAt: 'convergence' },
      acts: ['position', 'challenge', 'review', 'ballot', 'converge'],
    },
  ],
  [
    'asymmetric',
    'with five seats, a summary and a text in the place of a side',
    {
      options: { deepN: 3, freshN: 2, freshRole: 'semi-fresh', delivery: 'passive', pauseAt: 'challenge' },
      acts: ['position', 'summary', 'review', 'challenge', 'ballot'],
      forms: {
        challenge: ({ choices }) => {
          const target = choices?.['target']?.[0] ?? '';
          return { [target]: 'concede', [`${target}_words`]: 'It was measured.' };
        },
        review: () => ({ action: 'override', side: 'fresh', content: '1. Move nothing.' }),
      },
    },
  ],
  [
    'asymmetric',
    'with openings, whose claims a point can name',
    {
      options: { openings: true, gate: 'off', ballot: true },
      acts: ['opening', 'position', 'challenge', 'ballot'],
    },
  ],
  [
    'panel',
    'of five',
    {
      options: { seats: 5, rounds: 1 },
      acts: ['opening', 'reply', 'ballot', 'decision', 'minority-report'],
      forms: {
        opening: ({ seat }) => ({ answer: seat === 'a' ? 'No' : 'Yes', claims: `It is cheap for ${seat}.` }),
        ballot: ({ seat }) => ({ answer: seat === 'a' ? 'No' : 'Yes', moved_by: 'nothing' }),
      },
    },
  ],
  ['check', 'of five', { options: { seats: 5 }, acts: ['opening'] }],
  [
    'review',
    'of three',
    { options: { reviewers: 3, rounds: 1 }, more: CHANGE, acts: ['review', 'cross', 'dispute', 'compose', 'validate'] },
  ],
];

const PLAIN_LINES: Readonly<Record<string, readonly [RegExp, string]>> = {
  critique: [/P\d+\.\d+/g, 'agree: it can be undone.'],
  validate: [/S\d+|P\d+\.\d+/g, 'approve: it can be undone.'],
};
const PROSE = 'ANSWER: Yes\n\n1. **Move them**, because it was measured.';

/** In plain lines where they will do. */
function writeWords({ act, plainForm, blankForm, sample }: Step): string {
  const [name, words] = PLAIN_LINES[act] ?? [];
  const written = sample?.(REHEARSAL) || PROSE;
  if (blankForm !== undefined) return writeLabelled(JSON.parse(written));
  if (plainForm === undefined || name === undefined) return written;
  const [named = ''] = plainForm.split('. Plain');
  return [...new Set(named.match(name))].map((id) => `${id} ${words}`).join('\n');
}

/** What a person fills in who finds these fields. */
function fillIn({ properties }: Loose, step: Step): Record<string, string | number> {
  if ('reason' in properties && 'answer' in properties)
    return {
      answer: 'Yes',
      confidence: 70,
      ...('moved_by' in properties ? { moved_by: properties.moved_by.enum.at(-1) } : {}),
      ...('vote' in properties ? { vote: 'own' } : {}),
    };
  if ('answer' in properties) return { answer: 'Yes', confidence: 80, claims: `It is cheap for ${step.seat}.` };
  if ('action' in properties) return { action: 'approve', content: 'Continue.' };
  const moves = Object.keys(properties).filter((name) => properties[name].enum?.includes('refine'));
  const words = (name: string) => [`${name}_words`, 'Nobody measured it.'] as const;
  if (moves.length > 0) return Object.fromEntries(moves.flatMap((name) => [[name, 'refine'], words(name)]));
  if ('vote' in properties) return { vote: 'approve', reason: 'It names a date.' };
  return { content: writeWords(step) };
}

const folder = hallFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Every line of a text, as a quotation. */
const quoted = (text: string) => text.split('\n').map((line) => `> ${line}`);

async function walk(format: string, { options, forms = {}, more = {} }: Walk, thread_id: string) {
  const env = envOf(folder);
  const hall = await openHall({ cwd: folder, env, home: folder });
  const asked: string[] = [];
  const answer = async ({ params: { message, requestedSchema } }: Loose) => {
    const snapshot = await hall.engine.snapshot(thread_id);
    const step = listPersonSteps(snapshot)[0] as Step;
    const earlier = asked.filter((act) => act === step.act).length;
    asked.push(step.act);
    const { transcript, personRequest } = await promptFor(hall, snapshot, step);
    expect(message).toContain(`${step.label}. You speak as `);
    expect(message).toContain(`Topic:\n> ${TOPIC}`);
    for (const line of quoted(personRequest)) expect(message).toContain(line);
    for (const { title } of transcript) expect(message).toContain(`\n${title}:\n> `);
    // Nobody has to write JSON, and nobody answers with a form that is blank.
    expect(step.schema === undefined || step.plainForm !== undefined).toBe(true);
    if (step.blankForm !== undefined)
      await expect(
        say(hall, OPEN_GATE, {
          threadId: thread_id,
          seat: step.seat,
          step: step.id,
          content: step.blankForm,
          author: 'Ada',
        }),
      ).rejects.toThrow('nothing is written behind the labels');
    const { content: words, action } = requestedSchema.properties;
    if (words !== undefined && action === undefined) expect(words.description).toBe(step.plainForm);
    if (step.blankForm !== undefined && words !== undefined) expect(message).toContain(describePlainForm(step));
    const content = forms[step.act]?.(step, earlier) ?? fillIn(requestedSchema, step);
    expect(message).not.toContain('not shown');
    return { action: 'accept' as const, content: { ...content } };
  };
  const server = await connectHere(folder, {
    client: { capabilities: { elicitation: {} } },
    prepare: (client) => client.setRequestHandler('elicitation/create', answer),
  });
  try {
    await openDebate(hall, {
      topic: TOPIC,
      threadId: thread_id,
      format,
      recipe: 'quick',
      options,
      everySeat: 'human',
      ...more,
    });
    let result = await server.call('resume_debate', { thread_id });
    for (let said = 0; result.run === 'paused' && result.turn_count > said; ) {
      said = result.turn_count;
      result = await server.call('resume_debate', { thread_id });
    }
    return { result, asked };
  } finally {
    await server.close();
    await hall.close();
  }
}

describe('a person in all seats', () => {
  it.runIf(inCi).each(sample(WALKS, WALKS.length))('%s %s', async (format, _what, row) => {
    const thread_id = `walk-${WALKS.findIndex(([, , each]) => each === row)}`;
    const { result, asked } = await walk(format, row, thread_id);
    const turns = ledgersOf(folder)
      .events(thread_id)
      .filter(({ type }: Loose) => type === 'turn-recorded');
    expect(result.run).toBe('closed');
    // Whatever was filled in was taken at once.
    expect(turns).toHaveLength(asked.length);
    expect([...new Set(asked)]).toEqual(row.acts);
  });
});

it('shows the newest of what was said where not all of it fits', async () => {
  const thread_id = 'long';
  const hall = await openHall({ cwd: folder, env: envOf(folder), home: folder });
  await openDebate(hall, { topic: TOPIC, threadId: thread_id, format: 'wind-wall-door', seating: 'by-hand' });
  const long = 'It was measured twice. '.repeat(800);
  for (const [seat, word] of [
    ['wind', 'First'],
    ['wall', 'Second'],
  ] as const)
    await say(hall, OPEN_GATE, { threadId: thread_id, seat, content: `${word}. ${long}`, author: 'Ada' });
  await hall.close();
  const messages: string[] = [];
  const server = await connectHere(folder, {
    client: { capabilities: { elicitation: {} } },
    prepare: (client) =>
      client.setRequestHandler('elicitation/create', ({ params: { message } }) => {
        messages.push(message);
        return { action: 'decline' };
      }),
  });
  await server.call('resume_debate', { thread_id });
  await server.close();
  expect(messages).toEqual([expect.stringContaining(`Topic:\n> ${TOPIC}`)]);
  expect(messages[0]).toContain('(1 earlier contribution left out here; the transcript of the debate has all.)');
  expect(messages[0]).toContain('> Second. It was measured');
  expect(messages[0]?.length).toBeLessThan(25_000);
});

it('a result says how a turn is written, where the client can show no form', async () => {
  const hall = await openHall({ cwd: folder, env: envOf(folder), home: folder });
  const opened = {
    topic: TOPIC,
    threadId: 'reviewed',
    format: 'review',
    recipe: 'quick',
    everySeat: 'human',
    ...CHANGE,
  };
  await openDebate(hall, opened);
  await hall.close();
  const server = await connectHere(folder);
  const paused = await server.call('resume_debate', { thread_id: 'reviewed' });
  // A review of a change is no judgment of a debate.
  expect(paused.next_step).toContain('add_turn as Reviewer 1');
  expect(paused.due[0].form).toMatch(/^Plain lines will do.*\n\nFindings:\nFile:\n/);
  const begun = await server.call('init_debate', { topic: TOPIC, thread_id: 'argued', format: 'oxford' });
  expect(begun.due[0].form).toContain('\n\nArguments:\nTitle:\n');
  await server.close();
});

describe('a form', () => {
  /** What one call comes to whose user does this with every form. */
  async function resume(thread_id: string, answer: (params: Loose) => Promise<Loose>) {
    const server = await connectHere(folder, {
      client: { capabilities: { elicitation: {} } },
      prepare: (client) => client.setRequestHandler('elicitation/create', ({ params }) => answer(params)),
    });
    const result = await server.call('resume_debate', { thread_id });
    await server.close();
    return result;
  }

  it('is not for a seat that somebody else has claimed with a key', async () => {
    const threadId = 'claimed';
    const hall = await openHall({ cwd: folder, env: envOf(folder), home: folder });
    const options = { joining: true };
    await openDebate(hall, { topic: TOPIC, threadId, format: 'asymmetric', options, seating: 'by-hand' });
    for (const seat of ['experienced', 'fresh'])
      await takeSeat(hall, { threadId, seat, author: 'Ann', ...(seat === 'fresh' ? {} : { seatKey: 'k' }) });
    await hall.close();
    const asked: string[] = [];
    const result = await resume(threadId, async ({ message }) => {
      asked.push(message);
      return { action: 'decline' };
    });
    expect(asked).toEqual([expect.stringContaining('You speak as Fresh 1.')]);
    expect(result).toMatchObject({ run: 'paused', due: [{ role: 'Experienced' }, { role: 'Fresh 1' }] });
  });

  it.each([
    ['while it runs on', true, 'started', 'Follow it with get_debate'],
    ['while nobody runs it', false, 'paused', 'It stopped and nothing is lost'],
  ])('that somebody else was faster to fill in names nobody to speak, %s', async (_, isRunning, run, step) => {
    const threadId = `taken-${run}`;
    const hall = await openHall({ cwd: folder, env: envOf(folder), home: folder });
    const panel = { wind: { agent: 'human' }, wall: { agent: 'rehearsal' }, door: { agent: 'rehearsal' } };
    const { signal } = new AbortController();
    await openDebate(hall, { topic: TOPIC, threadId, panel, recipe: 'quick', seating: 'agents', signal });
    const claims: (Lease | undefined)[] = [];
    const result = await resume(threadId, async () => {
      await say(hall, OPEN_GATE, { threadId, seat: 'wind', content: '1. Yes.', author: 'Ann' });
      if (isRunning) claims.push(await hall.store.claimRun(threadId));
      return { action: 'accept', content: { content: '1. No.' } };
    });
    await claims[0]?.release();
    expect(result).toMatchObject({ run, due: [{ role: 'Wall', agent: 'rehearsal' }] });
    expect(result.next_step).toMatch(new RegExp(`^Not recorded: .*${step}`));
    const again = say(hall, OPEN_GATE, { threadId, seat: 'door', content: 'Go.', author: 'Ann' });
    await expect(again).rejects.toMatchObject({
      hint: expect.stringMatching(/^Wait for the agent that is next: Wall/),
    });
    await hall.close();
  });

  it('is not shown again when the debate has ended meanwhile', async () => {
    const threadId = 'ended';
    const hall = await openHall({ cwd: folder, env: envOf(folder), home: folder });
    await openDebate(hall, { topic: TOPIC, threadId, format: 'wind-wall-door', seating: 'by-hand' });
    const result = await resume(threadId, async () => {
      await close(hall, { threadId, synthesis: 'Keep it.', author: 'Ann' });
      return { action: 'accept', content: {} };
    });
    await hall.close();
    expect(result).toMatchObject({ run: 'closed', synthesis: 'Keep it.' });
  });
});
