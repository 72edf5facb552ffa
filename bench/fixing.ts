// What rounds of fixing make of changes whose bugs are known: scripted authors answer what scripted reviewers find, by the rules of
// `review --fix`. `--write` puts the table into bench/results, `--json` prints it as data. No model takes part.
import { parseArgs } from 'node:util';
import {
  type FixingRound,
  isStandstill,
  listToAnswer,
  type TrackedFinding,
  trackFindings,
} from '../src/domain/results/fixing.ts';
import { randomFrom } from './random.ts';
import { markdownTable, writeResult } from './report.ts';
import { AUTHORS, type Author, workOn } from './review-quality/authors.ts';
import { buggy } from './review-quality/buggy.ts';
import { clean } from './review-quality/clean.ts';
import { playOut, truthOf } from './review-quality/play.ts';
import { REVIEWERS, type Report, reviewOf } from './review-quality/reviewers.ts';
import type { Planted, Sample } from './review-quality/sample.ts';

const SEEDS = 20;
const ROUNDS = [1, 3] as const;

interface Outcome {
  readonly planted: number;
  /** Planted bugs that are gone. */
  readonly gone: number;
  readonly caused: number;
  readonly causedLeft: number;
  /** Answers "fixed" after which the bug was there. */
  readonly falseFixes: number;
  /** Of those that the last review took for fixed. */
  readonly believed: number;
  readonly calls: number;
  readonly end: 'clean' | 'standstill' | 'limit';
}

/** What a finding is about in truth, of all bugs that the change ever had. */
const aboutOf = (known: Sample, title: string): Planted | undefined => {
  const index = truthOf(known, title);
  return index === undefined ? undefined : known.bugs[index];
};

function repeat(reports: readonly Report[], earlier: readonly TrackedFinding[], known: Sample): readonly Report[] {
  return reports.map((report) => {
    const bug = aboutOf(known, report.title);
    const same = earlier.find(({ finding }) =>
      bug === undefined ? finding.title === report.title : aboutOf(known, finding.title) === bug,
    );
    return { ...report, again: same?.id ?? null };
  });
}

/** One change from the first review to the end. */
function playChain(author: Author, planted: Sample, most: number, random: () => number): Outcome {
  let sample = planted;
  /** With every bug that it ever had. */
  let known = planted;
  let calls = 0;
  let caused = 0;
  let falseFixes = 0;
  const rounds: FixingRound[] = [];
  for (;;) {
    const earlier = trackFindings(rounds).filter(({ rounds: held }) => held.at(-1) === rounds.length);
    const reviews = REVIEWERS.map((reviewer) => repeat(reviewOf(reviewer, sample, random), earlier, known));
    const play = playOut(
      sample,
      reviews,
      random,
      earlier.map(({ id }) => id),
    );
    calls += play.log.filter(({ type }) => type === 'turn-recorded').length;
    rounds.push({ review: play.data });
    const toAnswer = listToAnswer(rounds, 'P2');
    const end =
      toAnswer.length === 0
        ? 'clean'
        : isStandstill(toAnswer)
          ? 'standstill'
          : rounds.length > most
            ? 'limit'
            : undefined;
    if (end !== undefined) {
      const believed = trackFindings(rounds).filter(({ fate, finding }) => {
        const bug = aboutOf(known, finding.title);
        return fate === 'fixed' && bug !== undefined && sample.bugs.includes(bug);
      }).length;
      const left = sample.bugs.filter((bug) => planted.bugs.includes(bug)).length;
      return {
        planted: planted.bugs.length,
        gone: planted.bugs.length - left,
        caused,
        causedLeft: sample.bugs.length - left,
        falseFixes,
        believed,
        calls,
        end,
      };
    }
    calls += 1;
    const answers = toAnswer.map(({ id, finding }) => {
      const about = aboutOf(known, finding.title);
      const bug = about !== undefined && sample.bugs.includes(about) ? about : undefined;
      const worked = workOn(author, sample, bug, finding.title, random);
      sample = worked.sample;
      known = { ...known, bugs: [...new Set([...known.bugs, ...sample.bugs])] };
      if (worked.caused) caused += 1;
      if (worked.answer === 'fixed' && bug !== undefined && sample.bugs.includes(bug)) falseFixes += 1;
      return { id, answer: worked.answer, reason: 'because' };
    });
    rounds[rounds.length - 1] = { review: play.data, answers };
  }
}

function measure(author: Author, most: number) {
  const outcomes: Outcome[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    for (const [index, sample] of [...buggy, ...clean].entries()) {
      outcomes.push(playChain(author, sample, most, randomFrom(seed * 1_000 + index)));
    }
  }
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((all, outcome) => all + of(outcome), 0);
  const share = (end: Outcome['end']) => outcomes.filter((outcome) => outcome.end === end).length / outcomes.length;
  return {
    author: author.name,
    rounds: most,
    gone: sum(({ gone }) => gone) / sum(({ planted }) => planted),
    falseFixes: (100 * sum((each) => each.falseFixes)) / outcomes.length,
    believed: (100 * sum((each) => each.believed)) / outcomes.length,
    caused: (100 * sum((each) => each.caused)) / outcomes.length,
    causedLeft: (100 * sum((each) => each.causedLeft)) / outcomes.length,
    clean: share('clean'),
    calls: sum(({ calls }) => calls) / outcomes.length,
  };
}

const rows = AUTHORS.flatMap((author) => ROUNDS.map((most) => measure(author, most)));
const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const table = markdownTable(
  [
    'author',
    'rounds at most',
    'planted bugs gone',
    'false fixes',
    'taken for fixed',
    'bugs caused',
    'of them left',
    'ends clean',
    'calls',
  ],
  rows.map((row) => [
    ...[row.author, String(row.rounds), percent(row.gone)],
    ...[row.falseFixes, row.believed, row.caused, row.causedLeft].map((count) => count.toFixed(1)),
    ...[percent(row.clean), row.calls.toFixed(1)],
  ]),
);
const changes = buggy.length + clean.length;
const text = `${changes} changes, ${clean.length} of them clean; ${SEEDS} seeds; three reviewers. Fixes and bugs are counted for each 100 changes.

${table}`;
if (values.json) process.stdout.write(`${JSON.stringify({ changes, seeds: SEEDS, rows }, null, 2)}\n`);
else process.stdout.write(`${text}\n`);
if (values.write) writeResult('fixing', text);
