// A panel as people meet it: taken by people, rehearsed, killed and resumed, seen from points of view, and exported.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
beforeAll(() => {
  project = createProject();
});
afterAll(() => project.dispose());

const TOPIC = 'Should we move to Postgres this year?';
const say = async (id: string, seat: string, text: string) => await project.call(['say', id, '--seat', seat, text]);

const FAKE_REPLY = JSON.stringify({
  replies: ['C1', 'C2', 'C3'].map((claim) => ({
    claim,
    move: 'concede',
    reason: 'So it is',
    evidence: null,
    refined: null,
  })),
  new_claims: [],
});

describe('a panel of people', () => {
  it.runIf(inCi)('is held in plain lines, from openings to the minority report', async () => {
    await project.call([
      'open',
      '--format',
      'panel',
      '--id',
      'people',
      TOPIC,
      '--recipe',
      'standard',
      '--answer',
      'yes-no',
    ]);
    const first = await say('people', 'a', 'Yes, 80%\n- The licence ends in December.');
    const blind = /^Next: Seat B .*\. Blind: nobody sees the answer before all have answered\.$/m;
    expect(first.stderr).toMatch(blind);
    expect((await project.call(['show', 'people'])).stdout).toMatch(blind);
    await say('people', 'b', 'No, 70%\n- Nobody has measured the load.');
    await say('people', 'c', 'Yes, 60%\n- Two of us know it.');

    const refused = await say('people', 'a', 'I think we should.');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain(
      'None of the claims C1, C2, C3 is answered; write a line such as "C1 concede: why"',
    );
    expect(refused.stderr).toContain('Plain lines will do, one for each claim');
    await say('people', 'a', 'C2 refine: nobody has measured the load of the queue\nC3 concede: I am one of them');
    // As the refusal says that a claim is made.
    const claim = /at the end "(.*?): …"/.exec(refused.stderr)?.[1];
    await say('people', 'b', `C1 rebut: it ends in 2028\nC3 concede: yes\n${claim}: the vendor extends it for free`);
    await say('people', 'c', 'C1 concede: I have seen the letter\nC2 rebut: we did in May');
    for (const [seat, text] of [
      ['a', 'C4 concede: mine\nC5 rebut: not in writing\nC1 withdraw: it was the old letter'],
      ['b', 'C4 concede: better\nC2 withdraw: C4 says it'],
      ['c', 'C4 rebut: we did in May\nC5 rebut: no'],
    ] as const) {
      await say('people', seat, text);
    }
    await say('people', 'a', 'Yes, 70%\nStill.');
    await say('people', 'b', 'No, 75%\nStill.');
    await say('people', 'c', 'Yes, 60%\nStill.');
    const wrong = await say('people', 'writer', 'ANSWER: No\n1. **Decision.** We stay.');
    expect(wrong.stderr).toContain('The answer that stands is "Yes", but the decision says "No".');
    await say('people', 'writer', 'ANSWER: Yes\n1. **Decision.** We move.');
    await say('people', 'b', 'I hold No: C4 was never answered with a figure.');
    await project.call(['resume', 'people', '-q']);

    const record = await project.shown('people');
    expect(record).toMatchObject({ status: 'closed', outcome: 'majority' });
    expect(record.dissent).toEqual([
      { seat: 'b', text: 'I hold No: C4 was never answered with a figure.', seq: expect.any(Number) },
    ]);
    expect(record.decision).toContain('We move.');
    expect(record.result?.data).toMatchObject({
      answer: 'Yes',
      rounds: [{ moved: true }, { moved: true }],
      disputed: ['C4', 'C5'],
      claims: [
        { fate: 'withdrawn' },
        { fate: 'withdrawn' },
        { fate: 'conceded' },
        { seat: 'a', round: 1 },
        { seat: 'b' },
      ],
      influence: { neverMoved: ['a', 'b', 'c'] },
    });
    expect(await project.call(['verify', 'people'])).toMatchObject({ code: 0 });
  });
});

it('holds a quote that a person gives as evidence against the material', async () => {
  project.write('notes.md', 'The licence ends in 2027.\n');
  const asked = ['--recipe', 'quick', '--answer', 'yes-no', '--context', 'notes.md'];
  await project.call(['open', '--format', 'panel', '--id', 'cites', TOPIC, ...asked]);
  for (const [seat, answer] of [
    ['a', 'Yes'],
    ['b', 'No'],
    ['c', 'Yes'],
  ] as const)
    await say('cites', seat, `${answer}, 80%\n- The licence ends.`);
  await say('cites', 'a', 'C2 rebut: it does not\nEvidence: "The licence never ends at all"\nC3 concede: it does');
  for (const seat of ['b', 'c']) await say('cites', seat, 'C1 concede: it does');
  const { result } = await project.shown('cites');
  expect(result?.data).toMatchObject({
    claims: [
      {},
      {
        replies: [
          {
            text: 'it does not Evidence: "The licence never ends at all"',
            evidence: [{ status: 'wrong', why: 'it stands nowhere in the material' }],
          },
        ],
      },
      { replies: [{ text: 'it does' }] },
    ],
  });
});

