// How far an outcome speaks for the whole panel, as the exit code and every view of the command line say it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHere } from '../mcp/support.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
beforeAll(() => {
  project = createProject();
  project.configure({ agents: { holder: project.holder('holder', { answer: 'Yes' }) } });
});
afterAll(() => project.dispose());

const SEATS = ['-F', 'check', '-o', 'seats=2', '--seat', 'seat-1=holder', '--seat', 'seat-2=holder'];
const TOPIC = 'Should we move to Postgres this year?';

it.runIf(inCi)('a debate that stopped has its panel so far, and names the command that continues it', async () => {
  project.configure({ agents: { broken: { kind: 'rehearsal', misbehave: 'crashes' } }, agentRetries: 0 });
  const seats = ['--wind', 'broken', '--wall', 'rehearsal', '--door', 'rehearsal'];
  await project.call(['run', '-q', '-r', 'quick', ...seats, '--id', 'stopped', TOPIC]);
  expect((await project.call(['show', 'stopped'])).stdout).toContain(
    'Next: Wind speaks.\nIt is not running now. Continue with: debate-hall resume stopped',
  );
  const elsewhere = ['--hall', project.debates];
  const { stdout: named } = await project.call(['show', 'stopped', ...elsewhere]);
  expect(named).toContain(`Continue with: debate-hall resume stopped --hall ${project.debates}`);
  await project.call(['open', '--id', 'by-people', TOPIC]);
  for (const seat of ['wind', 'wall', 'door']) await project.call(['say', 'by-people', '--seat', seat, 'words']);
  const { stdout } = await project.call(['show', 'by-people']);
  expect(stdout).toContain('Authority full panel so far');
  expect(stdout).not.toContain('It is not running now');
  project.configure({ agents: { holder: project.holder('holder', { answer: 'Yes' }) } });
});

it('names seats of one agent whose vendor nobody knows', async () => {
  const { stderr } = await project.call(['run', ...SEATS, '--id', 'alone', TOPIC]);
  const words = 'one model (holder) in Seat 1 and Seat 2, which are not independent opinions';
  expect(stderr).toContain(words);
  expect((await project.call(['show', 'alone'])).stdout).toContain(words);
  expect((await project.call(['export', 'alone', '-F', 'octave'])).stdout).toContain(words);
  expect((await project.shown('alone')).authority).toMatchObject({ full: true, oneModel: [{ perspectives: [] }] });
});

