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

function render(record: DebateRecord): string {
  const review = readReview(record);
  // The worst first: GitHub shows only the first ten of each kind in a step.
  const annotations =
    review === undefined
      ? []
      : SEVERITIES.flatMap((severity) => review.findings.filter((finding) => finding.severity === severity)).map(
          (finding) => toAnnotation(finding, review, labelSeats(record.seats)),
        );
  const missing = listShortcomings(record);
  const name = review?.reviewed === true ? 'warning' : 'error';
  const left = listMissed(record.contextLeftOut).map(({ source, reason }) => `${source} (${reason})`);
  const lines = [
    ...(missing.length === 0 ? [] : [toCommand(name, { title: 'Debate Hall' }, missing.join(' '))]),
    ...(left.length === 0 ? [] : [toCommand('warning', { title: 'Not reviewed' }, left.join('\n'))]),
    ...annotations,
  ];
  const { headline, authority } = describeEnding(record);
  const ending = `${headline} ${endSentence(authority)}`;
  return `${[...lines, toCommand('notice', { title: 'Debate Hall' }, ending)].join('\n')}\n`;
}

export const exporter: Exporter = {
  id: 'github-annotations',
  extension: '.annotations.txt',
  mimeType: 'text/plain',
  onlyFor: 'review',
  pieces: (record) => [render(record)],
};
