// Debates are named by their id, the beginning of it, or "last", at every command that takes one.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/doors/cli/program.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { findDebate } from '../../src/hall/operations/records/lists/find-debate.ts';
import { callProgram } from '../support/call-program.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { commandsBelow } from '../support/commands.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
async function open(...ids: string[]): Promise<void> {
  const hall = await openHall({ cwd: project.folder, env: project.env, home: project.root });
  for (const threadId of ids)
    await openDebate(hall, { threadId, topic: `What about ${threadId}?`, seating: 'by-hand' });
  await hall.close();
}
const call = (...words: string[]) => callProgram(...words, '--hall', project.debates);

beforeAll(async () => {
  project = createProject();
  await open('rust-2025', 'rust-2026', 'lunch');
});
afterAll(() => project.dispose());

const withId = commandsBelow(await createProgram()).filter(
  ({ command }) => command.registeredArguments[0]?.name() === 'id',
);

describe('a short id', () => {
  it.runIf(inCi).each(withId)(
    'that several debates begin with is answered with all of them by $name',
    async ({ name, command }) => {
      const more = command.registeredArguments.slice(1).map(() => 'x');
      const options = command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long ?? '', '1']);
      const { code, stderr } = await call(...name.split(' '), 'rust', ...more, ...options);
      expect(code).toBe(2);
      expect(stderr).toContain('"rust" matches 2 debates: ');
      for (const id of ['rust-2025', 'rust-2026']) expect(stderr).toContain(id);
    },
  );

  it('names the one debate that begins so, and "last" the one that was written last', async () => {
    expect((await call('show', 'lun')).stdout).toContain('What about lunch?');
    expect((await call('say', 'rust-2025', 'One more thought.', '--seat', 'wind')).code).toBe(0);
    expect(JSON.parse((await call('show', 'last', '--json')).stdout).threadId).toBe('rust-2025');
    expect(JSON.parse((await call('verify', 'last', '--json')).stdout)).toMatchObject({
      threadId: 'rust-2025',
      ok: true,
    });
    expect((await call('close', 'lunch', 'Soup.')).code).toBe(0);
    expect(JSON.parse((await call('export', 'last', '-F', 'json')).stdout).threadId).toBe('lunch');
    expect(JSON.parse((await call('stats', 'last', '--json')).stdout).threadId).toBe('lunch');
  });

  it.each([
    ['close', 'lun', 'Soup.'],
    ['kill', 'lun', 'Enough.'],
    ['redact', 'lun', '--event', '1', '--reason', 'A name.'],
    ['delete', 'lun', '--yes'],
  ])('is not enough for %s, which cannot be undone', async (...words) => {
    const { code, stderr } = await call(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining('This cannot be undone, so "lun" is not enough')]);
    expect(stderr).toContain('Did you mean "lunch"?');
  });

  it('is no end of an id, and nothing that leads out of the hall', async () => {
    expect((await call('show', '2025')).stderr).toContain('There is no debate "2025".');
    expect((await call('show', '')).code).toBe(2);
    expect((await call('show', '../debates/lunch')).stderr).toContain('is not a valid debate ID');
  });

  it('loses against a debate that is called so', async () => {
    await open('rust');
    expect(JSON.parse((await call('show', 'rust', '--json')).stdout).threadId).toBe('rust');
    expect((await call('delete', 'rust', '--yes')).code).toBe(0);
  });

  it('is not enough for what cannot be undone', async () => {
    const gone = [
      ['kill', 'lun', 'why'],
      ['redact', 'last', '--event', '0', '--reason', 'x'],
      ['delete', 'last', '--yes'],
    ];
    for (const words of gone) {
      const { code, stderr } = await call(...words);
      expect([words[0], code]).toEqual([words[0], 2]);
      expect(stderr).toContain('Did you mean "lunch"?');
    }
    expect(project.events('lunch').map(({ type }) => type)).toEqual(['debate-opened', 'debate-closed']);
  });

  it('names nothing in an empty hall', async () => {
    const empty = createProject();
    const { stderr } = await callProgram('show', 'last', '--hall', empty.debates);
    empty.dispose();
    expect(stderr).toContain(`There are no debates in ${empty.debates} yet.`);
  });

  it.skipIf(process.platform === 'win32')(
    'a hall whose name has a line end is shown so that a shell takes it',
    async () => {
      const hall = `${project.folder}/two\nlines`;
      const shown = `$'${project.folder}/two\\nlines`;
      expect((await callProgram('show', 'last', '--hall', hall)).stderr).toContain(
        `There are no debates in ${shown}' yet.`,
      );
      const ran = await project.call([
        'run',
        '--rehearse',
        '--recipe',
        'quick',
        '--id',
        'd',
        'Should we?',
        '--hall',
        hall,
      ]);
      expect(ran.stderr).toContain(`Record    ${shown}/d.oct.md'`);
    },
  );

  it('is found by programs as well', async () => {
    const hall = await openHall({ cwd: project.folder, env: project.env, home: project.root });
    expect(await findDebate(hall, 'lun')).toBe('lunch');
    await expect(findDebate(hall, 'rust-')).rejects.toMatchObject({ details: { candidates: expect.any(Array) } });
    await hall.close();
  });
});

describe('an id in the wrong case', () => {
  const PRELOAD = fileURLToPath(new URL('../fakes/ignores-case.cjs', import.meta.url));
  const NOT_FOUND = { code: 'not-found', hint: 'Did you mean "Rust-Rewrite"?' };
  const TAKEN = { code: 'already-exists', hint: expect.stringContaining('resume Rust-Rewrite') };

  it.runIf(inCampaign).each([
    [['delete', 'rust-rewrite', '--yes'], NOT_FOUND],
    [['run', 'Should we?', '--rehearse', '--id', 'rust-rewrite'], TAKEN],
    ...(inCi
      ? ([
          [['show', 'rust-rewrite'], NOT_FOUND],
          [['verify', 'rust-rewrite'], NOT_FOUND],
          [['close', 'rust-rewrite', 'Yes.'], NOT_FOUND],
          [['redact', 'rust-rewrite', '--event', '0', '--reason', 'A name.'], NOT_FOUND],
          [['run', 'Should we?', '--rehearse', '--dry-run', '--id', 'rust-rewrite'], TAKEN],
        ] as const)
      : []),
  ] as const)('is of no debate, also where files are found by it: %j', async (args, error) => {
    const own = createProject();
    const ledger = own.path('debates/Rust-Rewrite.jsonl');
    try {
      expect((await own.call(['open', 'Should we?', '--id', 'Rust-Rewrite'])).code).toBe(0);
      const before = readFileSync(ledger, 'utf8');
      const env = { NODE_OPTIONS: `--require=${JSON.stringify(PRELOAD)}`, IGNORES_CASE_IN: own.debates };
      const { code, stdout } = await own.run([...args, '--json'], { env });
      expect([code, JSON.parse(stdout)]).toEqual([2, { error: expect.objectContaining(error) }]);
      expect(readFileSync(ledger, 'utf8')).toBe(before);
    } finally {
      own.dispose();
    }
  });
});
