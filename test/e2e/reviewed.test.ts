// What a person's review comes to in each format that has one, wherever the review stands: at openings that agree, after a ballot, after
// votes or openings alone; and that a rejection is heard at every door.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argumentationSchema } from '../../src/domain/claims.ts';
import { connectHere, type Loose } from '../mcp/support.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
beforeAll(() => {
  project = createProject();
  project.configure({
    agents: {
      yes: project.holder('yes', { answer: 'Yes' }),
      no: project.holder('no', { answer: 'No' }),
      against: project.holder('against', { answer: 'No', vote: 'reject' }),
    },
  });
});
afterAll(() => project.dispose());

const TOPIC = 'Should we move to Postgres this year?';
const WORDS = 'Nobody has counted what it costs.';
const DEBATERS = ['wind', 'wall', 'door'];
const SIDES = ['experienced', 'fresh'];

interface Case {
  readonly format: string;
  readonly options: readonly string[];
  readonly seats: readonly string[];
  readonly agents: readonly string[];
  /** What it comes to once the reviewer approves. */
  readonly approved: readonly [outcome: string, answer: string | null];
  /** Who else rejects the decision, whatever the reviewer says. */
  readonly others?: readonly string[];
}

const WWD = { format: 'wind-wall-door', seats: DEBATERS };
const REVIEW = ['review=true', 'maxRefinements=0'];
const ASYMMETRIC = { format: 'asymmetric', seats: SIDES, options: ['pauseAt=convergence', 'synthesis=false'] };

const CASES: Readonly<Record<string, Case>> = {
  'openings that agree': { ...WWD, options: REVIEW, agents: ['yes', 'yes', 'yes'], approved: ['agreed', 'Yes'] },
  'openings that agree and were challenged': {
    ...{ ...WWD, options: [...REVIEW, 'gate=challenge'], agents: ['yes', 'yes', 'yes'], approved: ['agreed', 'Yes'] },
  },
  'a ballot': { ...WWD, options: REVIEW, agents: ['yes', 'no', 'yes'], approved: ['accepted', 'Yes'] },
  'a ballot that one rejects': {
    ...{ ...WWD, options: REVIEW, agents: ['yes', 'against', 'yes'], approved: ['majority', 'Yes'], others: ['wall'] },
  },
  'a decision alone': {
    ...{ ...WWD, options: [...REVIEW, 'openings=false', 'ballot=false', 'gate=off'], agents: ['yes', 'no', 'no'] },
    approved: ['decided', null],
  },
  // The decision is Door's, and not what most openings say.
  'openings alone': {
    ...{ ...WWD, options: [...REVIEW, 'ballot=false'], agents: ['yes', 'yes', 'no'], approved: ['decided', null] },
  },
  'points of two sides': {
    ...{ ...ASYMMETRIC, options: [...ASYMMETRIC.options, 'openings=false', 'gate=off'] },
    ...{ agents: ['rehearsal', 'rehearsal'], approved: ['accepted', expect.stringMatching(/^(?:Yes|No)$/)] },
  },
  'openings of two sides that agree': { ...ASYMMETRIC, agents: ['yes', 'yes'], approved: ['agreed', 'Yes'] },
};

let count = 0;

async function reach({ format, options, seats, agents }: Case, reviewer?: string): Promise<string> {
  count += 1;
  const id = `reviewed-${count}`;
  const seating = seats.flatMap((seat, index) => ['--seat', `${seat}=${agents[index]}`]);
  const reviewing = reviewer === undefined ? [] : ['--seat', `reviewer=${reviewer}`];
  const rules = options.flatMap((option) => ['-o', option]);
  const ran = await project.call(['run', '-F', format, ...rules, ...seating, ...reviewing, '--id', id, TOPIC]);
  if (reviewer === undefined) expect(ran.stderr).toContain('waiting for a person');
  return id;
}

async function read(id: string) {
  const { outcome, result, dissent, decision } = await project.shown(id);
  const { answer = null } = (result?.data ?? {}) as { answer?: string | null };
  return { outcome, answer, decision, dissent: dissent.map(({ seat }) => seat) };
}

