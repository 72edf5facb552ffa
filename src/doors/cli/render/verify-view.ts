// What `verify` prints about a ledger and its signatures.
import { ERROR_CODES } from '../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import { describeImportProblems } from '../../../domain/failures/import-damage.ts';
import { OTHER_RULES } from '../../../domain/outcomes.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import type { EvidenceReport } from '../../../hall/operations/reading/check-evidence.ts';
import type { ReplayOutput } from '../../../hall/operations/records/replay-debate.ts';
import type {
  CheckedSignature,
  SignatureReport,
} from '../../../hall/operations/records/signatures/check-signatures.ts';
import type { VerifiedDebate, VerifyOutput } from '../../../hall/operations/records/verify-debate.ts';
import type { CheckedCopies } from '../../../ledger/engine/forks/copies.ts';
import { UPDATE_STEP } from '../../../ledger/engine/newer.ts';
import type { Colours } from '../terminal/io.ts';

/** What a reader should know about a ledger, although it is not damage. */
export function listRemarks(result: VerifyOutput): string[] {
  const { tornBytes, unfinishedRedactions, importProblems, needsUpdate, otherRules, recordNotCompared } = result;
  const torn = `The last line is unfinished (${tornBytes} bytes) and not part of the ledger; the next write removes it.`;
  return [
    ...describeImportProblems(importProblems),
    ...(needsUpdate === undefined ? [] : [UPDATE_STEP]),
    ...(otherRules === undefined ? [] : [OTHER_RULES[otherRules]]),
    ...(recordNotCompared === undefined ? [] : [recordNotCompared]),
    ...(tornBytes > 0 ? [torn] : []),
    ...unfinishedRedactions.map(
      ({ seq, field }) => `A redaction of event ${seq} (${field}) was interrupted; the next write completes it.`,
    ),
  ];
}

function sinceWords({ since, redactedSince }: CheckedSignature): string {
  if (since.length === 0) return '';
  const kinds = [...new Set(since)].join(', ');
  const removed = redactedSince === 0 ? '' : `; ${countNoun(redactedSince, 'signed text')} redacted since`;
  return `, not the ${countNoun(since.length, 'event')} after (${kinds})${removed}`;
}

function signatureLine(signature: CheckedSignature, colours: Colours): string {
  const { state, file, key, signer, events } = signature;
  switch (state) {
    case 'good':
      return `${colours.green('signed')} by ${signer} (${key}): the first ${countNoun(events ?? 0, 'event')}${sinceWords(signature)}`;
    case 'unknown-key':
      return `${colours.yellow('signed')} by an unknown signer (${key}): the first ${countNoun(events ?? 0, 'event')}${sinceWords(signature)}`;
    case 'another-ledger':
      return `${colours.red('ANOTHER LEDGER')} signed by ${signer ?? 'an unknown signer'} (${key}): ${file}`;
    case 'broken':
      return `${colours.red('BROKEN')} ${file}`;
  }
}

function signatureLines({ signatures, problem }: SignatureReport, colours: Colours): string[] {
  const lines = signatures.map((signature) => signatureLine(signature, colours));
  return problem === null ? lines : [...lines, `${colours.red('NOT SIGNED')} ${problem}`];
}

function copiesLine({ parent, copies, compared }: CheckedCopies, colours: Colours): string {
  const count = countNoun(copies, 'copied event');
  if (compared !== null) return `${colours.green('fork')} of ${parent}: ${count} compared with it, the same`;
  return `${colours.yellow('fork')} of ${parent}, which is not here: ${count} not compared with it`;
}

/** Of what was checked: damage counts before what could not be checked. */
export function chooseExit(results: readonly Pick<VerifyOutput, 'ok' | 'needsUpdate'>[]): ExitCode {
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length === 0) return EXIT.ok;
  return failed.every(({ needsUpdate }) => needsUpdate !== undefined)
    ? ERROR_CODES['needs-update'].exit
    : EXIT.internal;
}

