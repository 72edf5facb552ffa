// The findings of a review as workflow commands of GitHub Actions, which show them beside the changed lines.
import { defined } from '../../../domain/defined.ts';
import { listMissed } from '../../../domain/left-out.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import {
  describeSeverities,
  type Finding,
  findPlace,
  listShortcomings,
  type ReviewResult,
  readReview,
  SEVERITIES,
  type Severity,
} from '../../../domain/results/review-result.ts';
import { describeEnding } from '../../../domain/words/describe-ending.ts';
import { type LabelSeat, labelSeats } from '../../../domain/words/label-seats.ts';
import { endSentence } from '../../../domain/words/sentence.ts';
import { stripControl } from '../../../support/control-characters.ts';
import type { Exporter } from '../exporter.ts';

const COMMANDS = { P0: 'error', P1: 'warning', P2: 'notice' } as const satisfies Record<Severity, string>;

/** What stands after the last "::"; a line end in it would begin a command of its own. */
const message = (text: string) =>
  stripControl(text.replace(/\r\n?/g, '\n')).toWellFormed().replaceAll('%', '%25').replaceAll('\n', '%0A');

const property = (text: string) => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function toCommand(name: string, properties: Readonly<Record<string, string>>, text: string): string {
  const given = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::${name} ${given.join(',')}::${message(text)}`;
}

/** What makes a finding weaker than it looks. */
function listDoubts(finding: Finding, label: LabelSeat): string[] {
  const { status, votes, verified, dissent } = finding;
  const severities = describeSeverities(finding, label);
  return [
    ...(status === 'disputed' ? [`Disputed: ${votes.valid} voted valid, ${votes.invalid} invalid.`] : []),
    ...(severities === undefined ? [] : [`Severity: ${severities}.`]),
    ...(status === 'unchecked' ? ['Unchecked: no other reviewer has judged it.'] : []),
    ...(status === 'disputed' ? [] : dissent).map(
      ({ seat, reason }) => `Dissent: ${label(seat)} holds it invalid${reason === null ? '.' : `: ${reason}`}`,
    ),
    ...(verified === 'unverified' ? ['Unverified: not found in the diff.'] : []),
  ];
}

function toAnnotation(finding: Finding, review: ReviewResult, label: LabelSeat): string {
  const { severity, title, file, detail, fix } = finding;
  const place = findPlace(finding, review);
  return toCommand(
    COMMANDS[severity],
    {
      ...defined({ file: place?.file, line: place?.line?.toString() }),
      title: `${severity} ${title}`,
    },
    [
      detail,
      ...(fix === '' ? [] : [`Fix: ${fix}`]),
      ...listDoubts(finding, label),
      ...(place === undefined && file !== null ? [`Named: ${file}`] : []),
    ].join('\n'),
  );
}

/** How many of each kind GitHub shows of a step; it says nothing of the others. */
const MOST_SHOWN = 10;

function listUnshown(findings: readonly Finding[], taken: readonly string[]): string[] {
  const unshown = SEVERITIES.reduce((sum, severity) => {
    const room = MOST_SHOWN - taken.filter((name) => name === COMMANDS[severity]).length;
    return sum + Math.max(0, findings.filter((finding) => finding.severity === severity).length - room);
  }, 0);
  const words = `GitHub shows ${MOST_SHOWN} annotations of a kind: ${unshown} of ${findings.length} findings are only in the report.`;
  return unshown === 0 ? [] : [words];
}

function render(record: DebateRecord): string {
  const review = readReview(record);
  const findings = review?.findings ?? [];
  const missing = listShortcomings(record);
  const left = listMissed(record.contextLeftOut).map(({ source, reason }) => `${source} (${reason})`);
  const problems = [
    ...(missing.length === 0
      ? []
      : [{ name: review?.reviewed === true ? 'warning' : 'error', title: 'Debate Hall', text: missing.join(' ') }]),
    ...(left.length === 0 ? [] : [{ name: 'warning', title: 'Not reviewed', text: left.join('\n') }]),
  ];
  const { headline, authority } = describeEnding(record);
  const unshown = listUnshown(findings, [...problems.map(({ name }) => name), 'notice']);
  const ending = [headline, endSentence(authority), ...unshown].join(' ');
  const label = labelSeats(record.seats);
  const worstFirst = SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  // What is about all of the review comes first, since GitHub shows the first ones.
  const lines = [
    ...[...problems, { name: 'notice', title: 'Debate Hall', text: ending }].map(({ name, title, text }) =>
      toCommand(name, { title }, text),
    ),
    ...(review === undefined ? [] : worstFirst.map((finding) => toAnnotation(finding, review, label))),
  ];
  return `${lines.join('\n')}\n`;
}

export const exporter: Exporter = {
  id: 'github-annotations',
  extension: '.annotations.txt',
  mimeType: 'text/plain',
  onlyFor: 'review',
  pieces: (record) => [render(record)],
};
