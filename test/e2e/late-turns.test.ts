// Words that answer what a seat was asked before never become its answer to a later question, at any door where somebody writes them.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Connected, connectHere, envOf, hallFolder, type Loose } from '../mcp/support.ts';
import { callProgramIn } from '../support/call-program.ts';
import { inCi, sample } from '../support/campaign.ts';

let folder: string;
let server: Connected;
beforeEach(async () => {
  folder = hallFolder();
  server = await connectHere(folder, { args: ['--toolsets', 'core,asymmetric'] });
});
afterEach(async () => await server.close());

const TOPIC = 'Should we adopt it?';
const WORDS = '- A\n- B\n\nWhich?';
const program = async (...words: string[]) => await callProgramIn({ folder, env: envOf(folder) }, words);
const speak = async (role: string, content = WORDS): Promise<Loose> =>
  await server.call('add_turn', { thread_id: 'd', role, content });
const stepOf = ({ due }: Loose, role: string): string =>
  due.find((each: { readonly role: string }) => each.role === role)?.step;

const DOORS: Record<string, (step: string) => Promise<{ readonly refused: string }>> = {
  add_turn: async (step) => {
    const late = server.call('add_turn', { thread_id: 'd', role: 'Wall', content: 'Late.', step });
    return { refused: await late.then(String, (error: Error) => error.message) };
  },
  'say --step': async (step) => ({
    refused: (await program('say', 'd', '--seat', 'wall', '--step', step, 'Late.')).stderr,
  }),
};

it.each(sample(Object.entries(DOORS), 2))('%s refuses a turn that comes too late', async (_, sayLate) => {
  await server.call('init_debate', { topic: TOPIC, thread_id: 'd' });
  const step = stepOf(await speak('Wind'), 'Wall');
  const [{ waitsFor }] = JSON.parse((await program('list', '--json')).stdout);
  expect(waitsFor).toMatchObject([{ seat: 'wall', step }]);
  await speak('Wall', 'In time.');
  for (const role of ['Door', 'Wind']) await speak(role);
  const before = await server.call('get_debate', { thread_id: 'd' });
  expect(stepOf(before, 'Wall')).not.toBe(step);
  expect((await sayLate(step)).refused).toContain('This turn is no longer due');
  expect(await server.call('get_debate', { thread_id: 'd' })).toMatchObject({ turn_count: before.turn_count });
  expect((await program('say', 'd', '--seat', 'wall', '--step', stepOf(before, 'Wall'), 'Now.')).code).toBe(0);
});

it('a judgment is about the decision that was read, and about no later one', async () => {
  const auto = { topic: TOPIC, thread_id: 'd', recipe: 'quick', pause_at: 'decision' };
  const step = stepOf(await server.call('debate_auto', auto), 'Reviewer');
  const judge = async (action: string, more: object) =>
    await server.call('resume_debate', { thread_id: 'd', action, content: 'Say what it costs.', ...more });
  const revised = await judge('reject', { step });
  expect(revised).toMatchObject({ run: 'paused' });
  for (const action of ['approve', 'reject', 'override'])
    await expect(judge(action, { step })).rejects.toThrow('not-your-turn: Another decision of "d"');
  expect(await judge('approve', { step: stepOf(revised, 'Reviewer') })).toMatchObject({ run: 'closed' });
});

it.runIf(inCi)('a review is about the phase that was read', async () => {
  const seats = { experienced: 'fast', fresh: 'fast' };
  const auto = { topic: TOPIC, thread_id: 'd', format: 'asymmetric', recipe: 'quick', pause_at: 'challenge', seats };
  const { due } = await server.call('debate_auto', auto);
  const [{ step }] = due;
  const review = async (more: object) =>
    await server.call('debate_human_review', { debate_id: 'd', action: 'approve', ...more });
  await expect(review({ step: `${step}-of-another` })).rejects.toThrow('not-your-turn');
  expect(await review({ step })).toMatchObject({ run: 'closed' });
});
