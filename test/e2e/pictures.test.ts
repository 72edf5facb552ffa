// Pictures as material of whole debates: who sees them, what the record says of it, and what becomes of them.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DONE, event, type Script, type Service, SSE, startService } from '../agents/openai-http/service.ts';
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
      [['show', 'd'], 'DEGRADED panel (wall could not see shot.png)'],
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

  it('shows them before it starts', async () => {
    const { stdout } = await project.call(['run', '--dry-run', '--context', 'shot.png', 'Keep the logo?']);
    expect(stdout).toContain('Pictures: 1 picture, about 1 token in each session that sees them.');
    expect(stdout).toContain('  shot.png (PNG, 6 × 4 pixels, 97 bytes)');
    expect(asked()).toEqual([]);
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
  it('is gone from the debate and its forks once it is redacted, and later seats hear that', async () => {
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

it('one agent in passing is shown it, or says that it cannot see', async () => {
  const eyes = await project.call(['ask', '--agent', 'eyes', '--context', 'shot.png', 'What is on it?']);
  expect(JSON.stringify(asked())).toContain(PNG);
  const words = await project.call(['ask', '--agent', 'words', '--context', 'shot.png', 'What is on it?']);
  expect(JSON.stringify(asked().at(-1))).toContain(CAN_NOT_SEE);
  expect([eyes.stderr, words.stderr]).toEqual(['', expect.stringContaining('words could not see shot.png.')]);
});
