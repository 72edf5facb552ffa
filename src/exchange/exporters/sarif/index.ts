// The SARIF export: findings of a review for code scanning and editors. docs/reviewing.md says what is in it.
import { listMissed } from '../../../domain/left-out.ts';
import { sarifMark } from '../../../domain/own-documents.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import {
  describeRehearsal,
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
import { sha256Hex } from '../../../support/canonical.ts';
import { stripControl, toPrintableJson } from '../../../support/control-characters.ts';
import type { Exporter } from '../exporter.ts';

/** A path as a relative reference: the same file for every reader, whatever characters its name has. */
function relativeUri(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

/** `undefined` for a finding that names no file of the diff; without a region when its line is not known to be there. */
function buildLocation(finding: Finding, review: ReviewResult) {
  const place = findPlace(finding, review);
  if (place === undefined) return undefined;
  return {
    physicalLocation: {
      artifactLocation: { uri: relativeUri(place.file), uriBaseId: '%SRCROOT%' },
      ...(place.line === undefined ? {} : { region: { startLine: place.line } }),
    },
  };
}

const squeezed = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The quoted code where it stands in the diff, since reviewers word a title differently each time; else the title. */
function identify({ file, verified, evidence, title }: Finding): string {
  const quote = verified === 'quote' && evidence !== null ? evidence.replace(/\s+/g, ' ').trim() : '';
  return JSON.stringify([file, quote === '' ? squeezed(title) : quote]);
}

/** One for each, in their order. Several findings about the same code differ by their order. */
function createFingerprints(findings: readonly Finding[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const hash = sha256Hex(identify(finding).toWellFormed()).slice(0, 32);
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    return `${hash}:${nth}`;
  });
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

const RULES: Readonly<
  Record<Severity, { level: 'error' | 'warning' | 'note'; name: string; short: string; full: string }>
> = {
  P0: {
    level: 'error',
    name: 'Breaking',
    short: 'Breaks something, loses data or opens a security hole',
    full: 'The change breaks what worked, loses data, or makes the program insecure. It must not be merged as it is.',
  },
  P1: {
    level: 'warning',
    name: 'LikelyBug',
    short: 'Likely a bug, or risky code without handling or tests',
    full: 'The change likely has a bug, misses error handling, or is risky and untested.',
  },
  P2: {
    level: 'note',
    name: 'Minor',
    short: 'Minor',
    full: 'The change can be improved, and works as it is.',
  },
};

const text = (words: string) => ({ text: stripControl(words).toWellFormed() || '(empty)' });

function buildMessage(finding: Finding, isLocated: boolean, label: LabelSeat) {
  const { title, detail, fix, verified, status, file } = finding;
  const severities = describeSeverities(finding, label);
  const place = file === null ? 'It names no file.' : `It names "${file}", which is not a place in the diff.`;
  const doubt = [
    ...(isLocated ? [] : [place]),
    ...(verified === 'unverified' ? ['It was not found in the diff.'] : []),
    ...(status === 'disputed' ? ['The reviewers disagree about it.'] : []),
    ...(severities === undefined ? [] : [`The reviewers disagree on its severity: ${severities}.`]),
    ...(status === 'unchecked' ? ['No other reviewer has checked it.'] : []),
  ];
  return text([title, detail, ...(fix === '' ? [] : [`Fix: ${fix}`]), doubt.join(' ')].filter(Boolean).join('\n\n'));
}

/** GitHub rejects the whole file when one result has no location, so such findings become notifications. */
function buildNotification(finding: Finding, label: LabelSeat) {
  const { severity } = finding;
  return {
    level: RULES[severity].level,
    message: buildMessage(finding, false, label),
    associatedRule: { id: severity, index: SEVERITIES.indexOf(severity) },
  };
}

function render(record: DebateRecord): string {
  const review = readReview(record);
  const findings = review?.findings ?? [];
  const located = findings.flatMap((finding) => {
    const location = review === undefined ? undefined : buildLocation(finding, review);
    return location === undefined ? [] : [{ finding, location }];
  });
  const placed = new Set(located.map(({ finding }) => finding));
  const missing = listShortcomings(record);
  const rehearsal = describeRehearsal(record);
  const label = labelSeats(record.seats);
  const prints = createFingerprints(located.map(({ finding }) => finding));

  const run = {
    tool: {
      driver: {
        name: 'Debate Hall',
        rules: SEVERITIES.map((id) => ({
          id,
          name: RULES[id].name,
          shortDescription: { text: RULES[id].short },
          fullDescription: { text: RULES[id].full },
          help: { text: RULES[id].full },
          defaultConfiguration: { level: RULES[id].level },
        })),
      },
    },
    automationDetails: { id: sarifMark(record.threadId) },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
    invocations: [
      {
        executionSuccessful: missing.length === 0,
        startTimeUtc: record.openedAt,
        ...(record.endedAt === null ? {} : { endTimeUtc: record.endedAt }),
        toolExecutionNotifications: [
          ...missing.map((sentence) => ({ level: 'error', message: text(sentence) })),
          ...(rehearsal === undefined ? [] : [{ level: 'note', message: text(rehearsal) }]),
          ...listMissed(record.contextLeftOut).map(({ source, reason }) => ({
            level: 'warning',
            message: text(`Not reviewed: ${source} (${reason})`),
          })),
          ...findings.filter((finding) => !placed.has(finding)).map((finding) => buildNotification(finding, label)),
        ],
      },
    ],
    results: located.map(({ finding, location }, index) => ({
      ruleId: finding.severity,
      ruleIndex: SEVERITIES.indexOf(finding.severity),
      level: RULES[finding.severity].level,
      message: buildMessage(finding, true, label),
      locations: [location],
      partialFingerprints: { 'debateHallFinding/v1': prints[index] },
      properties: {
        finding: finding.id,
        status: finding.status,
        verified: finding.verified,
        foundBy: finding.foundBy,
        severities: finding.severities,
        votes: finding.votes,
        dissent: finding.dissent,
      },
    })),
    properties: {
      debate: record.threadId,
      outcome: record.outcome,
      outcomeMeaning: record.outcomeMeaning,
      endedBy: record.endedBy,
      authority: describeEnding(record).authority,
      ledgerHead: record.ledger.head,
      overlap: review?.overlap ?? null,
      reviewed: review?.reviewed ?? false,
    },
  };
  return `${toPrintableJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, 2).toWellFormed()}\n`;
}

export const exporter: Exporter = {
  id: 'sarif',
  extension: '.sarif',
  mimeType: 'application/sarif+json',
  onlyFor: 'review',
  pieces: (record) => [render(record)],
};
