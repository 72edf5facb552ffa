// What `verify` prints about a ledger and its signatures.
import { describeImportProblems } from '../../domain/import-damage.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import type { CheckedSignature, SignatureReport } from '../../operations/records/check-signatures.ts';
import type { VerifiedDebate, VerifyOutput } from '../../operations/records/read-debate.ts';
import type { Colours } from '../terminal/io.ts';

/** What a reader should know about a ledger, although it is not damage. */
export function remarks({ tornBytes, unfinishedRedactions, importProblems }: VerifyOutput): string[] {
  const torn = `The last line is unfinished (${tornBytes} bytes) and not part of the ledger; the next write removes it.`;
  return [
    ...describeImportProblems(importProblems),
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

export function verifyLines(result: VerifyOutput, colours: Colours): string[] {
  const { damage, events, head, signatures } = result;
  if (damage.length === 0) {
    return [
      `${colours.green('ok')} ${countNoun(events, 'event')}, head ${head}`,
      ...(signatures ? signatureLines(signatures, colours) : []),
    ];
  }
  return damage.map(
    ({ line, field, code, message }) =>
      `${colours.red('DAMAGED')} line ${line}${field === '' ? '' : `, ${field}`} (${code}): ${message}`,
  );
}

/** A debate of the hall in one line. */
export function verifyRow(result: VerifiedDebate, width: number, colours: Colours): string {
  const name = result.threadId.padEnd(width);
  if ('error' in result) return `${name}  ${colours.red('UNREADABLE')} ${result.error.message}`;
  const [state = ''] = verifyLines(result, colours);
  const { signatures, ok, importProblems } = result;
  const first = importProblems > 0 && ok ? `${state}, damaged import` : state;
  if (!signatures) return `${name}  ${first}`;
  const signers = signatures.signatures.flatMap(({ signer }) => signer ?? []);
  const signed = signatures.ok
    ? `signed by ${[...new Set(signers)].join(', ')}`
    : `${colours.red('NOT SIGNED')} ${signatures.problem}`;
  return `${name}  ${first}, ${signed}`;
}
