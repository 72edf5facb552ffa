// Replays come to the same without a model, for every format and for ledgers of earlier versions; and two debates side by side.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnyFormat } from '../../src/formats/format.ts';
import { discoverFormats, formatNames } from '../../src/hall/compose/discover.ts';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';

const OLD_LEDGERS = path.join(import.meta.dirname, '../verdict/ledgers');
const EXAMPLE = path.join(import.meta.dirname, '../../docs/examples/example.jsonl');
const PYTHON = path.join(import.meta.dirname, '../interop/fixtures');

const FORMATS = await discoverFormats();
const listSeats = ({ seats, options, recipes }: AnyFormat) =>
  seats(options.parse(recipes['standard']?.options ?? {})).map(({ id }) => id);

let project: Project;
beforeEach(() => {
  project = createProject({
    agents: { quick: quickRehearsal },
    seats: Object.fromEntries(FORMATS.flatMap(listSeats).map((seat) => [seat, 'quick'])),
  });
});
afterEach(() => project.dispose());

async function ok(...args: string[]) {
  const done = await project.call(args);
  expect([args.join(' '), done.code, done.stderr]).toEqual([args.join(' '), 0, expect.not.stringContaining('error:')]);
  return done;
}

const replay = async (id: string) => JSON.parse((await ok('replay', id, '--json')).stdout);
const bytes = (id: string) => project.ledgers.text(id);

describe('replay', () => {
  const ownCommand = ['review', 'plan', 'fix'];
  const byRun = formatNames.filter((name) => !ownCommand.includes(name));
  it.runIf(inCi).each(inCampaign ? byRun : sample(['wind-wall-door', 'panel'], 2))(
    'comes to the same in a debate of %s',
    async (format) => {
      await project.call(['run', '--format', format, '--id', 'd', '-q', 'Should we move to a monorepo?']);
      const before = bytes('d');
      const result = await replay('d');
      expect(result).toMatchObject({ ok: true, calls: 0, otherWarnings: [], events: project.events('d').length });
      expect(result.documents).toContainEqual({ file: 'd.oct.md', same: true });
      expect(result.documents.filter(({ same }: { same: boolean }) => !same)).toEqual([]);
      // A fork that changes nothing is the other replay: the engine writes every line again.
      const fork = await project.record(['fork', 'd', '--id', 'f', '--json']);
      expect([fork.calls, fork.outcome]).toEqual([0, (await project.shown('d')).outcome]);
      expect(bytes('d')).toBe(before);
    },
  );

  it.runIf(inCampaign)('comes to the same in a review, in the fix of one, and in a plan', async () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', project.folder, ...args]);
    git('init', '-q');
    project.write('count.js', 'export const count = (items) => items.length - 1;\n');
    git('add', 'count.js');
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-qm', 'Count');
    project.write('count.js', 'export const count = (items) => items.length;\n');
    await project.call(['review', '--id', 'r', '--rehearse', '--fix', '-q']);
    const fix = project.ledgers.ids().find((id) => id.includes('fix'));
    await project.call(['plan', '--id', 'l', '-q', 'Move to a monorepo']);
    for (const id of ['r', fix ?? 'no fix', 'l']) {
      expect(await replay(id)).toMatchObject({ ok: true, calls: 0, otherWarnings: [] });
      const fork = await project.record(['fork', id, '--id', `${id}-fork`, '--json']);
      expect([fork.calls, fork.outcome]).toEqual([0, (await project.shown(id)).outcome]);
    }
  });

  it.runIf(inCi).each(fs.readdirSync(OLD_LEDGERS).filter((_, at) => inCampaign || at % 3 === 0))(
    'asks nobody in a ledger of an earlier version, nor does its fork: %s',
    async (name) => {
      const [opening = ''] = fs.readFileSync(path.join(OLD_LEDGERS, name), 'utf8').split('\n');
      const id = JSON.parse(opening).data.threadId;
      project.ledgers.put(id, fs.readFileSync(path.join(OLD_LEDGERS, name), 'utf8'));
      expect(await replay(id)).toMatchObject({ ok: true, calls: 0, otherWarnings: [] });
      const fork = await project.record(['fork', id, '--id', 'f', '--json']);
      // What is copied is read by today's rules: a reason against a finding gets its answer now.
      expect([fork.calls, fork.status]).toEqual([0, name === 'review.jsonl' ? 'open' : 'closed']);
      expect((await ok('verify', 'f')).stdout).toContain('compared with it, the same');
    },
  );

  it('comes to the same in the example of the docs and in ledgers that were imported', async () => {
    const [line = ''] = fs.readFileSync(EXAMPLE, 'utf8').split('\n');
    const { threadId } = JSON.parse(line).data;
    project.ledgers.put(threadId, fs.readFileSync(EXAMPLE, 'utf8'));
    expect(await replay(threadId)).toMatchObject({ ok: true, calls: 0 });
    await ok('import', path.join(PYTHON, '2026-01-05-closed.json'), '--id', 'old');
    expect(await replay('old')).toMatchObject({ ok: true, calls: 0 });
  });

  it('plays the debate back as a run tells of it, up to an event where one is named', async () => {
    await ok('run', '--id', 'd', '-q', 'Should we move to a monorepo?');
    const { stdout, stderr } = await ok('replay', 'd', '--log');
    expect(stdout).toMatch(/^ok \d+ events replayed with 0 calls, every one the same$/m);
    expect(stderr).toMatch(
      /debate d: Should we move to a monorepo\?[\s\S]*Opening, Wind[\s\S]*Openings differ[\s\S]*Round 1, Door: recorded/,
    );
    const early = await ok('replay', 'd', '--log', '--until', '5');
    expect(early.stderr).not.toContain('Round 1, Door');
    expect(early.stdout).toContain('ok 6 events replayed');
  });

  it.runIf(inCampaign)(
    'waits as long as the debate took, divided by the speed, and ends when it is stopped',
    async () => {
      await ok('run', '--id', 'd', '-q', 'Should we move to a monorepo?');
      const run = project.start(['replay', 'd', '--log', '--speed', '0.0001']);
      await run.says('stderr', 'debate d: Should we move to a monorepo?');
      run.child.kill('SIGINT');
      expect((await run.finished).code).toBe(130);
    },
  );

  it('stops at the first event that comes out otherwise, and says which', async () => {
    await ok('run', '--id', 'd', '-q', 'Should we move to a monorepo?');
    project.ledgers.put('d', bytes('d').replace('"act":"turn"', '"act":"turm"'));
    const { code, stdout } = await project.call(['replay', 'd', '--quiet']);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^DAMAGED line \d+/)]);
  });
});

