import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventDraft, LedgerEvent } from '../../src/domain/events.ts';
import { type ChainEnd, chainEnd, chainEvent, EMPTY_CHAIN, seal, toLine } from '../../src/ledger/chain/chain.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
beforeEach(async () => {
  project = createProject();
  project.configure({
    agents: { quick: quickRehearsal, other: quickRehearsal },
    seats: { wind: 'quick', wall: 'quick', door: 'quick' },
  });
  await ok('run', '--id', 'p', '-q', 'Should we move to a monorepo?');
});
afterEach(() => project.dispose());

async function ok(...args: string[]) {
  const done = await project.call(args);
  expect([args.join(' '), done.code, done.stderr]).toEqual([args.join(' '), 0, expect.not.stringContaining('error:')]);
  return done;
}

const firstTurn = (id: string) => project.events(id).find(({ type }) => type === 'turn-recorded')?.seq ?? 0;

/** Writes a ledger again with other events, in a chain that holds. */
function rewrite(id: string, change: (event: LedgerEvent) => EventDraft): void {
  const lines: string[] = [];
  let end: ChainEnd = EMPTY_CHAIN;
  for (const event of project.events(id)) {
    const next = chainEvent(change(event), end, event.at);
    lines.push(toLine(next));
    end = chainEnd(next);
  }
  project.ledgers.put(id, lines.join(''));
  for (const extension of ['.oct.md', '.md']) project.ledgers.dropDocument(id, extension);
}

describe('verify', () => {
  beforeEach(async () => {
    await ok('fork', 'p', '--id', 'f', '--wall', 'other', '-q');
  });

  it.runIf(inCampaign)(
    'compares each copied event of a fork with its parent, and of a fork of a fork with that',
    async () => {
      await ok('fork', 'f', '--id', 'g', '--door', 'other', '-q');
      expect((await ok('verify', 'f')).stdout).toMatch(/^fork of p: \d+ copied events compared with it, the same$/m);
      const { fork } = JSON.parse((await ok('verify', 'g', '--json')).stdout);
      expect(fork).toEqual({ parent: 'f', copies: fork.compared, compared: expect.any(Number) });
      expect(fork.compared).toBeGreaterThan(0);
      await ok('verify', '--all');
    },
  );

  it.runIf(inCi)('says when the parent is not there', async () => {
    project.ledgers.drop('p');
    expect((await ok('verify', 'f')).stdout).toMatch(/^fork of p, which is not here: \d+ copied events not compared/m);
    expect((await ok('verify', '--all')).stdout).toMatch(/^f +ok .+, fork of p, which is not here$/m);
    expect(JSON.parse((await ok('verify', 'f', '--json')).stdout).fork).toMatchObject({ compared: null });
  });

  it.runIf(inCi)('finds words that the parent does not have, in a chain that holds', async () => {
    let changed = 0;
    rewrite('f', (event) => {
      if (event.type !== 'turn-recorded' || event.data.copied === undefined || changed > 0) return event;
      changed = event.seq;
      const { content } = event.data;
      const text = 'text' in content ? content.text : '';
      return { type: event.type, data: { ...event.data, content: seal(`${text} `, 'a'.repeat(32)) } };
    });
    const { code, stdout } = await project.call(['verify', 'f']);
    expect(code).toBe(1);
    expect(stdout).toContain('copy-differs');
    expect(stdout).toContain(`Event ${changed} says something else than event`);
  });

  it.runIf(inCi)('finds a parent that was replaced by another debate', async () => {
    rewrite('p', (event) =>
      event.type === 'debate-opened' ? { type: event.type, data: { ...event.data, seed: 'x' } } : event,
    );
    await ok('verify', 'p');
    const { code, stdout } = await project.call(['verify', 'f']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('The debate "p" does not hold event')]);
  });

  it.runIf(inCi)('refuses copies in a debate that is no fork', async () => {
    rewrite('p', (event) =>
      event.type === 'turn-recorded' ? { type: event.type, data: { ...event.data, copied: { event: 1 } } } : event,
    );
    const { code, stdout } = await project.call(['verify', 'p']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('it is not a fork of a debate with such an event')]);
  });
});

