// Whether a ledger can be trusted: damage that is named, heads noted elsewhere, cut tails, and ledgers from elsewhere.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { itInFolders } from '../support/shared-store.ts';

let project: Project;
beforeEach(async () => {
  project = createProject({ agents: { quick: quickRehearsal }, recipe: 'quick' });
});
afterEach(() => {
  project.dispose();
});

async function byHand({ closed = false } = {}) {
  await project.call(['open', '--id', 'd', 'Should we?']);
  await project.call(['say', 'd', '--seat', 'wind', '--author', 'Ada', 'Why not?']);
  await project.call(['say', 'd', '--seat', 'wall', '--author', 'Ada', 'Too dear.']);
  if (closed) await project.call(['close', 'd', 'We wait.']);
}

const lines = () => project.ledgers.text('d').split('\n').slice(0, -1);
const rewrite = (changed: readonly string[]) => project.ledgers.put('d', changed.map((line) => `${line}\n`).join(''));
const verify = async (...flags: string[]) => {
  const { code, stdout } = await project.call(['verify', '--json', 'd', ...flags]);
  return { code, ...JSON.parse(stdout) };
};

describe('verify', () => {
  it('names the event and the field of what was changed', async () => {
    await byHand();
    const changed = lines().map((line, index) => (index === 2 ? line.replace('Too dear.', 'Do it now.') : line));
    rewrite(changed);
    expect(await verify()).toMatchObject({ code: 1, ok: false, damage: [{ seq: 2, field: '/data/content' }] });
    const { code, stdout } = await project.call(['verify', 'd']);
    expect(code).toBe(1);
    expect(stdout).toContain('DAMAGED line 3, /data/content');
  });

  it('finds a line that was dropped, swapped, doubled or put in', async () => {
    await byHand();
    const [zero, one, two] = lines() as [string, string, string];
    for (const changed of [
      [zero, two],
      [zero, two, one],
      [zero, one, one, two],
      [one, two],
      [zero, '{}', one, two],
    ]) {
      rewrite(changed);
      const result = await verify();
      expect([changed.length, result.code, result.ok], JSON.stringify(result)).toEqual([changed.length, 1, false]);
    }
  });

  it('lets nobody write on after damage, and hides no other debate', async () => {
    await byHand();
    await project.call(['open', '--id', 'healthy', 'Should we?']);
    rewrite(lines().map((line, index) => (index === 1 ? line.replace('Why not?', 'Why so?') : line)));
    const before = project.ledgers.text('d');
    for (const args of [
      ['say', 'd', '--seat', 'door', 'x'],
      ['resume', 'd'],
      ['kill', 'd', 'x'],
      ['export', 'd'],
    ]) {
      const { code, stderr } = await project.call(args);
      expect([args, code]).toEqual([args, 1]);
      expect(stderr).toContain('debate-hall verify d');
      expect(stderr).not.toContain('internal error');
    }
    expect(project.ledgers.text('d')).toBe(before);
    const list = await project.call(['list']);
    expect(list.code).toBe(0);
    expect(list.stdout).toContain('damaged');
    expect(list.stdout).toMatch(/healthy +\S+ +open/);
  });

  it('finds a cut tail of an open debate by a head that was noted elsewhere', async () => {
    await byHand();
    const { head } = await verify();
    expect(await verify('--head', head)).toMatchObject({ code: 0, ok: true });
    rewrite(lines().slice(0, 2));
    expect(await verify()).toMatchObject({ code: 0, ok: true, events: 2 });
    expect(await verify('--head', head)).toMatchObject({ code: 1, damage: [{ code: 'head-missing' }] });
  });

  it('finds a cut tail of a closed debate by its committed record', async () => {
    await byHand({ closed: true });
    expect(await verify()).toMatchObject({ code: 0, status: 'closed' });
    rewrite(lines().slice(0, 3));
    expect(await verify()).toMatchObject({ code: 1, damage: [{ code: 'head-missing' }] });
  });

  itInFolders('a write that was cut off')(
    'reports a torn last line, keeps what is before it, and the next write cuts it off',
    async () => {
      await byHand();
      fs.appendFileSync(project.ledger('d'), '{"v":1,"seq":3,"ty');
      expect(await verify()).toMatchObject({ code: 0, ok: true, events: 3, tornBytes: 18 });
      expect((await project.call(['say', 'd', '--seat', 'door', '1. Yes.'])).code).toBe(0);
      expect(await verify()).toMatchObject({ code: 0, events: 5, tornBytes: 0 });
      expect((await project.call(['show', 'd'])).stdout).toContain('18 bytes of an unfinished last line');
    },
  );

  itInFolders('bytes that are no text')(
    'says what is wrong with a ledger that is empty, binary or of another name',
    async () => {
      await byHand();
      const whole = fs.readFileSync(project.ledger('d'));
      for (const content of [
        '',
        '\n',
        Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x1b, 0x5b, 0x32, 0x4a, 0x0a]),
        '[]\n',
        'null\n',
      ]) {
        fs.writeFileSync(project.ledger('d'), content);
        const { code, stdout, stderr } = await project.call(['verify', 'd']);
        expect([String(content), code]).toEqual([String(content), 1]);
        expect(stdout).toContain('DAMAGED');
        expect(stdout + stderr).not.toContain('\u001b');
        expect(stderr).not.toContain('internal error');
      }
      fs.writeFileSync(project.ledger('other'), whole);
      expect((await project.call(['verify', 'other'])).stdout).toContain('not of "other"');
      expect((await project.call(['show', 'other'])).stderr).toContain('belongs to debate "d"');
    },
  );

  it('answers 2 for a debate that is not there', async () => {
    expect((await project.call(['verify', 'nothing'])).code).toBe(2);
  });
});

