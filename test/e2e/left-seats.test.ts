// A debate that a seat has left: it is over for that seat, at every door, whatever becomes of its agent.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectHere, type Loose } from '../mcp/support.ts';
import { inCi, sample } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
const holders = (...names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      project.holder(name, { answer: name === 'b' ? 'No' : 'Yes', ...(name === 'c' ? { failsAt: 'ballot' } : {}) }),
    ]),
  );
const SEATS = ['--seat', 'a=a', '--seat', 'b=b', '--seat', 'c=c', '--seat', 'writer=human'];
const TOPIC = 'Should we move to a monorepo?';

beforeEach(async () => {
  project = createProject();
  project.configure({ agents: holders('a', 'b', 'c'), agentRetries: 0 });
});
afterEach(() => project.dispose());

/** Seat C leaves at the ballot; then a person is to write the decision. */
const paused = async () => await project.call(['run', '-F', 'panel', ...SEATS, '--id', 'd', TOPIC]);

it('names whoever is next, and not the seat that has left', async () => {
  const { code, stderr } = await paused();
  expect([code, stderr]).toEqual([4, expect.stringContaining('continued without Seat C')]);
  expect(stderr).not.toMatch(/^next: {2}Seat C/m);
  expect(await project.shown('d')).toMatchObject({ authority: { failed: [], left: [{ seat: 'c' }] } });
  const { stdout } = await project.call(['export', 'd', '-F', 'html']);
  expect(stdout).not.toContain('Paused: Seat C failed');
  const server = await connectHere(project.folder, { env: project.env });
  try {
    const shown = await server.call('get_debate', { thread_id: 'd' });
    expect(shown.next_step).toBe('A person is next: add_turn as Writer, then resume_debate.');
    expect(shown).not.toHaveProperty('failures');
  } finally {
    await server.close();
  }
});

it.runIf(inCi)('asks the user of a client for the turn that is next', async () => {
  const asked: string[] = [];
  const server = await connectHere(project.folder, {
    env: project.env,
    client: { capabilities: { elicitation: {} } },
    prepare: (client) =>
      client.setRequestHandler('elicitation/create', ({ params }: Loose) => {
        asked.push(params.message);
        return { action: 'decline' as const };
      }),
  });
  try {
    const seats = { a: 'a', b: 'b', c: 'c', writer: 'human' };
    await server.call('debate_auto', { topic: TOPIC, thread_id: 'd', format: 'panel', seats });
    expect(asked).toEqual([expect.stringContaining('The writer writes the decision.')]);
  } finally {
    await server.close();
  }
});

it.each(
  sample(
    [
      ['is gone', () => project.configure({ agents: holders('a', 'b'), agentRetries: 0 })],
      [
        'has other settings',
        () => {
          const agents = holders('a', 'b', 'c');
          project.configure({ agents: { ...agents, c: { ...agents['c'], vendor: 'acme' } }, agentRetries: 0 });
        },
      ],
    ],
    2,
  ),
)('continues when the agent of a seat that has left %s, and lists only seats that are there', async (_, change) => {
  await paused();
  change();
  const { code, stderr } = await project.call(['resume', 'd', '--seat', 'writer=a']);
  expect([code, stderr]).toEqual([3, expect.stringContaining('Seat B is b')]);
  expect(stderr).not.toContain('Seat C is c');
  const replaced = project.events('d').flatMap((event) => (event.type === 'seat-replaced' ? [event.data.seat] : []));
  expect(replaced).toEqual(['writer']);
});
