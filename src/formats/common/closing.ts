// How debates end alike: by their rules, or manually with a decision in words.
import type { EventData } from '../../domain/events.ts';
import { getManualOutcome } from '../../domain/outcomes.ts';
import type { Admission, Next } from '../format.ts';
import { accept, refuse, refuseViolation, tooLong } from './admission.ts';
import type { BaseState } from './base-state.ts';

type Close = EventData<'debate-closed'>;

/** The debate has run its course; `turn` is the event that holds the decision, if one does. */
export function closeByRules(outcome: Close['outcome'], turn?: number): Extract<Next, { kind: 'close' }> {
  const decision = turn === undefined ? null : { turn };
  return { kind: 'close', close: { outcome, decision, warnings: [], by: 'rules' } };
}

/** Whether the rules close the debate in exactly this way now. */
export function isRuled(due: Pick<Next, 'kind'> | Next, { outcome, decision }: Close): boolean {
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

/** The outcome of a debate that somebody closes in words of their own. */
export function manualOutcome({ ended }: BaseState): Close['outcome'] {
  return getManualOutcome(ended !== undefined);
}

export function refuseManualOutcome(expected: string, outcome: string): Admission {
  return refuse({
    code: 'rule-violation',
    message: `When you close a debate manually, its outcome is "${expected}", not "${outcome}".`,
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

interface Closing {
  readonly due: Pick<Next, 'kind'> | Next;
  readonly close: Close;
  readonly text: string | undefined;
  readonly maxContent?: number;
}

/** Closing as the rules have it, or manually with a synthesis. */
export function admitClosing(state: BaseState, { due, close, text, maxContent }: Closing): Admission {
  const { decision, outcome } = close;
  if (decision === null || 'turn' in decision) return isRuled(due, close) ? accept({}) : refuseOutcome(outcome);
  const expected = manualOutcome(state);
  return outcome === expected ? admitSynthesis(text, maxContent) : refuseManualOutcome(expected, outcome);
}
