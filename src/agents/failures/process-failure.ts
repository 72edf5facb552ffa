// Turns the end of a program into a failure, when its output does not explain it.
import type { Failure, FailureCode } from '../../domain/failures/failures.ts';
import type { ProcessEnd, ProcessResult } from '../../process/process.ts';
import { findLastWords } from './last-words.ts';
import type { Redact } from './redact.ts';

/** How a program ended, and its last words. */
type Ended = Pick<ProcessResult, 'end' | 'stderrTail'>;

const MAX_MESSAGE = 2_000;
const MAX_QUOTE = 400;

const LIMIT_SENTENCES = {
  total: (seconds: string) => `did not finish within ${seconds}`,
  idle: (seconds: string) => `gave no output for ${seconds}`,
  // It may have printed a lot that is no part of an answer.
  'first-output': (seconds: string) => `did not begin to answer within ${seconds}`,
};

function formatSeconds(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

function describeStartFailure(
  program: string,
  end: Extract<ProcessEnd, { reason: 'not-started' }>,
): [FailureCode, string] {
  if (end.isOurs === true) return ['not-started', `"${program}" could not run: ${end.message}.`];
  switch (end.errorCode) {
    case 'ENOENT':
      return ['not-installed', `"${program}" was not found.`];
    case 'EACCES':
    case 'EPERM':
      return ['not-installed', `"${program}" is not allowed to run (${end.errorCode}).`];
    case 'E2BIG':
      return ['too-large', `The arguments for "${program}" are too long for this system.`];
    default:
      return ['not-started', `"${program}" could not be started: ${end.message} (${end.errorCode}).`];
  }
}

function describeEnd(program: string, end: ProcessEnd): [FailureCode, string] {
  switch (end.reason) {
    case 'not-started':
      return describeStartFailure(program, end);
    case 'timed-out':
      return ['timed-out', `"${program}" ${LIMIT_SENTENCES[end.limit](formatSeconds(end.afterMs))}.`];
    case 'too-large':
      return [
        'too-large',
        `"${program}" wrote more than ${end.maxBytes} bytes to ${end.stream}, its "maxOutputBytes".`,
      ];
    case 'cancelled':
      return ['cancelled', `"${program}" was stopped.`];
    case 'stopped':
      return ['crashed', `"${program}" was stopped before it gave an answer.`];
    case 'signalled':
      return ['crashed', `"${program}" was terminated by ${end.signal}.`];
    case 'exited':
      return ['crashed', `"${program}" ended with exit code ${end.code} without an answer.`];
  }
}

/** How the libraries say it that read the arguments of programs: in JavaScript, Rust, Go, Python and C. */
const UNKNOWN =
  /\b(?:(?:unknown|unrecogni[sz]ed|unexpected|no such) (?:shorthand )?(?:option|flag|argument|(?:sub)?command)s?|(?:invalid|illegal) option|flag provided but not defined)\b/i;
const withoutDashes = (word: string) => word.replace(/^-+/, '');

/** The line in which a program says that it does not know one of its arguments, which others than ours prove nothing of. */
export function findUnknownOption({ end, stderrTail }: Ended, args: readonly string[]): string | undefined {
  if (end.reason !== 'exited' || end.code === 0) return undefined;
  const ours = new Set(args.map((arg) => withoutDashes(arg.split('=')[0] ?? '')));
  return stderrTail.split(/\r?\n/).find((line) => {
    const { index, 0: words } = UNKNOWN.exec(line) ?? { index: line.length, 0: '' };
    const named = line.slice(index + words.length).split(/[^\w-]+/);
    return named.some((word) => word !== '' && ours.has(withoutDashes(word)));
  });
}

/**
 * A failure in one or two sentences: what ended the program and, where it died on its own, why by its own words on
 * standard error, secrets taken out.
 */
export function processFailure(program: string, result: Ended, redact: Redact): Failure {
  const [code, text] = describeEnd(program, result.end);
  const lastWords = code === 'crashed' ? findLastWords(redact(result.stderrTail))?.slice(0, MAX_QUOTE) : undefined;
  const message = lastWords === undefined ? text : `${text} It said: ${lastWords}`;
  const short = (words: string) => redact(words).slice(0, MAX_MESSAGE);
  return { code, message: short(message), unquoted: short(text) };
}