it('calls no claim conceded that another seat still rebuts or wants in other words', async () => {
  await project.call(['open', '--format', 'panel', '--id', 'split', TOPIC, '--recipe', 'quick', '--answer', 'yes-no']);
  await say('split', 'a', 'Yes, 80%\n- The licence ends.\n- Two of us know it.');
  await say('split', 'b', 'No, 70%\n- Nobody has measured it.');
  await say('split', 'c', 'Yes, 60%\n- It is cheaper.');
  await say('split', 'a', 'C3 concede: true\nC4 concede: true');
  await say('split', 'b', 'C1 rebut: not before 2028\nC2 refine: two of us have used it\nC4 concede: true');
  await say('split', 'c', 'C1 concede: true\nC2 concede: true\nC3 concede: true');
  const { result } = await project.shown('split');
  expect(result?.data).toMatchObject({
    disputed: ['C1', 'C2'],
    claims: [
      { id: 'C1', fate: 'answered' },
      { id: 'C2', fate: 'refined' },
      { id: 'C3', fate: 'conceded' },
      { id: 'C4', fate: 'conceded' },
      { id: 'C5' },
    ],
  });
});

describe('a rehearsed panel', () => {
  beforeAll(async () => {
    await project.call(['run', '--format', 'panel', '--rehearse', '--id', 'played', '--log', TOPIC]);
  });

  it('disputes claims, decides by its ballot, and keeps its minority', async () => {
    const record = await project.shown('played');
    expect(record).toMatchObject({ outcome: 'majority', authority: { full: true, sharedVendors: [] } });
    expect(record.dissent).toMatchObject([{ seat: 'b', text: expect.stringContaining('What I hold instead') }]);
    expect(record.result?.data['disputed']).not.toEqual([]);
    expect((await project.call(['show', 'played'])).stdout).toMatch(
      /^Dissent +Seat B \(#\d+\): What I hold instead: [^\n]* · Why: /m,
    );
  });

  it.each(['octave', 'markdown', 'json', 'adr'])('is exported as %s with its dissent', async (format) => {
    const to = project.path(`out-${format}`);
    const exported = await project.call(['export', 'played', '-F', format, '-o', to]);
    expect([exported.code, exported.stderr]).toEqual([0, expect.any(String)]);
    const files = fs.statSync(to).isDirectory() ? fs.readdirSync(to).map((file) => `${to}/${file}`) : [to];
    const text = files.map((file) => fs.readFileSync(file, 'utf8')).join('\n');
    expect(text).toContain('nobody can say what');
  });

  it.runIf(inCampaign)('is asked once for each thing, however often it is killed', async () => {
    project.configure({ agents: { slow: { kind: 'rehearsal', wordsPerSecond: 400 } } });
    const agents = ['--agents', 'slow,slow,slow', '--seat', 'writer=slow'];
    const first = project.start(['run', '--format', 'panel', ...agents, '--id', 'killed', '--events', TOPIC]);
    let kills = 0;
    let running = first;
    for (const act of ['"act":"reply"', '"act":"ballot"']) {
      await running.says('stdout', '"type":"seat-started"');
      await expect.poll(() => project.ledgers.text('killed')).toContain(act);
      running.child.kill('SIGKILL');
      await running.finished;
      project.ledgers.forgetKilled();
      kills += 1;
      running = project.start(['resume', 'killed', '--events']);
    }
    await running.finished;
    expect(kills).toBe(2);
    const record = await project.shown('killed');
    expect(record).toMatchObject({ status: 'closed', outcome: 'majority' });
    const keys = project.events('killed').flatMap((event) => (event.type === 'turn-recorded' ? [event.data.key] : []));
    expect(new Set(keys).size).toBe(keys.length);
    expect(await project.call(['verify', 'killed'])).toMatchObject({ code: 0 });
  });
});

describe('a point of view', () => {
  beforeAll(() => {
    const panelist = (as: string) => project.seat(as, { say: { speak: FAKE_REPLY } });
    project.configure({
      agents: {
        ...{ one: panelist('one'), wall: panelist('wall') },
        pen: project.seat('pen', { say: { speak: 'ANSWER: Yes\n1. **Decision.** We move.' } }),
      },
      prompts: './texts',
    });
    project.write(
      'texts/perspectives/lawyer.md',
      '# Your point of view: the lawyer\n\nYou read what was signed. Look for dates.\n',
    );
  });

  it('is listed with its first sentence, one of the project included', async () => {
    const { stdout } = await project.call(['perspectives']);
    expect(stdout).toMatch(/^lawyer +You read what was signed\. +\(your own text\)$/m);
    expect(stdout).toMatch(
      /^operator +You look at the question as whoever runs the result at three in the morning\.$/m,
    );
    const listed = JSON.parse((await project.call(['perspectives', '--json'])).stdout);
    expect(listed).toHaveLength(11);
    expect(listed).toContainEqual({ name: 'lawyer', summary: 'You read what was signed.', own: true });
  });

  it.runIf(inCi)('is given to its seat alone, recorded with its digest, and called what it is', async () => {
    const agents = ['--agents', 'one+operator,wall+lawyer,one+cost', '--seat', 'writer=pen', '--rounds', '1'];
    const record = await project.record(['run', '--format', 'panel', ...agents, '--id', 'seen', '--json', TOPIC]);
    expect(record.seats.map(({ seat, perspective }) => [seat, perspective])).toEqual([
      ['a', 'operator'],
      ['b', 'lawyer'],
      ['c', 'cost'],
      ['writer', undefined],
    ]);
    const [opened] = project.events('seen');
    expect(opened).toMatchObject({
      data: {
        seats: [{ seat: 'a', perspective: 'operator' }, {}, {}, {}],
        prompts: expect.arrayContaining([{ name: 'perspectives/lawyer', sha256: expect.any(String) }]),
      },
    });
    const heard = (text: string) => [
      ...new Set(project.calls().flatMap((call) => (call.heard.includes(text) ? [call.as] : []))),
    ];
    expect(heard('You read what was signed.')).toEqual(['wall']);
    expect(heard('at three in the morning')).toEqual(['one']);
    for (const { heard } of project.calls()) expect(heard).not.toMatch(/\b(operator|lawyer)\b.*seat|Seat [ABC]\b/);

    const words = 'one model (one) with two points of view in Seat A and Seat C, which are not independent opinions';
    expect(record.authority.oneModel).toMatchObject([{ seats: ['a', 'c'], perspectives: ['operator', 'cost'] }]);
    expect((await project.call(['show', 'seen'])).stdout).toContain(words);
    expect(record.entries).toContainEqual(
      expect.objectContaining({
        kind: 'note',
        code: 'one-model',
        message: expect.stringMatching(/^One model \(one\) with two points of view in Seat A and Seat C,/),
      }),
    );
    for (const format of ['markdown', 'octave']) {
      expect((await project.call(['export', 'seen', '-F', format])).stdout).toMatch(
        /seen as lawyer|PERSPECTIVE::"lawyer"/,
      );
    }
  });

  it('shows in a dry run', async () => {
    const { stdout } = await project.call([
      'run',
      '--dry-run',
      '--format',
      'panel',
      '--agents',
      'one+operator,wall',
      '--seat',
      'writer=pen',
      TOPIC,
    ]);
    expect(stdout).toContain('Seat A: one, seen as operator\n');
    expect(stdout).not.toContain('Seat C');
  });

  it.each([
    ['a=one+operater', 'There is no perspective "operater".', 'Known perspectives: cost, customer, lawyer,'],
    [
      'writer=pen+cost',
      'Writer writes for the others and takes no perspective.',
      'Leave "+cost" out of the seat writer.',
    ],
  ])('%s is refused', async (seat, message, hint) => {
    const seats = ['--agents', 'one,wall', '--seat', 'writer=pen', '--seat', seat];
    const { code, stderr } = await project.call(['run', '--format', 'panel', ...seats, TOPIC]);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });

  it('of a project needs trust', async () => {
    const { code, stderr } = await project.call(
      ['run', '--format', 'panel', '--seat', 'a=rehearsal+lawyer', '--rehearse', TOPIC],
      {
        env: { DEBATE_HALL_TRUST: '' },
      },
    );
    expect(code).not.toBe(0);
    expect(stderr).toContain('There is no perspective "lawyer".');
  });

  it.runIf(inCi)('stays with the seat when another agent takes it', async () => {
    const { stderr } = await project.call(['resume', 'seen', '--seat', 'a=one+cost']);
    expect(stderr).toContain('names a perspective, which a seat has only from the start of a debate');
  });

  it('works in any format', async () => {
    const wind = ['--wind', 'one+operator', '--wall', 'wall', '--door', 'one', '--recipe', 'quick'];
    const record = await project.record(['run', ...wind, '--id', 'wind', '--json', TOPIC]);
    expect(record.seats[0]).toMatchObject({ seat: 'wind', perspective: 'operator' });
  });
});

describe('--agents', () => {
  beforeAll(() => {
    project.configure({
      agents: { one: { kind: 'rehearsal' }, two: { kind: 'rehearsal' }, three: { kind: 'rehearsal' } },
    });
  });

  it('names the debating seats in their order, and refuses more than there are', async () => {
    const { stderr } = await project.call(['run', '--agents', 'one,one,one,one', TOPIC]);
    expect(stderr).toContain('4 agents for 3 debating seats (wind, wall, door).');
    const events = await project.call(['run', '--dry-run', '--json', '--agents', 'one,two,three', TOPIC]);
    expect(JSON.parse(events.stdout).seats.map((seat: { agent: { agent: string } }) => seat.agent.agent)).toEqual([
      'one',
      'two',
      'three',
    ]);
  });
});
