// A runner of GitHub Actions for the action of this repository: evaluates its expressions and runs its scripts as steps.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import * as z from 'zod';

const stepSchema = z.strictObject({
  name: z.string(),
  id: z.string().optional(),
  if: z.string().optional(),
  shell: z.literal('bash').optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const actionSchema = z.looseObject({
  inputs: z.record(z.string(), z.strictObject({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(stepSchema) }),
});

type Scope = { readonly [name: string]: string | Scope };

export function readAction(file: string) {
  return actionSchema.parse(load(fs.readFileSync(file, 'utf8')));
}

function lookUp(name: string, scope: Scope): string {
  let value: string | Scope | undefined = scope;
  for (const part of name.split('.')) value = typeof value === 'object' ? value[part] : undefined;
  return typeof value === 'string' ? value : '';
}

/** As much of the language as the action uses. */
function term(text: string, scope: Scope): string {
  const [left = '', right] = text.split('==').map((side) => side.trim());
  const read = (side: string) => /^'(.*)'$/.exec(side)?.[1] ?? (side === 'always()' ? 'true' : lookUp(side, scope));
  if (right === undefined) return read(left);
  return read(left) === read(right) ? 'true' : '';
}

const isTrue = (condition: string, scope: Scope) =>
  condition.split('&&').every((part) => term(part.trim(), scope) !== '');

const fill = (text: string, scope: Scope) =>
  text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => term(expression, scope));

interface StepRun {
  readonly name: string;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Job {
  readonly action: ReturnType<typeof readAction>;
  readonly inputs: Readonly<Record<string, string>>;
  readonly github: Scope;
  /** Of the runner itself. */
  readonly env: Readonly<Record<string, string>>;
  readonly workspace: string;
  /** Empty; the runner's own files come to stand in it. */
  readonly temp: string;
}

export interface JobResult {
  readonly steps: readonly StepRun[];
  /** What actions of others would have been called with. */
  readonly used: readonly { readonly uses: string; readonly with: Readonly<Record<string, string>> }[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly failed: boolean;
}

async function bash(script: string, { workspace, env }: Job, own: Readonly<Record<string, string>>) {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: workspace,
    env: { ...env, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (piece: string) => {
      text[name] += piece;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...text };
}

/** A step after one that failed runs only if it says so. */
export async function runJob(job: Job): Promise<JobResult> {
  const { action, github, temp } = job;
  const defaults = Object.entries(action.inputs).map(([name, { default: value }]) => [name, fill(value, { github })]);
  const outputs: Record<string, { outcome: string; outputs: Record<string, string> }> = {};
  const scope: Scope = { inputs: { ...Object.fromEntries(defaults), ...job.inputs }, github, steps: outputs };
  const steps: StepRun[] = [];
  const used: { uses: string; with: Record<string, string> }[] = [];
  const summary = path.join(temp, 'summary.md');
  fs.writeFileSync(summary, '');
  let failed = false;
  for (const [index, step] of action.runs.steps.entries()) {
    if (!isTrue(step.if ?? 'always()', scope) || (failed && step.if?.includes('always()') !== true)) continue;
    const filled = (values: Readonly<Record<string, unknown>> = {}) =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(String(value), scope)]));
    const file = path.join(temp, `output-${index}`);
    fs.writeFileSync(file, '');
    if (step.uses !== undefined) used.push({ uses: step.uses, with: filled(step.with) });
    let outcome = 'success';
    if (step.run !== undefined) {
      const own = { ...filled(step.env), GITHUB_OUTPUT: file, GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: temp };
      const run = await bash(step.run, job, own);
      steps.push({ name: step.name, ...run });
      if (run.code !== 0) outcome = 'failure';
      failed ||= run.code !== 0;
    }
    const pairs = fs
      .readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s) as [string, string]);
    if (step.id !== undefined) outputs[step.id] = { outcome, outputs: Object.fromEntries(pairs) };
  }
  const ends = Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, scope)]);
  return { steps, used, outputs: Object.fromEntries(ends), summary: fs.readFileSync(summary, 'utf8'), failed };
}
