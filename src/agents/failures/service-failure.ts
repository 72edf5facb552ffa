// Maps errors of model services to failure codes, for every program that reports them.
import { defined } from '../../domain/defined.ts';
import type { FailureCode } from '../../domain/failures/failures.ts';
import { parseJson } from '../../domain/parse-json.ts';
import { systemClock } from '../../support/clock.ts';
import { parseWaitMs } from './service-wait.ts';

const PLAINER_THAN_400: ReadonlySet<FailureCode> = new Set(['too-large', 'refused', 'not-logged-in']);

/** The failure behind an HTTP status of a model service, or `undefined` when the status is none of a failure. */
export function classifyStatus(status: number): FailureCode | undefined {
  if (status === 401 || status === 403) return 'not-logged-in';
  if (status === 402) return 'out-of-credit';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  if (status === 408 || status === 409) return 'overloaded';
  if (status >= 500 && status < 600) return 'overloaded';
  return status >= 400 && status < 500 ? 'rejected' : undefined;
}

/**
 * The failure behind a status and the words that came with it. A 400 may be any of several things that only its words
 * tell apart: a wrong key is one.
 */
export function classifyServiceError(
  status: number | undefined,
  words: FailureCode | undefined,
): FailureCode | undefined {
  const byStatus = status === undefined ? undefined : classifyStatus(status);
  if (byStatus === 'rejected' && words !== undefined && PLAINER_THAN_400.has(words)) return words;
  // Whoever has nothing left to pay with gets a 429 as well, and would wait for nothing.
  return words === 'out-of-credit' ? words : (byStatus ?? words);
}

/** What a service asks to wait before the next try, if there is a point in one. */
export function parseRetryAfter(code: FailureCode, words: string): { readonly retryAfterMs?: number } {
  const isPassing = code === 'rate-limited' || code === 'overloaded';
  const wait = isPassing ? parseWaitMs(words, systemClock.now()) : undefined;
  return defined({ retryAfterMs: wait });
}

/** The message inside a JSON error body such as `{"error":{"message":"…"}}`, or the text as it is. */
export function extractErrorMessage(text: string): string {
  const body = Object(parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  const { message } = Object('error' in body ? body.error : body);
  return typeof message === 'string' ? message : text;
}

// Guesses the failure code from a program's message, when no exact code is known.

/** What services and programs say of their limits, whichever of them it is. */
export const LIMIT_PATTERNS: readonly [RegExp, FailureCode][] = [
  [/credit balance|out of credits?\b|insufficient[ _](?:credits?|quota|balance|funds)/i, 'out-of-credit'],
  [
    /rate.?limit|too many requests|resource.?exhausted|quota(?!tion)|\b(?:usage|session|request|spend(?:ing)?|hour(?:ly)?|daily|weekly|monthly)[ _-]limit|(?:hit|reached) your limit/i,
    'rate-limited',
  ],
];

/** Nothing that says why is longer; what a program or a service says may be as long as an answer. */
const MOST_READ = 4_000;

/** Words that stand in logs and in paths as well: only with a complaint in the same line they are one. */
const complaining = (of: string) =>
  new RegExp(
    `^(?=.*(?<!\\w[/\\\\])(?:${of})(?![/\\\\.]\\w))(?=.*\\b(?:no|not|in(?:valid|correct|sufficient)|missing|expired|revoked|required?|requires|must|need(?:s|ed)?|please|set|unset|wrong|bad|denied|(?:could|did|does|is|was|can)n.t|cannot|unable|fail(?:ed|s|ure)?|errors?|refused|rejected|unreachable|lost|timed? ?out|again|first|run)\\b)`,
    'im',
  );

const FAILURE_PATTERNS: readonly [RegExp, FailureCode][] = [
  [/exceeded your current quota|payment required/i, 'out-of-credit'],
  ...LIMIT_PATTERNS,
  [/unauthori[sz]ed|\bforbidden\b|unauthenticated|not (?:logged|signed) in/i, 'not-logged-in'],
  [complaining('\\blog ?in\\b|\\bsign in\\b|authenticat|api.?key|credentials'), 'not-logged-in'],
  [/overloaded|internal server error|service unavailable|bad gateway|gateway timeout/i, 'overloaded'],
  [
    /ECONN|ENOTFOUND|EAI_AGAIN|ENETUNREACH|ETIMEDOUT|could not connect|connection (?:error|refused)|connection attempts failed|fetch failed|could not resolve host|no such host|name or service not known|failed to resolve/i,
    'unreachable',
  ],
  [complaining('\\bnetwork\\b'), 'unreachable'],
  [
    /model .*not (?:found|supported|available)|unknown model|invalid model|bad request|\b404 (?:page )?not found/i,
    'rejected',
  ],
  [/prompt (?:is )?too (?:long|large)|context (?:length|window)|maximum length/i, 'too-large'],
];

/** The first kind whose signs are in the text, or `undefined`. */
export function classifyMessage(text: string, patterns = FAILURE_PATTERNS): FailureCode | undefined {
  const read = text.slice(0, MOST_READ);
  return patterns.find(([sign]) => sign.test(read))?.[1];
}

/** A number is a status behind or before a word for it, after what a service did, or in front of everything, as clients put it. */
const STATUS_SIGNS: readonly RegExp[] = [
  /(?<![a-z])(?<!exit[ _-])(?:status(?:[ _-]?code)?|http(?:\/\d(?:\.\d)?)?|(?:error)?code)\b[\s:=(["']{0,4}(?:code\b[\s:=(["']{0,4})?([45]\d\d)\b(?![.:]?\d)/i,
  /^\W{0,4}(?:[\w. ]{0,80}(?:[Ee]rror|ERROR)\b[\s:=(["']{1,4})?([45]\d\d)(?=["')\],:;.]*(?:$|\s+[^a-z\s]|[,:;]\s))/m,
  /(?<![\w.:/])([45]\d\d) (?:status\b|(?:client|server) error\b)/i,
  /\b(?:[Rr]eturned|[Gg]ot|[Rr]eceived|[Rr]esponded with|[Aa]nswered with)(?: an?)?(?: HTTP)?(?: error| status)?:? ([45]\d\d)(?=$|["')\],;.](?!\d)|\s+(?:[A-Z(]|from\b|error\b|response\b))/m,
  /\b(?:api|server|service|request|response|upstream)\b[^()]{0,80}\(([45]\d\d)\)/i,
];

/** The failure that the words of an error mean, a status among them: those of an error, and of nothing else. */
export function classifyError(text: string): FailureCode | undefined {
  const read = text.slice(0, MOST_READ);
  const [status] = STATUS_SIGNS.map((sign) => sign.exec(read)?.[1]).filter((found) => found !== undefined);
  return classifyServiceError(status === undefined ? undefined : Number(status), classifyMessage(text));
}
