// What becomes of the claims in a contribution of prose: never a reason to refuse it.
import type { RuleData } from '../../../domain/events.ts';
import type { Admission, Contribution } from '../../format.ts';
import { accept, refuse } from '../admission.ts';
import type { BaseState } from '../base-state.ts';
import { areEntriesDue, type ClaimEntry, claimEntriesIn } from './entries.ts';
import { readClaimEntries } from './prose.ts';

const MISFIT = refuse({ code: 'rule-violation', message: 'The claims in the data of the turn do not fit.' });

/** Data with what the text says of claims; of a redacted text with what was recorded. */
export function admitClaims({ numberedClaims }: BaseState, { seat, content, data }: Contribution): Admission {
  if (numberedClaims === undefined) return accept(data);
  if (content === undefined) return areEntriesDue(numberedClaims, claimEntriesIn(data)) ? accept(data) : MISFIT;
  const { claims: _, ...rest } = data;
  const entries = readClaimEntries(content, numberedClaims, seat);
  return accept(entries.length === 0 ? rest : { ...rest, claims: entries as ClaimEntry[] as RuleData[] });
}
