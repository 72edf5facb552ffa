// How debates end alike: by their rules, or manually with a decision in words.
import type { EventData } from '../../domain/events.ts';
import { getManualOutcome } from '../../domain/outcomes.ts';
import type { Admission, Due } from '../format.ts';
import { accept, refuse, refuseViolation, tooLong } from './admission.ts';
import type { BaseState } from './base-state.ts';

type Close = EventData<'debate-closed'>;

/** The debate has run its course; `turn` is the event that holds the decision, if one does. */
export function closeByRules(outcome: Close['outcome'], turn?: number): Extract<Due, { kind: 'close' }> {
  const decision = turn === undefined ? null : { turn };
  return { kind: 'close', close: { outcome, decision, warnings: [], by: 'rules' } };
}

/** Whether the rules close the debate in exactly this way now. */
export function isRuled(due: Due, { outcome, decision }: Close): boolean {
  if (!('close' in due)) return false;
  const ruled = due.close;
  return ruled.outcome === outcome && JSON.stringify(ruled.decision) === JSON.stringify(decision);
}

export function refuseOutcome(outcome: string): Admission {
  return refuse({
    code: 'rule-violation',
    message: `The rules do not allow the outcome "${outcome}" here.`,
    hint: 'Resume the debate, or close it with your own synthesis.',
  });
}

/** The decision in words; `undefined` where it was redacted. */
export function admitSynthesis(text: string | undefined, maxContent = Number.POSITIVE_INFINITY): Admission {
  if (text === undefined) return accept({});
  if (text.trim() === '') {
    return refuse({ code: 'bad-input', message: 'The synthesis is empty.', hint: 'Say what was decided.' });
  }
  const long = tooLong(text, maxContent);
  return long === undefined ? accept({}) : refuseViolation([`It ${long}`]);
}

/** Closing in somebody's own words, with the outcome that fits. */
export function admitManualClose(
  { ended, options }: BaseState & { readonly options: object },
  { outcome }: Close,
  text: string | undefined,
): Admission {
  const expected = getManualOutcome(ended !== undefined);
  if (outcome === expected) return admitSynthesis(text, (options as { readonly maxContent?: number }).maxContent);
  return refuse({
    code: 'rule-violation',
    message: `When you close a debate manually, its outcome is "${expected}", not "${outcome}".`,
  });
}
