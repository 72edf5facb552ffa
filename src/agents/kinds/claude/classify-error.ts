// What claude's errors mean for the run.
import type { FailureCode } from '../../../domain/failures/failures.ts';
import { classifyStatus } from '../../failures/service-failure.ts';
import type { ClaudeResult } from './parse.ts';

const TOO_LARGE = /prompt is too long|request too large|exceeds? (?:the )?context|output token maximum/i;
const UNREACHABLE =
  /unable to connect|connection (?:error|to the api was lost|closed|refused)|ECONN|ENOTFOUND|EAI_AGAIN/i;
const TIMED_OUT = /timed out/i;

/** By the name that claude gives the error where neither the status nor the sentence tells more. */
const BY_NAME: Readonly<Record<string, FailureCode>> = {
  authentication_failed: 'not-logged-in',
  oauth_org_not_allowed: 'not-logged-in',
  rate_limit: 'rate-limited',
  overloaded: 'overloaded',
  server_error: 'overloaded',
  max_output_tokens: 'too-large',
  invalid_request: 'rejected',
  model_not_found: 'rejected',
};

/** A result line that says it is an error; `name` comes from the message before it. */
export function classifyResult(result: ClaudeResult, name: string | undefined): FailureCode {
  if (result.stop_reason === 'refusal') return 'refused';
  // The model keeps violating the schema; asking in words alone may still work.
  if (result.subtype === 'error_max_structured_output_retries') return 'rejected';
  if (TOO_LARGE.test(result.result)) return 'too-large';
  if (name === 'billing_error') return 'out-of-credit';
  const ofStatus = classifyStatus(result.api_error_status ?? 0);
  if (ofStatus !== undefined) return ofStatus;
  if (UNREACHABLE.test(result.result)) return 'unreachable';
  if (TIMED_OUT.test(result.result)) return 'timed-out';
  return BY_NAME[name ?? ''] ?? 'crashed';
}

/** What claude says on standard error when it does not even begin; `undefined` when that tells nothing. */
export function classifyStartError(stderr: string): FailureCode | undefined {
  if (/stdin input exceeds/i.test(stderr)) return 'too-large';
  if (/^error: (?:unknown option|option .* (?:argument missing|is invalid))/im.test(stderr)) return 'rejected';
  return undefined;
}
