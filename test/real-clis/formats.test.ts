// Each format with the real CLIs: killed in the middle, gone on with, and whole in the end.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import { answerByRules } from './answer-by-rules.ts';
import { type Hall, openHall, turnsOf } from './hall.ts';

const ID = 'killed';
/** What a debate must have come to before it is killed. */
const ANSWERED = 3;

interface Played {
  readonly format: string;
  readonly args: readonly string[];
  /** What has to be there before the debate is opened. */
  readonly prepare?: (hall: Hall) => void;
}

function git(hall: Hall, ...args: string[]): void {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  execFileSync('git', [...author, ...args], { cwd: hall.cwd, env: { ...hall.env }, stdio: 'pipe' });
}

/** A repository with a change that is not committed. */
function repository(hall: Hall): void {
  const file = join(hall.cwd, 'cart.ts');
  writeFileSync(join(hall.cwd, '.gitignore'), 'debates/\ndebate-hall.config.json\n');
  writeFileSync(file, 'export const total = (items: number[]) => items.reduce((sum, item) => sum + item, 0);\n');
  git(hall, 'init', '--quiet');
  git(hall, 'add', '.');
  git(hall, 'commit', '--quiet', '-m', 'Cart');
  writeFileSync(file, 'export const total = (items: number[]) => items.reduce((sum, item) => sum + item);\n');
}

const PLAYED: readonly Played[] = [
  { format: 'asymmetric', args: ['run', 'Should we rewrite our backend in Rust?', '--format', 'asymmetric'] },
  {
    format: 'oxford',
    // Each question to a judge starts a program of its own, and codex starts fastest by far.
    args: [
      ...['run', 'This house would rewrite its backend in Rust', '--format', 'oxford'],
      ...['--seat', 'opposition=gemini', '--seat', 'judge=codex'],
    ],
  },
  { format: 'plan', args: ['plan', 'How do we move our backend to Rust?'] },
  { format: 'review', args: ['review', 'Does the total still hold?'], prepare: repository },
];

/** Waits until so many answers are in the ledger. */
async function recorded(hall: Hall, context: TestContext, count: number): Promise<void> {
  await expect
    .poll(async () => (await hall.files()).split('"type":"turn-recorded"').length - 1)
    .toBeGreaterThanOrEqual(count);
  context.signal.throwIfAborted();
}

describe('with the real CLIs', () => {
  test.for(PLAYED)(
    '$format is killed in the middle and goes on to its end',
    async ({ format, args, prepare }, context) => {
      let file = '';
      const hall = await openHall(context, { behaviour: answerByRules(() => file) });
      file = hall.ledgerFile(ID);
      prepare?.(hall);

      const running = hall.start(...args, '--id', ID, '--log');
      await recorded(hall, context, ANSWERED);
      running.child.kill('SIGKILL');
      await running.finished;
      await hall.gone();
      expect(await hall.look('verify', ID)).toMatchObject({ code: 0 });

      const before = turnsOf(await hall.record(ID)).map(({ seq }) => seq);
      const ended = await hall.run('resume', ID, '--log');
      const record = await hall.record(ID);
      expect(record).toMatchObject({ format, status: 'closed', authority: { full: true } });
      expect(record.result?.headline).toEqual(expect.any(String));
      expect([0, 6]).toContain(ended.code);
      const turns = turnsOf(record);
      expect(turns.map(({ seq }) => seq)).toEqual(expect.arrayContaining(before));
      expect(new Set(turns.map(({ by }) => by.agent.agent))).toEqual(new Set(['claude', 'codex', 'gemini']));
      expect(await hall.look('verify', ID)).toMatchObject({ code: 0 });
      for (const exported of ['markdown', 'octave', 'json']) {
        expect(await hall.look('export', ID, '--format', exported)).toMatchObject({ code: 0 });
      }
    },
  );
});
