// Pictures as material of whole debates: who sees them, what the record says of it, and what becomes of them.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DONE, event, type Script, type Service, SSE, startService } from '../agents/openai-http/service.ts';
import { connectHere } from '../mcp/support.ts';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { plantFault, seatFixers } from '../support/fix-project.ts';
import { PICTURES } from '../support/pictures.ts';
import { createProject, type Project } from '../support/project.ts';

const PNG = PICTURES.png.toString('base64');
const CAN_NOT_SEE = 'You cannot see picture 1.';

let service: Service;
let project: Project;
beforeEach(async () => {
  service = await startService();
  const agent = { kind: 'openai-http', baseUrl: service.baseUrl };
  project = createProject({
    agents: { eyes: { ...agent, model: 'eyes', pictures: true }, words: { ...agent, model: 'words' } },
    seats: { wind: 'eyes', wall: 'words', door: 'eyes' },
    recipe: 'quick',
  });
  fs.writeFileSync(project.path('shot.png'), PICTURES.png);
  service.answers(answer('The logo is red, as shot.png shows. So let us keep it.'));
});
afterEach(async () => {
  project.dispose();
  await service.close();
});

const answer = (words: string): Script => ({ headers: SSE, pieces: [event(words), event('', 'stop'), DONE] });

const RUN = ['run', '--json', '--id', 'd', '--context', 'shot.png', 'Keep the logo?'];
const asked = () => service.heard.filter(({ method }) => method === 'POST').map(({ body }) => body);
const everything = () => project.ledgers.holding(PNG);

