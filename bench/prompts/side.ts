// One side of the comparison: this program as it stands in a folder or at a commit, asked one question after another.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRight, type Question } from './questions.ts';

const BIN = 'dist/cli/start.cjs';

/** The program in this folder of the repository, or at this commit, which is put into `scratch` and built. */
export function prepareSide(name: string, scratch: string): string {
  if (existsSync(join(name, BIN))) return resolve(name, BIN);
  const folder = join(scratch, name.replace(/\W+/g, '-'));
  execFileSync('git', ['worktree', 'add', '--detach', '--force', folder, name], { stdio: 'ignore' });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(folder, BIN);
}

interface SeatAnswer {
  readonly answer: string | null;
  readonly confidence: number | null;
}

/** What came of one question. */
export interface Run {
  /** Whether the answer of the debate is right; a debate without an answer is wrong. */
  readonly verdict: number;
  /** Part of the openings that are right. */
  readonly openings: number;
  /** Part of the final answers that are right; `null` where there was no ballot. */
  readonly ballot: number | null;
  /** Brier score of the openings: the mean square of confidence minus right, 0 at best; `null` where none gave a confidence. */
  readonly brier: number | null;
  readonly failed: boolean;
}

const share = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export function scoreRun(question: Question, record: { readonly result?: { readonly data?: object } | null }): Run {
  const data = (record.result?.data ?? {}) as {
    readonly answer?: string | null;
    readonly openings?: { readonly seats: readonly SeatAnswer[] };
    readonly ballot?: { readonly seats: readonly SeatAnswer[] };
  };
  const rightIn = (seats: readonly SeatAnswer[] = []) => seats.map(({ answer }) => Number(isRight(question, answer)));
  const opened = data.openings?.seats ?? [];
  const squares = opened.flatMap(({ answer, confidence }) =>
    confidence === null ? [] : [(confidence / 100 - Number(isRight(question, answer))) ** 2],
  );
  return {
    verdict: Number(isRight(question, data.answer ?? null)),
    openings: share(rightIn(opened)) ?? 0,
    ballot: share(rightIn(data.ballot?.seats)),
    brier: share(squares),
    failed: opened.length === 0,
  };
}

/** `more`: what the command line gives besides, such as agents. Never throws: a run that breaks is a failed one. */
export async function runQuestion(bin: string, cwd: string, question: Question, more: readonly string[]): Promise<Run> {
  const options = question.answer === 'choice' ? ['--options', question.options.join(',')] : [];
  const args = [bin, 'run', '--json', '--answer', question.answer, ...options, ...more, question.topic];
  const stdout = await new Promise<string>((done) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 << 20 }, (_, said) => done(said));
  });
  try {
    return scoreRun(question, JSON.parse(stdout));
  } catch {
    return { verdict: 0, openings: 0, ballot: null, brier: null, failed: true };
  }
}