it.runIf(inCampaign)('replays documents that leave out paths of the machine', async () => {
  const script = "console.error('cannot read /home/ana/notes.txt'); process.exit(3)";
  project.configure({
    agents: { bad: { kind: 'command', argv: [process.execPath, '-e', script], prompt: 'stdin' } },
    agentRetries: 0,
  });
  await project.call(['run', '--rehearse', '--id', 'd', '--wall', 'bad', '-q', 'Tabs?']);
  await project.call(['resume', 'd', '--wall', 'rehearsal', '-q']);
  expect((await replay('d')).documents).toEqual([
    { file: 'd.oct.md', same: true },
    { file: 'd.md', same: true },
  ]);
});

describe('compare', () => {
  beforeEach(async () => {
    const said = (as: string, opening: string) =>
      project.seat(as, {
        say: {
          opening: JSON.stringify({ answer: opening, confidence: 70, claims: ['It holds'], change_mind: 'Figures' }),
        },
      });
    project.configure({
      agents: { one: said('one', 'Yes'), two: said('two', 'No'), three: said('three', 'No') },
      seats: { wind: 'one', wall: 'two', door: 'one' },
    });
    await ok('run', '--id', 'p', '-q', 'Should we move to a monorepo?');
    await project.call(['fork', 'p', '--id', 'f', '--wall', 'three', '-q']);
  });

  it.runIf(inCi)('shows what was given, said and decided otherwise, and what both took', async () => {
    const { stdout } = await ok('compare', 'p', 'f');
    expect(stdout).toContain('Fork of p at event');
    expect(stdout).toContain('seat Wall: two → three');
    expect(stdout).toContain('8 turns the same, 1 different');
    expect(stdout).toContain('(first that differs)');
    expect(stdout).toMatch(/p: full panel[\s\S]*f: DEGRADED panel/);
    expect(stdout).toMatch(/p: 9 calls, .*\$0\.09/);
    expect(stdout).toMatch(/f: 3 calls, .*\$0\.03/);
  });

  it.runIf(inCampaign)('gives the same as data, also of debates that have nothing to do with each other', async () => {
    await project.call(['check', '--id', 'c', '--rehearse', '-q', 'Is it safe to drop the column?']);
    const forked = JSON.parse((await ok('compare', 'p', 'f', '--json')).stdout);
    expect(forked).toMatchObject({
      threadIds: ['p', 'f'],
      relation: { kind: 'fork', of: 'p', anew: ['wall'] },
      given: [{ what: 'seat wall', values: ['two', 'three'] }],
      totals: [{ calls: 9 }, { calls: 3 }],
    });
    const others = JSON.parse((await ok('compare', 'p', 'c', '--json')).stdout);
    expect(others).toMatchObject({ relation: null, sameTurns: 0 });
    expect(others.given.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining(['topic', 'format', 'seat wind']),
    );
  });

  it.runIf(inCampaign)('tells points of view apart, and other material of the same length', async () => {
    const hold = async (id: string, view: string, text: string) => {
      project.write('spec.md', text);
      const seats = ['--seat', `a=rehearsal+${view}`, '--context', 'spec.md'];
      await ok('run', '--rehearse', '--format', 'panel', '--id', id, '-q', ...seats, 'Tabs or spaces?');
    };
    await hold('one', 'operator', 'It is slow.');
    await hold('other', 'security', 'It is fast.');
    const { given } = JSON.parse((await ok('compare', 'one', 'other', '--json')).stdout);
    expect(given).toEqual([
      { what: 'seat a', values: ['rehearsal+operator', 'rehearsal+security'] },
      { what: 'context spec.md', values: ['11 bytes', '11 bytes, other text'] },
    ]);
  });

  it.runIf(inCampaign)('says where it cannot compare, as a turn was redacted', async () => {
    for (const id of ['left', 'right']) {
      await ok('open', '--id', id, 'Where do we have lunch?');
      await ok('say', id, '--seat', 'wind', 'Soup.\nBread.\nWhat else?');
      await ok('say', id, '--seat', 'wall', `Too hot, says ${id}.`);
    }
    await ok('redact', 'left', '--event', '1', '--reason', 'private');
    const { stdout } = await ok('compare', 'left', 'right');
    expect(stdout).toContain('  0 turns the same, 1 different, 1 redacted\n');
    expect(stdout).toMatch(/Round 1, Wind: #1 → #1 \(redacted in left\)\n/);
    expect(stdout).toMatch(/Round 1, Wall: #2 → #2 \(first that differs\)\n/);
    await ok('redact', 'right', '--event', '1', '--reason', 'private');
    await ok('redact', 'right', '--event', '0', '--field', '/topic', '--reason', 'private');
    const both = JSON.parse((await ok('compare', 'left', 'right', '--json')).stdout);
    expect(both).toMatchObject({
      given: [{ what: 'topic', values: ['Where do we have lunch?', '(redacted)'] }],
      otherTurns: [{ seat: 'wall', events: [2, 2] }],
      redactedTurns: [{ seat: 'wind', events: [1, 1], in: ['left', 'right'] }],
    });
  });

  it.runIf(inCampaign)('tells a decision that was redacted from one that nobody took', async () => {
    for (const id of ['closed', 'redacted']) {
      await ok('open', '--id', id, 'Where do we have lunch?');
      await ok('close', id, 'Soup, at noon.');
    }
    await ok('redact', 'redacted', '--event', '1', '--field', '/decision/text', '--reason', 'private');
    expect((await ok('compare', 'closed', 'redacted')).stdout).toContain('  decision: Soup, at noon. → (redacted)\n');
    await ok('open', '--id', 'undecided', 'Where do we have lunch?');
    expect((await ok('compare', 'closed', 'undecided')).stdout).toContain('  decision: Soup, at noon. → none\n');
  });

  it('finds no difference between a debate and itself', async () => {
    const same = JSON.parse((await ok('compare', 'p', 'p', '--json')).stdout);
    expect(same).toMatchObject({ given: [], results: [], otherTurns: [] });
  });
});