describe('a debate whose openings agree', () => {
  it.runIf(inCi).each([
    ['wind-wall-door', ['-o', 'order=mediated', '-o', 'gate=challenge'], ['wind', 'wall', 'door', 'mediator']],
    ['panel', [], ['a', 'b', 'c', 'writer']],
    ['asymmetric', [], ['experienced', 'fresh', 'convergence']],
  ])('is that of a full panel, whoever the rules did not come to: %s %j', async (format, options, seats) => {
    const seating = seats.flatMap((seat) => ['--seat', `${seat}=holder`]);
    const id = `${format}-${options.length}`;
    const ran = await project.call(['run', '-F', format, '-r', 'standard', ...options, ...seating, '--id', id, TOPIC]);
    expect(ran.stderr).toContain('Authority full panel');
    expect(ran.stderr).not.toContain('Incomplete');
    expect(ran.code).toBe(0);
    expect((await project.shown(id)).authority).toMatchObject({ full: true, silent: [] });
    expect((await project.call(['list'])).stdout).not.toContain('degraded');
  });

  it.runIf(inCi)('lacks a mediator that was asked and never gave a usable pick', async () => {
    const seating = ['wind', 'wall', 'door', 'mediator'].flatMap((seat) => ['--seat', `${seat}=holder`]);
    const rules = ['-r', 'quick', '-o', 'order=mediated'];
    const ran = await project.call(['run', ...rules, ...seating, '--id', 'unpicked', TOPIC]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('the fixed order has taken over');
    expect((await project.shown('unpicked')).authority).toMatchObject({ full: false, silent: ['mediator'] });
    expect((await project.call(['list'])).stdout).toMatch(/^unpicked .*degraded/m);
  });

  describe('and that somebody else closes', () => {
    beforeAll(async () => {
      await project.call(['open', '--id', 'closed', TOPIC]);
      await project.call(['say', 'closed', '--seat', 'wind', 'Now, or later?']);
      expect(await project.call(['close', 'closed', 'We move.'])).toMatchObject({ code: 0 });
    });

    it('lacks who did not speak', async () => {
      expect((await project.shown('closed')).authority).toMatchObject({ full: false, silent: ['wall', 'door'] });
    });

    it.runIf(inCi)('lacks no reviewer, whose place a person takes with the decision', async () => {
      await project.call(['run', '-q', '-r', 'quick', '-o', 'review=true', '--rehearse', '--id', 'reviewed', TOPIC]);
      expect((await project.shown('reviewed')).authority.silent).toEqual(['reviewer']);
      expect(await project.call(['close', 'reviewed', 'We do not move.'])).toMatchObject({ code: 0 });
      expect((await project.shown('reviewed')).authority).toMatchObject({ full: true, silent: [] });
    });

    it.each([
      ['list', ['list'], /^closed .* closed manually, degraded /m],
      ['search', ['search', 'We move.'], /^closed .* closed manually, degraded$/m],
      ['recall', ['recall', TOPIC], 'closed (closed manually, degraded, today): '],
      ['a dry run', ['run', '--dry-run', ...SEATS, TOPIC], 'closed (closed manually, degraded, today): '],
    ])('is degraded in %s', async (_, command, line) => {
      const { stdout, stderr } = await project.call(command);
      expect(stdout + stderr).toMatch(line);
    });

    it('is degraded where seats get it as a past decision, and where they find it', async () => {
      await project.call(['run', ...SEATS, '--recall', '--id', 'recalled', TOPIC]);
      expect(project.ledgers.text('recalled')).toContain('\\nPanel: degraded\\n');
      await project.call(['open', '--id', 'reads', '--read', 'decisions', '-r', 'quick', TOPIC]);
      const found = await project.call(['read', 'reads', 'find_decisions', '--seat', 'wind']);
      expect(found.stdout).toMatch(/closed-manually, degraded\): /m);
    });

    it('is degraded where tools of the MCP server list it', async () => {
      const { client, close } = await connectHere(project.folder, { args: ['--toolsets', 'core,memory'] });
      try {
        const ask = async (name: string, args: object) => await client.callTool({ name, arguments: { ...args } });
        const panel = expect.objectContaining({ thread_id: 'closed', full_panel: false });
        const history = await ask('debate_history', { search: 'Postgres' });
        expect(JSON.stringify(history.content)).toContain('closed: closed-manually, degraded | ');
        const recalled = await ask('recall_decisions', { question: TOPIC });
        expect(JSON.stringify(recalled.content)).toContain('closed (closed manually, degraded, today): ');
        expect(recalled.structuredContent).toMatchObject({ decisions: expect.arrayContaining([panel]) });
        const { resources } = await client.listResources();
        expect(resources.find(({ name }) => name === 'closed')?.description).toContain('closed-manually, degraded: ');
      } finally {
        await close();
      }
    });
  });
});

describe('material that the seats did not get', () => {
  const check = (...more: string[]) => ['run', ...SEATS, ...more, TOPIC];

  it.each([
    [
      'a file that is named and no text',
      'pic.png',
      'Context "pic.png" is neither text nor a picture that can be read.',
    ],
    ['a folder without text', 'pictures', 'Context "pictures" has no text that can be read.'],
    ['a glob without text', 'pictures/*.png', 'Context "pictures/*.png" has no text that can be read.'],
  ])('is an error before anything starts: %s', async (_, source, message) => {
    project.write('pic.png', '\0');
    project.write('pictures/one.png', '\0');
    const refused = await project.call(check('--id', 'refused', '--context', source, '--json'));
    expect(JSON.parse(refused.stdout).error).toMatchObject({ code: 'context-unreadable', hint: expect.any(String) });
    expect(refused.stdout).toContain(message.replaceAll('"', '\\"'));
    expect((await project.call(['show', 'refused'])).stderr).toContain('There is no debate "refused"');
  });

  it.runIf(inCampaign)('stands in the first lines of every view, and the panel is not full', async () => {
    for (let number = 1; number <= 5; number += 1) project.write(`large/${number}.txt`, 'word '.repeat(200_000));
    project.write('large/notes.txt', 'Measured in May.');
    const quiet = await project.run(check('--id', 'large', '--context', 'large', '-q'));
    const missed = 'the seats did not get large/1.txt, large/2.txt, large/3.txt and 2 more';
    expect(quiet.stdout.split('\n')[0]).toContain(`DEGRADED panel (${missed})`);
    expect(quiet.stderr).toContain('Left out of the context: large/1.txt (too large: ');
    expect(quiet.stderr).toContain('and 2 more. All of it: debate-hall show large --evidence');
    expect(quiet.code).toBe(3);
    const head = (await project.call(['show', 'large'])).stdout.split('\n\n')[0];
    expect(head).toContain('Left out: large/1.txt (too large');
    expect((await project.call(['show', 'large', '--evidence'])).stdout).toContain('large/5.txt: too large');
    for (const format of ['markdown', 'adr', 'html']) {
      const page = (await project.call(['export', 'large', '-F', format])).stdout;
      expect(page.toLowerCase().replaceAll('\\', '')).toContain(missed);
    }
    const octave = (await project.call(['export', 'large', '-F', 'octave'])).stdout;
    expect(octave).toMatch(/AUTHORITY::DEGRADED\n(.*\n)* {2}MISSED::5\n/);
  });

  it('is said and lacks nothing where it is no text in a folder', async () => {
    project.write('docs/diagram.png', '\0');
    project.write('docs/plan.md', 'We move in May.');
    const ran = await project.call(check('--id', 'folder', '--context', 'docs', '-q'));
    expect(ran.stderr).toContain('Left out of the context: docs/diagram.png (binary).');
    expect(ran.code).toBe(0);
    expect((await project.call(['show', 'folder'])).stdout).toContain('Left out: docs/diagram.png (binary)');
  });
});

