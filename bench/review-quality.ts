// Precision and recall of reviews: scripted reviewers of known quality play whole debates of the format `review` through its
// rules, over changes whose bugs are known, half of them clean. `--write` puts the table into bench/results, `--json`
// prints it as data. No model takes part: it measures what merging, evidence and votes make of reviews, not who reviews well.
import { parseArgs } from 'node:util';
import { randomFrom } from './random.ts';
import { markdownTable, writeResult } from './report.ts';
import { buggy } from './review-quality/buggy.ts';
import { clean } from './review-quality/clean.ts';
import { bugsIn, playOut, truthOf } from './review-quality/play.ts';
import { REVIEWERS, reviewOf } from './review-quality/reviewers.ts';
import type { Sample } from './review-quality/sample.ts';

const SEEDS = 40;

class Tally {
  reported = 0;
  right = 0;
  known = 0;
  found = 0;
  quiet = 0;
  cleanOnes = 0;

  /** `about`: for each thing reported the bug that it is about. */
  add(sample: Sample, about: readonly (number | undefined)[]): void {
    const bugs = new Set(about.filter((bug) => bug !== undefined));
    this.reported += about.length;
    this.right += about.filter((bug) => bug !== undefined).length;
    this.known += sample.bugs.length;
    this.found += bugs.size;
    if (sample.bugs.length > 0) return;
    this.cleanOnes += 1;
    if (about.length === 0) this.quiet += 1;
  }

  get figures() {
    const { reported, right, known, found, quiet, cleanOnes } = this;
    const repeats = right - found;
    return {
      precision: reported === 0 ? 1 : right / reported,
      recall: found / known,
      repeats: right === 0 ? 0 : repeats / right,
      quiet: quiet / cleanOnes,
    };
  }
}

const STAGES = ['all claims together', 'merged', 'and evidence found', 'and not voted out', 'and confirmed'] as const;
const alone = REVIEWERS.map(() => new Tally());
const stages = new Map(STAGES.map((stage) => [stage, new Tally()]));
const merging = { mixed: 0, findings: 0 };

for (let seed = 1; seed <= SEEDS; seed += 1) {
  for (const [index, sample] of [...buggy, ...clean].entries()) {
    const random = randomFrom(seed * 1_000 + index);
    const reviews = REVIEWERS.map((reviewer) => reviewOf(reviewer, sample, random));
    const about = reviews.map((review) => review.map(({ title }) => truthOf(sample, title)));
    for (const [reviewer, bugs] of about.entries()) alone[reviewer]?.add(sample, bugs);
    const play = playOut(sample, reviews, random);
    const { findings, eliminated } = play.data;
    const byId = new Map(play.state.findings.map((finding) => [finding.id, bugsIn(sample, finding)]));
    for (const bugs of byId.values()) {
      merging.findings += 1;
      if (new Set(bugs).size > 1) merging.mixed += 1;
    }
    const bugOf = ({ id }: { readonly id: string }) => byId.get(id)?.find((bug) => bug !== undefined);
    const stand = findings.filter(({ verified }) => verified !== 'unverified');
    const at = (stage: (typeof STAGES)[number], bugs: readonly (number | undefined)[]) =>
      stages.get(stage)?.add(sample, bugs);
    at('all claims together', about.flat());
    at('merged', [...findings, ...eliminated].map(bugOf));
    at(
      'and evidence found',
      [...findings, ...eliminated].filter(({ verified }) => verified !== 'unverified').map(bugOf),
    );
    at('and not voted out', stand.map(bugOf));
    at('and confirmed', stand.filter(({ status }) => status === 'confirmed').map(bugOf));
  }
}

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});
const named: readonly (readonly [string, Tally])[] = [
  ...REVIEWERS.map(({ name }, index) => [`reviewer "${name}" alone`, alone[index] as Tally] as const),
  ...stages,
];
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const table = markdownTable(
  ['what is reported', 'precision', 'recall', 'repeats', 'clean changes left clean'],
  named.map(([name, { figures }]) => [
    name,
    percent(figures.precision),
    percent(figures.recall),
    percent(figures.repeats),
    percent(figures.quiet),
  ]),
);
const changes = buggy.length + clean.length;
const bugs = buggy.reduce((sum, sample) => sum + sample.bugs.length, 0);
const text = `${changes} changes, ${clean.length} of them clean, ${bugs} bugs; ${SEEDS} seeds: ${changes * SEEDS} debates of three reviewers, one round about disputes.

${table}

Of ${merging.findings} findings ${merging.mixed} (${percent(merging.mixed / merging.findings)}) put together claims that are about different things.`;

if (values.json) {
  const rows = named.map(([name, { figures }]) => ({ name, ...figures }));
  process.stdout.write(
    `${JSON.stringify({ changes, clean: clean.length, bugs, seeds: SEEDS, rows, merging }, null, 2)}\n`,
  );
} else process.stdout.write(`${text}\n`);
if (values.write) writeResult('review quality', text);
