// Every exit code of a run that ended, against the tables of docs/cli.md, docs/verdict.md and docs/reviewing.md.
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { RUN_END_REASONS } from '../../src/domain/live-events.ts';
import { OUTCOMES } from '../../src/domain/outcomes.ts';
import type { DebateRecord } from '../../src/domain/record.ts';
import { SEVERITIES } from '../../src/domain/results/review-result.ts';
import { getExitCode } from '../../src/hall/operations/debate/running/outcome-exit.ts';
import { sample } from '../support/campaign.ts';

const VERDICT = fs.readFileSync(new URL('../../docs/verdict.md', import.meta.url), 'utf8');
const CLI = fs.readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');

/** By the table of outcomes; of a debate that was killed, that of the run that is not the one that was ended. */
const DOCUMENTED = new Map(
  [...VERDICT.matchAll(/^ *\| `([a-z-]+)` \|.*\| (\d+)[^|]*\|$/gm)].map(([, outcome, code]) => [outcome, Number(code)]),
);

type Result = Readonly<Record<string, unknown>> | null;
const review = (facts: Readonly<Record<string, unknown>>): Result => ({
  ...{
    kind: 'review',
    reviewed: true,
    question: '',
    platform: 'posix',
    reviewers: [],
    degraded: false,
    stopped: false,
  },
  ...{ crossChecked: true, overlap: null, vendors: [], rounds: 1, findings: [], eliminated: [], residualRisks: [] },
  ...{ openQuestions: [], scores: [], files: [], leftOut: [], ...facts },
});
const plan = (planned: boolean): Result => ({
  ...{ kind: 'plan', planned, stage: 'done', mode: 'consensus', planners: [], degraded: false, overlap: null },
  ...{ summary: '', steps: [], eliminated: [], risks: [], openQuestions: [], scores: [] },
});
const finding = (severity: string, own: string) => ({
  ...{ id: 'F1', severity, title: '', file: null, line: null, detail: '', fix: '', evidence: null },
  ...{ verified: 'file', foundBy: ['one'], severities: [{ seat: 'one', severity: own }] },
  ...{ votes: { valid: 1, invalid: 0 }, status: 'confirmed', dissent: [] },
});

interface Case {
  readonly reason: (typeof RUN_END_REASONS)[number];
  readonly outcome: DebateRecord['outcome'];
  readonly full: boolean;
}

const CASES: readonly Case[] = RUN_END_REASONS.flatMap((reason) =>
  [null, ...OUTCOMES].flatMap((outcome) => [true, false].map((full) => ({ reason, outcome, full }))),
);

const exitOf = ({ reason, outcome, full }: Case, format: string, data?: Result, failOn?: 'P0' | 'P1' | 'P2') =>
  getExitCode(
    reason,
    {
      threadId: 'one',
      format,
      outcome,
      authority: { full },
      result: data ? { data } : null,
    } as unknown as DebateRecord,
    failOn,
  );

const findFirst = (rows: readonly (readonly [applies: boolean, code: number])[]) =>
  rows.find(([applies]) => applies)?.[1] ?? 0;

const rowsBefore = ({ reason }: Case) =>
  [
    [reason === 'cancelled' || reason === 'force-closed', 130],
    [reason === 'paused', 4],
  ] as const;

const rowsAfter = ({ outcome, full }: Case, isDegraded = false) =>
  [
    [outcome === 'stopped-by-limit', 5],
    [outcome === 'not-settled' || outcome === 'stable-disagreement', 6],
    [!full || isDegraded, 3],
  ] as const;

it('has the numbers that the documents give each', () => {
  const numbers = [...CLI.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(Object.values(EXIT).toSorted((one, other) => one - other)).toEqual(numbers);
  expect([...DOCUMENTED.keys()].toSorted()).toEqual(OUTCOMES.toSorted());
  const killed = { reason: 'force-closed', outcome: 'force-closed', full: true } as const;
  for (const [outcome, code] of DOCUMENTED) {
    const ended = outcome === 'force-closed' ? killed : { reason: 'closed', outcome, full: true };
    expect([outcome, exitOf(ended as Case, 'wind-wall-door')]).toEqual([outcome, code]);
  }
});

it('of a debate is that of its outcome, and 3 where that is 0 and the panel was not full', () => {
  for (const each of CASES) {
    for (const format of ['wind-wall-door', 'check', 'oxford', 'fix']) {
      const isSplit = format === 'check' && each.outcome === 'majority';
      const code = findFirst([...rowsBefore(each), [isSplit, 6], ...rowsAfter(each)]);
      expect([each, format, exitOf(each, format)]).toEqual([each, format, code]);
    }
  }
});

it('of a plan is a failure where nobody made one', () => {
  for (const each of CASES) {
    for (const data of [null, plan(false), plan(true)]) {
      const isMissing = data?.['planned'] !== true;
      const nothing = each.outcome === 'stopped-by-limit' ? 5 : 4;
      const code = findFirst([...rowsBefore(each), [isMissing, nothing], ...rowsAfter(each)]);
      expect([each, data, exitOf(each, 'plan', data)]).toEqual([each, data, code]);
    }
  }
});

it('of a review is the first that applies', () => {
  const wrong: unknown[] = [];
  const check = (each: Case, data: Result, failOn: 'P0' | 'P1' | 'P2' | undefined, code: number) => {
    const got = exitOf(each, 'review', data, failOn);
    if (got !== code) wrong.push([each, data, failOn, code, got]);
  };
  for (const each of sample(CASES, 7)) {
    const nothing = each.outcome === 'stopped-by-limit' ? 5 : 4;
    for (const data of [null, review({ reviewed: false, findings: [finding('P0', 'P0')] })])
      check(each, data, 'P2', findFirst([...rowsBefore(each), [true, nothing]]));
    for (const degraded of [false, true]) {
      const code = findFirst([...rowsBefore(each), ...rowsAfter(each, degraded)]);
      check(each, review({ degraded, findings: [finding('P0', 'P0')] }), undefined, code);
      check(each, review({ degraded, eliminated: [{ ...finding('P0', 'P0'), reason: '', by: 'votes' }] }), 'P2', code);
      for (const [at, failOn] of SEVERITIES.entries()) {
        for (const severity of SEVERITIES) {
          for (const own of SEVERITIES) {
            const isBad = Math.min(SEVERITIES.indexOf(severity), SEVERITIES.indexOf(own)) <= at;
            const rows = [...rowsBefore(each), [isBad, 7], ...rowsAfter(each, degraded)] as const;
            check(each, review({ degraded, findings: [finding(severity, own)] }), failOn, findFirst(rows));
          }
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});
