// The one place in front of operations: asks whether a principal may, whether its quota allows it, and tells the audit.
import { defined } from '../../domain/defined.ts';
import { HallError, type Problem, problemToError } from '../../domain/failures/errors.ts';
import type { Audit, AuditReport } from './audit.ts';
import { checkPermission } from './check-permission.ts';
import { getRule, type Operation, type Tie } from './permissions.ts';
import { LOCAL_PRINCIPAL, type Principal } from './principal.ts';
import type { QuotaAct } from './quotas.ts';

/** Of what a client calls a debate, so that it cannot fill the trail; no debate has a longer ID. */
const MOST_ID = 128;

export interface GatePorts {
  readonly audit: Audit;
  /** The reason to refuse; see `checkQuota`. */
  readonly checkUse: (principal: Principal, act: QuotaAct) => Promise<Problem | undefined>;
  readonly isTied: (principal: Principal, debate: string, tie: Tie) => Promise<boolean>;
}

/** What a door knows of who is at the other end. */
export interface Caller {
  readonly principal: Principal;
  readonly hall: string;
  /** Aborted when the key or token is no longer good. */
  readonly ended?: AbortSignal;
}

export interface Gate {
  readonly principal: Principal;
  /** Aborted when the principal may do nothing any more; streams end with it. */
  readonly ended?: AbortSignal;
  /** Whether it may with this debate, so that a door need not offer what it would refuse; nothing is recorded. */
  may(operation: Operation, debate: string): Promise<boolean>;
  /**
   * Throws `not-found`, `not-permitted`, `quota-reached`. `debate` is its whole ID, if it is about one. `isRepeated`: whether the same
   * request was carried out before, so that it uses nothing; asked only for those who may.
   */
  permit(operation: Operation, debate?: string, isRepeated?: () => Promise<boolean>): Promise<void>;
  /** Records that a run which was permitted was refused after all, as somebody else had the last place by then. */
  noteRefused(operation: Operation, error: unknown, debate?: string): Promise<void>;
}

export function openGate(caller: Caller, { audit, checkUse, isTied }: GatePorts): Gate {
  const { principal, hall, ended } = caller;
  const check = async (operation: Operation, debate: string | undefined): Promise<Problem | undefined> => {
    let isOwn = false;
    for (const tie of getRule(operation).own?.by ?? []) {
      isOwn ||= debate !== undefined && (await isTied(principal, debate, tie));
    }
    return checkPermission(principal, { operation, hall, isOwn });
  };
  const decide = async (
    operation: Operation,
    debate: string | undefined,
    isRepeated: () => Promise<boolean>,
  ): Promise<Problem | undefined> => {
    const { starts } = getRule(operation);
    const refusal = await check(operation, debate);
    if (refusal !== undefined || starts === undefined || (await isRepeated())) return refusal;
    return await checkUse(principal, 'start-run');
  };
  const record = async (operation: Operation, decision: AuditReport['decision'], debate: string | undefined) =>
    await audit.record({ principal, hall, operation, decision, ...defined({ debate: debate?.slice(0, MOST_ID) }) });
  return {
    principal,
    ...defined({ ended }),
    may: async (operation, debate) => (await check(operation, debate)) === undefined,
    permit: async (operation, debate, isRepeated = async () => false) => {
      const refusal = await decide(operation, debate, isRepeated);
      await record(operation, refusal?.code ?? 'allowed', debate);
      if (refusal !== undefined) throw problemToError(refusal);
    },
    noteRefused: async (operation, error, debate) => {
      if (getRule(operation).starts === undefined) return;
      if (!(error instanceof HallError) || error.code !== 'quota-reached') return;
      const { threadId } = error.details;
      await record(operation, error.code, typeof threadId === 'string' ? threadId : debate);
    },
  };
}

/** In front of a hall that is used by the person who started the program. */
export const createOpenGate = (principal: Principal): Gate => ({
  principal,
  may: async () => true,
  permit: async () => {},
  noteRefused: async () => {},
});
export const OPEN_GATE = createOpenGate(LOCAL_PRINCIPAL);
