// Finds, in all that a program wrote before it died, the line that says why.
import type { FailureCode } from '../../domain/failures/failures.ts';
import { parseRetryAfter } from './service-failure.ts';

/** At the beginning of a line; some put the name of the program in front. */
const begins = (...forms: readonly string[]) => new RegExp(`^\\s*(?:[\\w./-]{1,80}: )?(?:${forms.join('|')})`, 'i');

/** Errors of the program itself, which nothing explains that it only logged before. */
const OWN = [
  '(?:uncaught )?panic\\b|segmentation fault|bus error|aborted\\b|killed\\b|out of memory',
  '(?:uncaught )?(?:Type|Reference|Syntax|Name|Attribute|Index|Assertion)Error\\b',
];
const BROKEN = begins(...OWN);
/** How libraries and languages begin a line that names an error. */
const ERROR = begins(
  ...OWN,
  '(?:uncaught |unhandled |api |fatal |internal )*(?:error|fatal|panic)\\b',
  '(?:[\\w$]{1,80}\\.){0,10}\\w{0,80}(?:Error|Exception)\\b[^:]{0,200}(?::|$)',
  'exception in thread\\b|curl: \\(\\d',
);
/** Where it was, what belongs to an error that stands above, and what programs of Node and Rust always say. */
const BESIDE =
  /^\s*(?:$|at |[{}[\]]\s*,?\s*$|[\^~|]+\s*$|\.\.\. |File "|goroutine \d|Node\.js v\d|\((?:node:\d|Use `node)|note: run with|exit status \d|Traceback )|^\s+\S/;
/** What an error carries with it, as Node and Rust show it: its status and what caused it. */
const DETAIL = /^\s+(?:(?:\[?cause\]?|code|status(?:[ _]?code)?)['"]?: |\d{1,2}: (?!\S+::))/i;
const CAUSES = /^\s*caused by:/i;

/** `undefined` where there is none; never more than one line. */
export function findLastWords(stderr: string): string | undefined {
  const lines = stderr.split(/\r?\n/);
  const line = lines.findLast((each) => ERROR.test(each)) ?? lines.findLast((each) => !BESIDE.test(each));
  return line?.trim();
}

/** Of a log, by the level behind its time, and no trouble. */
const LOGGED = /^[\dTZ:.,+/()[\] -]{0,40}(?:(?:INFO|DEBUG|TRACE|VERBOSE)\b|(?:info|debug|trace|verbose)[\]:])/;

/** How services and programs say it without calling it an error: nothing else that begins a line. */
const PLAIN_REASON = new RegExp(
  `^\\W*(?:${[
    'not (?:logged|signed) in|please (?:log|sign) in',
    '(?:(?:invalid|incorrect|missing|no) )?api.?key (?:not|is )|(?:invalid|incorrect|missing|no) api.?key',
    'you(?:.?ve| have)? (?:hit|reached|exceeded) (?:your|the)\\b|(?:[\\w-]+ ){0,3}(?:limit|quota) (?:reached|exceeded)',
    '(?:your )?credit balance is|too many requests',
    '(?:http )?[45]\\d\\d:? (?:[A-Z][a-z]+ ?){1,4}(?:\\W|$)|(?:unauthori[sz]ed|forbidden)\\W*$',
  ].join('|')})`,
  'i',
);
/** An answer is longer. */
const MOST_SAID = 1_000;
const MOST_SAID_LINES = 5;

/** The lines of standard output, where all of it is an error and no answer that may speak of errors. */
function listSaid(stdout: string): readonly string[] {
  const said = stdout.trim();
  if (said.length > MOST_SAID) return [];
  const lines = said.split(/\r?\n/);
  const [first = ''] = lines;
  return lines.length <= MOST_SAID_LINES && (ERROR.test(first) || PLAIN_REASON.test(first)) ? lines : [];
}

/** A line, and where it is one of the details of an error, that error. */
type Candidate = readonly [at: number, of?: number];

/** Where it may stand why, the likeliest first: in what was called an error, from the last, then in what was only said. */
function listCandidates(lines: readonly string[]): readonly Candidate[] {
  const errors: [Candidate, ...Candidate[]][] = [];
  const plain: Candidate[] = [];
  let isCause = false;
  for (const [at, line] of lines.entries()) {
    const isTop = /^\S/.test(line);
    isCause = CAUSES.test(line) || (isCause && !isTop);
    const error = errors.at(-1);
    const isDetail = isCause || DETAIL.test(line);
    if (ERROR.test(line) && (isTop || error === undefined || !isDetail)) errors.push([[at]]);
    else if (error !== undefined && isDetail) error.push([at, error[0][0]]);
    else if (!BESIDE.test(line)) plain.push([at]);
  }
  const last = lines[errors.at(-1)?.[0][0] ?? -1];
  // Beside an error, a log that goes well tells nothing.
  const said = last === undefined ? plain : plain.filter(([at]) => !BROKEN.test(last) && !LOGGED.test(lines[at] ?? ''));
  return [...errors.reverse().flat(), ...said.reverse()];
}

export interface Cause {
  readonly code: FailureCode;
  readonly message: string;
  readonly retryAfterMs?: number;
}

type Classify = (line: string) => FailureCode | undefined;

/** Nothing that says why is longer, all lines together. */
const MOST_JUDGED = 4_000;

function findIn(lines: readonly string[], candidates: readonly Candidate[], classify: Classify): Cause | undefined {
  let left = MOST_JUDGED;
  for (const [at, of] of candidates) {
    const line = (lines[at] ?? '').slice(0, left);
    left -= line.length;
    const code = classify(line);
    if (code !== undefined) {
      const words = line.trim();
      const message = of === undefined ? words : `${lines[of]?.trim()} (${words.replace(/^\d+: |,$/g, '')})`;
      const near = [line, lines[at + 1] ?? '', lines[at - 1] ?? ''].map((each) => parseRetryAfter(code, each));
      return { code, message, ...near.find(({ retryAfterMs }) => retryAfterMs !== undefined) };
    }
    if (left <= 0) return undefined;
  }
  return undefined;
}

/** Why a program died, by the first line that `classify` knows; `undefined` where none tells. */
export function findCause(stderr: string, classify: Classify, stdout = ''): Cause | undefined {
  const toLines = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const lines = toLines(stderr);
  const said = listSaid(stdout).filter((line) => line.trim() !== '');
  return findIn(lines, listCandidates(lines), classify) ?? findIn(said, listCandidates(said), classify);
}
