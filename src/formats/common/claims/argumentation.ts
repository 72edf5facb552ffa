// Claims and influence of a debate, as far as its rules and its opinions give them.
import type { LedgerEvent } from '../../../domain/events.ts';
import type { OpinionsResult } from '../../../domain/results/opinions-result.ts';
import type { BaseState } from '../base-state.ts';
import type { OpinionReading } from '../opinions/transcript.ts';
import type { Argumentation } from './add.ts';
import { createEvidence } from './evidence.ts';
import { computeInfluence } from './influence.ts';
import { claimsOfOpenings } from './openings.ts';
import { summariseClaims } from './result.ts';
import type { ClaimRules } from './rules.ts';

interface Given<State> {
  readonly rules: ClaimRules<State> | undefined;
  readonly reading: OpinionReading;
  readonly opinions: OpinionsResult | undefined;
}

/** Under rules that ask nobody to answer claims there are none to list; who moved is known all the same. */
export function summariseArgumentation<State extends BaseState>(
  log: readonly LedgerEvent[],
  { opinions: state, numberedClaims, ended }: State,
  { rules, reading, opinions: summary }: Given<State>,
): Argumentation {
  const influence =
    state === undefined || summary === undefined
      ? undefined
      : computeInfluence({ opinions: state, claims: numberedClaims ?? claimsOfOpenings(state), summary });
  if (rules === undefined || numberedClaims === undefined) return { influence };
  const isOver = ended !== undefined;
  const claims = summariseClaims(log, numberedClaims, { rules, reading, isOver, evidenceOf: createEvidence(log) });
  return { claims, influence };
}
