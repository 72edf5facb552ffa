// The outcome that openings and a blind ballot come to where answers can be compared.
import type { OutcomeKind } from '../../../domain/outcomes.ts';
import type { Settlement } from '../../../domain/question/settle.ts';

export function judgeSettlement({ answer, ballot, isAgreed, isContested }: Settlement): OutcomeKind {
  if (answer === undefined) return 'stable-disagreement';
  if (isContested) return 'not-settled';
  if (isAgreed) return 'agreed';
  return ballot.unanimous ? 'accepted' : 'majority';
}