describe('a debate about a picture', () => {
  it('shows it to the seats that can see, names it to the others, and says who saw it', async () => {
    const record = await project.record(RUN);
    expect(asked().map(({ model }) => model)).toEqual(['eyes', 'words', 'eyes']);
    for (const body of asked()) {
      const sent = JSON.stringify(body);
      const [sees, other] = body.model === 'eyes' ? ['you are given picture 1', CAN_NOT_SEE] : [CAN_NOT_SEE, PNG];
      expect(sent).toContain('1. shot.png: PNG, 6 × 4 pixels, 97 bytes');
      expect(sent).toContain(sees);
      expect(sent).not.toContain(other);
      if (body.model === 'eyes')
        expect(JSON.stringify(body.messages)).toContain(`"image_url":{"url":"data:image/png;base64,${PNG}"}`);
    }
    expect(record.code).toBe(3);
    expect(record.authority).toMatchObject({
      full: false,
      pictures: [{ source: 'shot.png', seen: ['wind', 'door'], unseen: ['wall'] }],
    });
    expect(record.pictures).toEqual([
      {
        ...{ source: 'shot.png', mediaType: 'image/png', width: 6, height: 4, bytes: 97, seq: 1 },
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(JSON.stringify(record)).not.toContain(PNG);
    expect((await project.call(['verify', 'd'])).code).toBe(0);
  });

  it('is a full panel where all of them see it', async () => {
    const record = await project.record([...RUN, '--seat', 'wall=eyes']);
    expect([record.code, record.authority.full]).toEqual([0, true]);
    expect(record.authority.pictures).toEqual([{ source: 'shot.png', seen: ['wind', 'wall', 'door'], unseen: [] }]);
  });

  it('says so in every view and export', async () => {
    await project.call(RUN);
    const wanted: [string[], string][] = [
      [['show', 'd'], 'Picture: shot.png (PNG, 6 × 4 pixels, 97 bytes; event 1, seen by Wind, Door, not seen by Wall)'],
      [['show', 'd'], 'DEGRADED panel (Wall could not see shot.png)'],
      [
        ['show', 'd', '--evidence'],
        'shot.png: PNG, 6 × 4 pixels, 97 bytes; event 1, seen by Wind, Door, not seen by Wall',
      ],
      [['list'], 'decided, degraded'],
      [
        ['export', 'd', '--format', 'markdown'],
        'PNG, 6 × 4 pixels, 97 bytes; event 1, seen by Wind, Door, not seen by Wall',
      ],
      [['export', 'd', '--format', 'octave'], 'SOURCE::"shot.png"'],
      [['export', 'd', '--format', 'adr'], 'shot.png: PNG, 6 × 4 pixels'],
      [['export', 'd', '--format', 'json'], '"unseen"'],
    ];
    for (const [args, text] of wanted) {
      const { stdout } = await project.call(args);
      expect(stdout.replaceAll('\\', '').replace(/\s+/g, ' ')).toContain(text);
      expect(stdout).not.toContain(PNG);
    }
  });

  it.runIf(inCampaign)('says so in what a review leaves for GitHub', async () => {
    plantFault(project);
    seatFixers(project, {});
    await project.call(['review', '--agents', 'ada,bob', '--id', 'r', '--context', 'shot.png']);
    for (const format of ['sarif', 'github-annotations', 'markdown']) {
      const { stdout } = await project.call(['export', 'r', '--format', format]);
      expect(stdout, format).toMatch(
        /reviewer-1, reviewer-2 could not see shot\.png|Reviewer 1, Reviewer 2 could not see shot\.png/i,
      );
    }
  });

  it('shows them before it starts', async () => {
    const { stdout } = await project.call(['run', '--dry-run', '--context', 'shot.png', 'Keep the logo?']);
    expect(stdout).toContain('Pictures: 1 picture, about 1 token in each session that sees them.');
    expect(stdout).toContain('  shot.png (PNG, 6 × 4 pixels, 97 bytes)');
    expect(stdout).toMatch(/^Wall: .*\n.*\n {2}cannot see: shot\.png$/m);
    expect(stdout.match(/cannot see/g)).toHaveLength(1);
    expect(asked()).toEqual([]);
  });

  it('needs agents that are listed with whether they see', async () => {
    const { stdout } = await project.call(['agents', '--json']);
    const sight = new Map(
      (JSON.parse(stdout) as { name: string; pictures: unknown }[]).map((each) => [each.name, each.pictures]),
    );
    const asListed = ['eyes', 'words', 'claude', 'codex', 'gemini', 'opencode-acp', 'pi', 'human'].map((name) =>
      sight.get(name),
    );
    expect(asListed).toEqual([true, false, true, true, true, 'announced', false, null]);
    expect((await project.call(['agents'])).stdout).toMatch(/^eyes .* sees pictures$/m);
  });

  it('gives them to a rehearsal, too', async () => {
    const record = await project.record(['run', '--rehearse', '--json', '--context', 'shot.png', 'Keep the logo?']);
    expect([record.code, record.authority.full]).toEqual([0, true]);
  });

  it('gives none to a seat that is to know nothing', async () => {
    const seats = ['experienced', 'fresh'].flatMap((seat) => ['--seat', `${seat}=eyes`]);
    const { stderr } = await project.call([
      'run',
      '--format',
      'asymmetric',
      ...seats,
      '--context',
      'shot.png',
      'Keep it?',
    ]);
    expect(stderr).not.toMatch(/^error/m);
    const withIt = asked().filter((body) => JSON.stringify(body).includes(PNG)).length;
    const withName = asked().filter((body) => JSON.stringify(body).includes('shot.png: PNG')).length;
    expect(withIt).toBeGreaterThan(0);
    expect(withName).toBe(withIt);
    expect(withIt).toBeLessThan(asked().length);
  });
});

describe('a picture in a ledger', () => {
  it.runIf(inCi)('is gone from the debate and its forks once it is redacted, and later seats hear that', async () => {
    await project.call(RUN);
    await project.call(['fork', 'd', '--id', 'f', '--seat', 'wall=eyes']);
    expect(everything()).toHaveLength(2);
    const { code, stderr } = await project.call(['redact', 'd', '--event', '1', '--reason', 'a face']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Also redacted in the fork f: event 1.')]);
    expect(everything()).toEqual([]);
    for (const id of ['d', 'f']) {
      expect((await project.call(['verify', id])).code).toBe(0);
      expect((await project.shown(id)).pictures).toMatchObject([{ source: 'shot.png', redacted: true }]);
    }
    const before = asked().length;
    await project.call(['fork', 'd', '--id', 'g', '--seat', 'wall=eyes']);
    expect((await project.shown('g')).contextLeftOut).toEqual([
      { source: 'shot.png', reason: 'it was redacted', missed: true },
    ]);
    expect(JSON.stringify(asked().slice(before))).not.toContain('shot.png: PNG');
  });

  it('stays under its seal in a fork, whose copied turns keep who saw it', async () => {
    await project.call(RUN);
    await project.call(['fork', 'd', '--id', 'f', '--seat', 'wall=eyes']);
    const [mine, theirs] = [project.events('d')[1], project.events('f')[1]];
    expect(theirs?.data).toEqual(mine?.data);
    const { authority } = await project.shown('f');
    expect(authority.pictures).toEqual([{ source: 'shot.png', seen: ['wind', 'wall', 'door'], unseen: [] }]);
  });

  it.each([
    ['was changed', (ledger: string) => ledger.replace(PNG.slice(0, 40), PNG.slice(40, 80))],
    ['is missing', (ledger: string) => ledger.split('\n').toSpliced(1, 1).join('\n')],
  ])('that %s is said by verify', async (_, change) => {
    await project.call(RUN);
    project.ledgers.put('d', change(project.ledgers.text('d')));
    const { code, stdout } = await project.call(['verify', 'd']);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/[Ee]vent 1\b/)]);
  });

  it('is gone with its debate', async () => {
    await project.call(RUN);
    expect(everything()).toHaveLength(1);
    expect((await project.call(['delete', 'd', '--yes'])).code).toBe(0);
    expect(everything()).toEqual([]);
  });

  it('comes along where the ledger is copied', async () => {
    await project.call(RUN);
    const other = createProject();
    try {
      other.ledgers.put('d', project.ledgers.text('d'));
      expect((await other.call(['verify', 'd'])).code).toBe(0);
      const { stdout } = await other.call(['export', 'd', '--format', 'html']);
      expect(stdout).toContain(`data:image/png;base64,${PNG}`);
    } finally {
      other.dispose();
    }
  });

  it.runIf(inCi)('is read again by a recheck, which names what has changed', async () => {
    await project.call(RUN);
    fs.writeFileSync(project.path('shot.png'), PICTURES.jpeg);
    const { stdout, stderr } = await project.call(['recheck', 'd', '--json']);
    expect(stderr).toMatch(/changed.*shot\.png/i);
    expect(JSON.stringify(asked().slice(-3))).toContain(PICTURES.jpeg.toString('base64'));
    const { threadId } = JSON.parse(stdout);
    expect((await project.call(['compare', 'd', threadId])).stdout).toContain('shot.png');
    fs.rmSync(project.path('shot.png'));
    const without = await project.record(['recheck', 'd', '--json']);
    expect(without.contextLeftOut).toEqual([{ source: 'shot.png', reason: 'it is not there any more', missed: true }]);
  });

  it.runIf(inCampaign)('as large as it may be is recorded, shown and given again', async () => {
    const large = Buffer.concat([
      PICTURES.jpeg.subarray(0, -2),
      Buffer.alloc(3_700_000, 'x'),
      PICTURES.jpeg.subarray(-2),
    ]);
    fs.writeFileSync(project.path('large.jpg'), large);
    const record = await project.record(['run', '--json', '--id', 'l', '--context', 'large.jpg', 'Keep it?']);
    expect(record.pictures).toMatchObject([{ source: 'large.jpg', bytes: large.length }]);
    expect((await project.call(['verify', 'l'])).code).toBe(0);
    expect((await project.call(['list'])).stdout).toContain('Keep it?');
    const redacted = await project.call(['redact', 'l', '--event', '1', '--reason', 'too large']);
    expect(redacted.code, redacted.stderr).toBe(0);
    expect(project.ledgers.text('l').length).toBeLessThan(100_000);
  });

  it('is asked about again after the end, and shown in a new session', async () => {
    await project.call(RUN);
    const before = asked().length;
    await project.call(['ask', 'd', 'What is on it?', '--seat', 'wind', '--seat', 'wall']);
    const late = asked().slice(before);
    expect(late.map((body) => [body.model, JSON.stringify(body).includes(PNG)]).sort()).toEqual([
      ['eyes', true],
      ['words', false],
    ]);
  });
});

describe.skipIf(!hasBubblewrap)('a program in a sandbox', () => {
  const LOOK =
    "const [file] = process.argv.slice(1); const { createHash } = require('crypto'); console.log('It has the digest ' + " +
    "createHash('sha256').update(require('fs').readFileSync(file)).digest('hex') + ', so let us keep it.')";

  it.runIf(inCampaign)('reads the pictures of its call', async () => {
    const argv = [process.execPath, '-e', LOOK, ['{picture}']];
    project.configure({
      agents: { eyes: { kind: 'command', argv, prompt: 'stdin', sandbox: 'required' } },
      seats: { wind: 'eyes', wall: 'eyes', door: 'eyes' },
      recipe: 'quick',
    });
    const { code, authority, entries } = await project.record(RUN);
    expect([code, authority.full]).toEqual([0, true]);
    const digest = createHash('sha256').update(PICTURES.png).digest('hex');
    const [first] = entries.filter((entry) => entry.kind === 'turn');
    expect(first).toMatchObject({ text: expect.stringContaining(digest), by: { sandbox: 'bubblewrap' } });
  });
});

it('is given and named over MCP', async () => {
  const server = await connectHere(project.folder, { env: project.env });
  try {
    const given = { topic: 'Keep the logo?', thread_id: 'm', context: ['shot.png'] };
    const done = await server.call('debate_auto', given);
    expect(done).toMatchObject({ full_panel: false, degraded: ['Wall could not see shot.png'] });
    expect(done.pictures).toEqual(['shot.png: PNG, 6 × 4 pixels, 97 bytes']);
    await server.call('init_debate', { topic: 'Keep the logo?', thread_id: 'turns' });
    const read = await server.call('get_debate', { thread_id: 'm', include_transcript: true });
    expect(JSON.stringify(read)).not.toContain(PNG);
  } finally {
    await server.close();
  }
});

it.each([[], ['--no-record']])('one agent in passing is shown it, or says that it cannot see %j', async (...flags) => {
  const ask = async (agent: string) =>
    await project.call(['ask', '--agent', agent, '--context', 'shot.png', 'What is on it?', ...flags]);
  const eyes = await ask('eyes');
  expect(JSON.stringify(asked())).toContain(PNG);
  expect(eyes.stderr).not.toContain('could not see');
  const words = await ask('words');
  expect(JSON.stringify(asked().at(-1))).toContain(CAN_NOT_SEE);
  expect(words.stderr).toContain('words could not see shot.png.');
  expect([eyes.code, words.code]).toEqual([0, 3]);
});
