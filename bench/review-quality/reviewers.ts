// Scripted reviewers: how often each sees a bug, raises a false alarm, and judges rightly. No model; random by seed.
import { lineOf, type Planted, type Sample } from './sample.ts';

export interface Reviewer {
  readonly name: string;
  /** Share of bugs that it reports. */
  readonly recall: number;
  /** Share of the places that look wrong which it reports as well, with a true quote. */
  readonly alarms: number;
  /** Chance for each change that it reports something in a file or in words that do not exist. */
  readonly inventions: number;
  /** Share of true findings of others that it holds valid, and of false ones that it holds invalid. */
  readonly approvesTrue: number;
  readonly rejectsFalse: number;
}

export const REVIEWERS: readonly Reviewer[] = [
  { name: 'careful', recall: 0.6, alarms: 0.15, inventions: 0.02, approvesTrue: 0.9, rejectsFalse: 0.85 },
  { name: 'average', recall: 0.5, alarms: 0.3, inventions: 0.1, approvesTrue: 0.85, rejectsFalse: 0.7 },
  { name: 'eager', recall: 0.7, alarms: 0.6, inventions: 0.3, approvesTrue: 0.95, rejectsFalse: 0.5 },
];

const INVENTIONS = [
  [
    'src/session/store.ts',
    'Session secret is logged',
    'The secret goes to the log on every start.',
    'logger.info(session.secret)',
  ],
  [
    'src/legacy/mail.ts',
    'Mail address is not escaped',
    'The address is put into the page as it is.',
    'page += address',
  ],
  [
    null,
    'Password compared in plain text',
    'The comparison tells by its time how much is right.',
    'if (password === user.password)',
  ],
] as const;

export interface Report {
  readonly severity: string;
  readonly title: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly detail: string;
  readonly fix: string;
  readonly evidence: string | null;
  /** The earlier finding that it repeats. */
  readonly again?: string | null;
}

/** Lines that a report may be off, and share of reports without a quote. */
const LINES_OFF = 1;
const UNQUOTED = 0.3;

function reportOf(sample: Sample, planted: Planted, random: () => number): Report {
  const [title, detail] = planted.says[Math.floor(random() * planted.says.length)] as readonly [string, string];
  const off = Math.round((random() * 2 - 1) * LINES_OFF);
  return {
    severity: planted.severity,
    title,
    file: sample.file,
    line: Math.max(1, planted.line + off),
    detail,
    fix: 'Mend `it` there.',
    evidence: random() < UNQUOTED ? null : lineOf(sample, planted.line),
  };
}

export function reviewOf(reviewer: Reviewer, sample: Sample, random: () => number): readonly Report[] {
  const seen = sample.bugs.filter(() => random() < reviewer.recall);
  const alarmed = sample.alarms.filter(() => random() < reviewer.alarms);
  const [file, title, detail, evidence] = INVENTIONS[
    Math.floor(random() * INVENTIONS.length)
  ] as (typeof INVENTIONS)[number];
  const invented = random() < reviewer.inventions;
  return [
    ...[...seen, ...alarmed].map((planted) => reportOf(sample, planted, random)),
    ...(invented ? [{ severity: 'P1', title, file, line: 12, detail, fix: 'Mend it.', evidence }] : []),
  ];
}