export function verifyLines(result: VerifyOutput, colours: Colours): string[] {
  const { damage, events, head, signatures, fork, needsUpdate } = result;
  const chain = `${countNoun(events, 'event')}, head ${head}`;
  if (needsUpdate !== undefined)
    return [`${colours.yellow('NEEDS UPDATE')} chain intact, rules not checked: ${chain}. ${needsUpdate}`];
  if (damage.length === 0) {
    return [
      `${colours.green('ok')} ${chain}`,
      ...(fork === undefined ? [] : [copiesLine(fork, colours)]),
      ...(signatures ? signatureLines(signatures, colours) : []),
    ];
  }
  return damage.map(({ line, field, code, message }) =>
    code === 'record-differs'
      ? `${colours.red('RECORD DIFFERS')} ${message}`
      : `${colours.red('DAMAGED')} line ${line}${field === '' ? '' : `, ${field}`} (${code}): ${message}`,
  );
}

/** What a replay came to: the first difference, or that there is none. */
export function replayLines(result: ReplayOutput, colours: Colours): string[] {
  const { damage, events, documents, fork, needsUpdate, otherWarnings, otherRules } = result;
  if (damage.length > 0 || needsUpdate !== undefined) return verifyLines(result, colours);
  return [
    `${colours.green('ok')} ${countNoun(events, 'event')} ${otherRules === undefined ? 'replayed with 0 calls, every one the same' : 'read with 0 calls'}`,
    ...(fork === undefined ? [] : [copiesLine(fork, colours)]),
    ...otherWarnings.map((seq) => `${colours.yellow('differs')} event ${seq}: the rules warn in other words now`),
    ...documents.map(({ file, same }) =>
      same
        ? `${colours.green('ok')} ${file}`
        : `${colours.yellow('differs')} ${file}: this version writes something else`,
    ),
  ];
}

/** What reading the sources again has shown. */
export function evidenceLines(
  { ok, confirmed, notComparable, copied = 0, otherTools = 0, citations, otherRules = 0, problems }: EvidenceReport,
  colours: Colours,
): string[] {
  const refused = notComparable === 0 ? '' : `, ${countNoun(notComparable, 'look')} refused or redacted`;
  const elsewhere = copied === 0 ? '' : `, ${countNoun(copied, 'look')} copied: verify the parent`;
  const otherwise = otherTools === 0 ? '' : `, ${countNoun(otherTools, 'look')} of older tools not confirmed`;
  const older = otherRules === 0 ? '' : `, ${countNoun(otherRules, 'citation')} of older rules not checked`;
  const rest = `${refused}${elsewhere}${otherwise}${older}`;
  const isEmpty = confirmed + citations === 0 && rest === '';
  const summary = `${countNoun(confirmed, 'look')} and ${countNoun(citations, 'citation')} confirmed${rest}`;
  if (ok) return [`${colours.green('evidence')} ${isEmpty ? 'no look and no citation to confirm' : summary}`];
  return [...problems.map((problem) => `${colours.red('EVIDENCE')} ${problem}`), ...(isEmpty ? [] : [summary])];
}

/** The same in a few words each, with the copies of a fork that were compared with nothing. */
const listReservations = ({ fork, importProblems, otherRules, tornBytes, unfinishedRedactions }: VerifyOutput) => [
  ...(otherRules === undefined ? [] : ['rules not checked']),
  ...(importProblems > 0 ? ['damaged import'] : []),
  ...(fork?.compared === null ? [`fork of ${fork.parent}, which is not here`] : []),
  ...(tornBytes > 0 ? ['unfinished last line'] : []),
  ...(unfinishedRedactions.length > 0 ? ['interrupted redaction'] : []),
];

export function verifyRow(result: VerifiedDebate, width: number, colours: Colours): string {
  const name = result.threadId.padEnd(width);
  if ('error' in result) return `${name}  ${colours.red('UNREADABLE')} ${result.error.message}`;
  const [state = ''] = verifyLines(result, colours);
  const { signatures } = result;
  const first = [state, ...(result.ok ? listReservations(result) : [])].join(', ');
  if (!signatures) return `${name}  ${first}`;
  const signers = signatures.signatures.flatMap(({ signer }) => signer ?? []);
  const signed = signatures.ok
    ? `signed by ${[...new Set(signers)].join(', ')}`
    : `${colours.red('NOT SIGNED')} ${signatures.problem}`;
  return `${name}  ${first}, ${signed}`;
}