describe('exports', () => {
  it('are written to stdout or to a file, which is not replaced by accident', async () => {
    await byHand({ closed: true });
    const { stdout } = await project.call(['export', 'd', '-F', 'octave']);
    expect(stdout).toBe(project.ledgers.document('d', '.oct.md'));
    expect((await project.call(['export', 'd', '-o', 'd.md'])).code).toBe(0);
    expect((await project.call(['export', 'd', '-o', 'd.md'])).code).toBe(2);
    expect((await project.call(['export', 'd', '-o', 'd.md', '--force'])).code).toBe(0);
    expect((await project.call(['export', 'd', '-o', 'missing/d.md'])).code).toBe(1);
    expect((await project.call(['export', 'd', '-F', 'pdf'])).code).toBe(2);
  });
});

describe('ledgers of the Python debate-hall-mcp', () => {
  const fixture = (name: string) =>
    path.join(import.meta.dirname, '..', 'interop', 'fixtures', `2026-01-05-${name}.json`);

  it('come in, verify, and go out again as they were', async () => {
    const { code, stdout } = await project.call(['import', fixture('closed')]);
    expect(code).toBe(0);
    const id = stdout.trim();
    expect((await project.call(['verify', id])).code).toBe(0);
    const back = await project.call(['export', id, '-F', 'python-json']);
    const turns = (text: string) => JSON.parse(text).turns.map(({ hash }: { hash: string }) => hash);
    expect(turns(back.stdout)).toEqual(turns(fs.readFileSync(fixture('closed'), 'utf8')));
    expect((await project.call(['import', fixture('closed')])).code).toBe(2);
    expect((await project.call(['import', fixture('closed'), '--id', 'again'])).code).toBe(0);
  });

  it('that do not verify are refused, or come in with their damage noted', async () => {
    const debate = JSON.parse(fs.readFileSync(fixture('closed'), 'utf8'));
    const hostile = 'forged \u001b[2J';
    Object.assign(debate.turns[1], { content: hostile, agent_role: hostile, model: hostile, timestamp: hostile });
    const file = project.write('forged.json', debate);
    const refused = await project.call(['import', file]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('turn 1');
    expect(project.ledgers.ids()).toEqual([]);
    const forced = await project.call(['import', file, '--force']);
    expect(forced.code).toBe(3);
    const shown = await project.call(['show', forced.stdout.trim()]);
    expect(shown.stdout).toContain('did not verify');
    expect(shown.stdout + refused.stderr + forced.stderr).not.toContain('\u001b');
  });

  it('that are no such ledgers are refused with a clear error', async () => {
    for (const content of ['', '[]', '{"thread_id": 1}', 'not json']) {
      const { code, stderr } = await project.call(['import', project.write('wrong.json', content)]);
      expect([content, code]).toEqual([content, 2]);
      expect(stderr).not.toContain('internal error');
    }
    expect((await project.call(['import', 'missing.json'])).code).toBe(2);
  });
});
