// Guesses the failure code from a program's message, when no exact code is known.
import type { FailureCode } from '../../domain/failures/failures.ts';

const FAILURE_PATTERNS: readonly [RegExp, FailureCode][] = [
  [
    /\b402\b|credit balance|insufficient[ _](?:credits?|quota|balance|funds)|exceeded your current quota/i,
    'out-of-credit',
  ],
  [/\b429\b|rate.?limit|too many requests|\bquota\b|usage limit/i, 'rate-limited'],
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
export function classifyMessage(text: string): FailureCode | undefined {
  return FAILURE_PATTERNS.find(([sign]) => sign.test(text))?.[1];
}