describe('redact', () => {
  it.runIf(inCi)('reaches every fork, and a fork of a fork', async () => {
    await ok('fork', 'p', '--id', 'f', '-q');
    await ok('fork', 'f', '--id', 'g', '-q');
    const target = firstTurn('p');
    const event = project.events('p')[target];
    const text = event?.type === 'turn-recorded' && 'text' in event.data.content ? event.data.content.text : '';
    expect(text).not.toBe('');
    const { stderr } = await ok('redact', 'p', '--event', `${target}`, '--reason', 'private');
    expect(stderr).toContain(`Also redacted in the fork f: event ${firstTurn('f')}.`);
    expect(stderr).toContain(`Also redacted in the fork g: event ${firstTurn('g')}.`);
    const quoted = JSON.stringify(text).slice(1, -1);
    expect(project.ledgers.holding(quoted)).toEqual([]);
    await ok('verify', '--all');
  });

  it.runIf(inCampaign)('reaches the topic, and asks a turn again that a later fork cannot copy any more', async () => {
    await ok('fork', 'p', '--id', 'f', '-q');
    const spoken = project.events('p').flatMap((event) => (event.type === 'turn-recorded' ? [event] : []));
    const { seq: last = 0 } = spoken.at(-1) ?? {};
    await ok('redact', 'p', '--event', `${last}`, '--reason', 'private');
    const record = await project.record(['fork', 'p', '--id', 'g', '--json']);
    expect([record.code, record.calls]).toEqual([0, 1]);
    expect(JSON.stringify(record.entries)).toContain(
      `cannot be copied, so Door is asked. Event ${last}: It was redacted.`,
    );
    const { stderr } = await ok('redact', 'p', '--event', '0', '--field', '/topic', '--reason', 'private');
    expect(stderr).toContain('Also redacted in the fork f: event 0.');
    expect((await project.shown('f')).topic).toBeNull();
    const refused = await project.call(['fork', 'p', '--id', 'h']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('the topic of "p" was redacted')]);
    await ok('verify', '--all');
  });

  it.runIf(inCampaign)('names debates that asked the same again, which hold topic and material as well', async () => {
    await ok('recheck', 'p', '-q');
    const [{ threadId }] = JSON.parse((await ok('list', '--json', '--limit', '1')).stdout);
    const redacted = async (id: string, event: number) =>
      (await ok('redact', id, '--event', `${event}`, '--reason', 'a name')).stderr;
    expect(await redacted('p', firstTurn('p'))).not.toContain('asked the same again');
    expect(await redacted('p', 0)).toContain(`warning: ${threadId} asked the same again and may hold the text.`);
    expect(await redacted(threadId, 0)).not.toContain('asked the same again');
  });

  it.runIf(inCi)('names the parent that still holds a text, and the forks of a debate that is deleted', async () => {
    await ok('fork', 'p', '--id', 'f', '-q');
    await ok('fork', 'f', '--id', 'g', '-q');
    const copy = firstTurn('f');
    const { stdout, stderr } = await ok('redact', 'f', '--event', `${copy}`, '--reason', 'private', '--json');
    expect(stderr).toContain('p, from which it was copied, still holds the text.');
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ threadId: 'f', forks: [{ threadId: 'g', events: [firstTurn('g')] }], parent: 'p' },
      ...{ askedAgain: [], quotedIn: expect.any(Array), recalledBy: [] },
    });
    const deleted = await project.call(['delete', 'p', '--yes', '--json']);
    expect(deleted.stderr).toContain('Forks still hold what they copied: f, g.\n');
    expect(JSON.parse(deleted.stdout)).toEqual({
      ...{ threadId: 'p', deleted: true, forks: ['f', 'g'], unreadable: [], files: [], evaluations: [] },
    });
  });

  it.runIf(inCampaign)('reaches a fork of a fork that was deleted', async () => {
    await ok('fork', 'p', '--id', 'f', '-q');
    await ok('fork', 'f', '--id', 'g', '-q');
    await ok('delete', 'f', '--yes');
    const { stderr } = await ok('redact', 'p', '--event', `${firstTurn('p')}`, '--reason', 'private');
    expect(stderr).toContain(`Also redacted in the fork g: event ${firstTurn('g')}.`);
    expect(stderr).toContain('warning: g still quotes it');
    await ok('verify', '--all');
  });

  it.runIf(inCampaign)('names what cannot be read and may hold the text, and reaches the forks of it', async () => {
    await ok('fork', 'p', '--id', 'f', '-q');
    await ok('fork', 'f', '--id', 'g', '-q');
    project.ledgers.put('f', `${project.ledgers.text('f')}nonsense\n`);
    const target = firstTurn('p');
    const { stdout, stderr } = await ok('redact', 'p', '--event', `${target}`, '--reason', 'private', '--json');
    expect(JSON.parse(stdout).forks).toContainEqual({
      ...{ threadId: 'f', events: [], problem: expect.stringContaining('damaged') },
    });
    expect(stderr).toMatch(/^warning: f may still hold the text: .*damaged/m);
    expect(stderr).toContain(`Also redacted in the fork g: event ${firstTurn('g')}.`);
    // Also where it is the parent.
    const copy = await ok('redact', 'g', '--event', '0', '--field', '/topic', '--reason', 'private');
    expect(copy.stderr).toMatch(/^warning: f may still hold the text: .*damaged/m);
    const deleted = await ok('delete', 'p', '--yes');
    expect(deleted.stderr).toContain('May hold copies, but cannot be read: f.\n');
    expect((await ok('delete', 'f', '--yes')).stderr).not.toContain('cannot be read');
  });

  describe('where evaluations cannot be looked through', () => {
    const REASON = ['--reason', 'private'] as const;

    it('removes the text everywhere, and says which copy may keep it', async () => {
      const line = 'and how each could be shown to be wrong';
      const turn = project.ledgers
        .text('p')
        .split('\n')
        .findIndex((event) => event.includes(line));
      const report = project.path('debates', 'p.md');
      expect(fs.readFileSync(report, 'utf8')).toContain(line);
      fs.mkdirSync(project.path('debates/eval/x/p.jsonl'), { recursive: true });
      const { stdout, stderr } = await ok('redact', 'p', '--event', `${turn}`, ...REASON, '--json');
      expect(stderr).toMatch(/^warning: An evaluation may keep the same debate with the text, in debates\/eval\/x: /m);
      const copy = { threadId: 'p', folder: 'debates/eval/x', problem: expect.any(String) };
      expect(JSON.parse(stdout).evaluations).toEqual([copy]);
      expect(fs.readFileSync(report, 'utf8')).not.toContain(line);
      expect((await ok('delete', 'p', '--yes')).stderr).toContain(
        'May hold copies, but cannot be read: debates/eval/x.',
      );
    });

    it.each(['a file', 'a link to itself'])('removes it where %s has the name of their folder', async (what) => {
      const folder = project.path('debates/eval');
      if (what === 'a file') fs.writeFileSync(folder, '');
      else fs.symlinkSync('eval', folder);
      const may = what === 'a file' ? expect.not.stringContaining('may') : expect.stringContaining('in debates/eval: ');
      expect((await ok('redact', 'p', '--event', `${firstTurn('p')}`, ...REASON)).stderr).toEqual(may);
      const left = await ok('delete', 'p', '--yes');
      expect(left.stderr.includes('cannot be read: debates/eval.')).toBe(what !== 'a file');
      expect(project.ledgers.exists('p')).toBe(false);
    });
  });

  it.runIf(inCampaign)('ends where a fork has the name of the debate that its parent was forked from', async () => {
    await ok('fork', 'p', '--id', 'f', '-q');
    await ok('delete', 'p', '--yes');
    await ok('fork', 'f', '--id', 'p', '-q');
    const { stderr } = await ok('redact', 'p', '--event', `${firstTurn('p')}`, '--reason', 'private');
    expect(stderr).toContain(`Also redacted in the fork f: event ${firstTurn('f')}.`);
    expect(await project.call(['delete', 'p', '--yes'])).toMatchObject({ code: 0 });
  });
});