describe.each(Object.entries(CASES))('after %s', (name, given) => {
  const { approved, others = [] } = given;
  const vote = (word: string) => (given.format === 'asymmetric' ? word : `VOTE: ${word}`);
  const isFirst = name === 'openings that agree' || name === 'a ballot that one rejects';

  it.runIf(inCi || isFirst)('a rejection leaves no answer, and the reviewer dissents at every door', async () => {
    const id = await reach(given);
    expect((await project.call(['say', id, '--seat', 'reviewer', `${WORDS}\n${vote('REJECT')}`])).code).toBe(0);
    const ended = await project.call(['resume', id]);
    expect(ended.code).toBe(6);
    expect(ended.stderr).toContain('Reviewer');
    expect(ended.stderr).toContain(WORDS);
    expect(await read(id)).toMatchObject({
      ...{ outcome: 'stable-disagreement', answer: null, dissent: [...others, 'reviewer'] },
    });
    expect((await project.call(['list'])).stdout).toMatch(new RegExp(`^${id} .*stable disagreement(?!:)`, 'm'));
    const octave = (await project.call(['export', id, '-F', 'octave'])).stdout;
    expect(octave).not.toMatch(/^ {2}ANSWER::"/m);
    const adr = (await project.call(['export', id, '-F', 'adr'])).stdout;
    expect(adr.slice(adr.indexOf('## Dissent'))).toContain(WORDS);
    expect(adr.slice(adr.indexOf('## Decision'), adr.indexOf('## Dissent'))).not.toContain(WORDS);
  });

  const agree = /openings.* agree$/.test(name);
  it.runIf(inCi && agree)('what is said of a review speaks of the openings, where nothing followed them', async () => {
    const id = await reach(given);
    await project.call(['say', id, '--seat', 'reviewer', `${WORDS}\n${vote('REJECT')}`]);
    await project.call(['resume', id]);
    const { result } = await project.shown(id);
    const { stdout } = await project.call(['show', id]);
    const page = (await project.call(['export', id, '-F', 'adr'])).stdout;
    expect(result?.headline).not.toMatch(/; \p{Lu}/u);
    expect(`${stdout}${page}`).not.toMatch(/before the convergence|the decision|; Rejected/);
    expect(stdout).toContain(
      given.format === 'asymmetric'
        ? 'Review of the openings, which agree: reject'
        : 'Reviewer rejects the answer that all gave.',
    );
  });

  it.runIf(inCampaign)('an approval leaves it as it is', async () => {
    const id = await reach(given);
    const [outcome, answer] = approved;
    await project.call(['say', id, '--seat', 'reviewer', `It holds.\n${vote('APPROVE')}`]);
    await project.call(['resume', id]);
    const shown = await read(id);
    expect(shown).toMatchObject({ outcome, answer });
    expect(shown.dissent).not.toContain('reviewer');
  });

  it.runIf(inCi && given.format === 'wind-wall-door')('what cannot be read settles nothing', async () => {
    const id = await reach(given, 'yes');
    expect(await read(id)).toMatchObject({ outcome: 'not-settled', answer: null, dissent: others });
    expect((await project.call(['list'])).stdout).toMatch(new RegExp(`^${id} .*not settled(?!:)`, 'm'));
  });

  it.runIf(inCi)('whoever closes it instead decides, and nobody dissents', async () => {
    const id = await reach(given);
    await project.call(['close', id, 'We wait.']);
    expect(await read(id)).toMatchObject({ outcome: 'closed-manually', answer: null, dissent: [] });
  });
});

it('where openings agree nobody is offered to replace words, and the phase is one that there was', async () => {
  const id = await reach(CASES['openings of two sides that agree'] as Case);
  const asked: Loose[] = [];
  const server = await connectHere(project.folder, {
    args: ['--toolsets', 'core,asymmetric'],
    env: project.env,
    client: { capabilities: { elicitation: {} } },
    prepare: (client) =>
      client.setRequestHandler('elicitation/create', ({ params }) => {
        asked.push(params);
        return { action: 'accept', content: { action: 'approve' } };
      }),
  });
  const shown = await project.call(['show', id, '--seat', 'reviewer']);
  expect([shown.code, shown.stdout]).toEqual([0, expect.not.stringMatching(/override|replace/i)]);
  expect(await server.call('debate_status', { debate_id: id })).toMatchObject({
    ...{ phase: 'independent', paused_before: 'complete' },
  });
  expect(await server.call('resume_debate', { thread_id: id })).toMatchObject({ run: 'closed', outcome: 'agreed' });
  await server.close();
  expect(asked).toHaveLength(1);
  expect(asked[0].requestedSchema.properties.action.enum).toEqual(['approve', 'reject']);
  expect(asked[0].message).not.toMatch(/override|replace/i);
});

it.each([
  ['challenge', ['position of experienced: dropped', 'position of fresh: replaced', 'challenge of fresh: open']],
  ['convergence', ['position of fresh: dropped', 'challenge of experienced: open', 'challenge of fresh: replaced']],
])('claims in words that a review before the %s has replaced wait for nobody', async (pauseAt, wanted) => {
  const options = [`pauseAt=${pauseAt}`, 'synthesis=false', 'openings=false', 'gate=off', 'ballot=false'];
  const id = await reach({ ...(CASES['points of two sides'] as Case), options });
  await project.call(['say', id, '--seat', 'reviewer', 'OVERRIDE fresh\n1. Wait until May.']);
  await project.call(['resume', id]);
  const { result, entries } = await project.shown(id);
  const { claims } = argumentationSchema.parse(result?.data);
  const findAct = (at: number) => entries.flatMap((each) => (each.kind === 'turn' && each.seq === at ? each.act : []));
  const fates = new Set(claims.map(({ seat, seq, fate }) => `${findAct(seq)} of ${seat}: ${fate}`));
  expect([...fates]).toEqual(expect.arrayContaining(wanted));
  expect(fates.size).toBe(4);
});
