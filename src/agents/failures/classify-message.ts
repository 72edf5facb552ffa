// Guesses the failure code from a program's message, when no exact code is known.
import type { FailureCode } from '../../domain/failures/failures.ts';

/** What services and programs say of their limits, whichever of them it is. */
export const LIMIT_PATTERNS: readonly [RegExp, FailureCode][] = [
  [/credit balance|out of credits?\b|insufficient[ _](?:credits?|quota|balance|funds)/i, 'out-of-credit'],
  [
    /rate.?limit|too many requests|resource.?exhausted|quota(?!tion)|\b(?:usage|session|request|spend(?:ing)?|hour(?:ly)?|daily|weekly|monthly)[ _-]limit|(?:hit|reached) your limit/i,
    'rate-limited',
  ],
];

const FAILURE_PATTERNS: readonly [RegExp, FailureCode][] = [
  [/\b402\b|exceeded your current quota/i, 'out-of-credit'],
  ...LIMIT_PATTERNS,
  [/\b429\b/, 'rate-limited'],
  [
    /\b40[13]\b|unauthori[sz]ed|not (?:logged|signed) in|\blog ?in\b|\bsign in\b|authenticat|api.?key|credentials/i,
    'not-logged-in',
  ],
  [/\b5(?:00|02|03|04|29)\b|overloaded|internal server error|service unavailable/i, 'overloaded'],
  [/ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|could not connect|connection refused|network|fetch failed/i, 'unreachable'],
  [/\b40[04]\b|model .*not (?:found|supported|available)|unknown model|invalid model|bad request/i, 'rejected'],
  [/prompt (?:is )?too (?:long|large)|context (?:length|window)|maximum length/i, 'too-large'],
];

/** The first kind whose signs are in the text, or `undefined`. */
export function classifyMessage(text: string, patterns = FAILURE_PATTERNS): FailureCode | undefined {
  return patterns.find(([sign]) => sign.test(text))?.[1];
}