it('words of a rehearsal stay those of a rehearsal, whoever fills the seat afterwards', async () => {
  const seats = ['--seat', 'seat-1=rehearsal', '--seat', 'seat-2=human'];
  const paused = await project.call([
    'run',
    '-F',
    'check',
    '-o',
    'seats=2',
    ...seats,
    '--id',
    'rehearsed',
    '-q',
    TOPIC,
  ]);
  expect(paused.code).toBe(4);
  const taken = ['--seat', 'seat-1=holder', '--seat', 'seat-2=holder'];
  const { stderr } = await project.call(['resume', 'rehearsed', ...taken]);
  expect(stderr).toMatch(/Authority DEGRADED panel .*, REHEARSAL in Seat 1/);
  expect((await project.shown('rehearsed')).authority.rehearsal).toEqual(['seat-1']);
  expect((await project.call(['list'])).stdout).toMatch(/^rehearsed .* degraded, rehearsal /m);
});

describe('one model, and one vendor, are those who spoke', () => {
  const WRITER = ['--seat', 'writer=human'];
  const oneModelOf = async (id: string) =>
    (await project.shown(id)).authority.oneModel?.map(({ seats }) => seats) ?? [];
  const panel = async (id: string, seating: readonly string[], ...more: string[]) =>
    await project.call([
      'run',
      '-q',
      '-F',
      'panel',
      '--id',
      id,
      ...seating.flatMap((each) => ['--seat', each]),
      ...WRITER,
      ...more,
      TOPIC,
    ]);

  beforeAll(() =>
    project.configure({
      agents: {
        holder: project.holder('holder', { answer: 'Yes' }),
        b: { ...project.holder('b', { answer: 'No' }), vendor: 'acme' },
        c: { ...project.holder('c', { answer: 'Yes' }), vendor: 'acme' },
        d: project.holder('d', { answer: 'Yes' }),
        mute: project.holder('mute', { answer: 'Yes', failsAt: 'opening' }),
      },
      agentRetries: 0,
    }),
  );
  afterAll(() => project.configure({ agents: { holder: project.holder('holder', { answer: 'Yes' }) } }));

  it.runIf(inCampaign)('after a seat was given away, also in a fork', async () => {
    await panel('same', ['a=holder', 'b=b', 'c=holder']);
    await project.call(['resume', 'same', '-q', '--seat', 'c=d', '--seat', 'writer=d']);
    await project.call(['fork', 'same', '--id', 'copied', '-q']);
    for (const id of ['same', 'copied']) expect([id, await oneModelOf(id)]).toEqual([id, [['a', 'c']]]);
  });

  it.runIf(inCampaign)('and not who fills a seat after all was said', async () => {
    await panel('others', ['a=holder', 'b=b', 'c=d']);
    await project.call(['resume', 'others', '-q', '--seat', 'c=holder', '--seat', 'writer=d']);
    expect(await oneModelOf('others')).toEqual([]);
    await panel('vendors', ['a=holder', 'b=b', 'c=d']);
    await project.call(['resume', 'vendors', '-q', '--seat', 'c=c', '--seat', 'writer=d']);
    expect((await project.shown('vendors')).authority.sharedVendors).toEqual([]);
  });

  it('and not who left without a word', async () => {
    await panel('left', ['a=holder', 'b=b', 'c=mute', 'd=mute'], '-o', 'seats=4');
    expect((await project.shown('left')).authority.left).toMatchObject([{ seat: 'c' }, { seat: 'd' }]);
    expect(await oneModelOf('left')).toEqual([]);
  });
});
