// Decides whether a principal may do something: a pure question, which `gate.ts` asks in front of every operation.
import type { Problem } from '../../domain/failures/errors.ts';
import { getRule, type Operation } from './permissions.ts';
import { belongsTo, includesRole, type Principal } from './principal.ts';

export interface PermissionRequest {
  readonly operation: Operation;
  readonly hall: string;
  /** Whether the debate that it is about is the principal's own, as the rule of the operation has it. */
  readonly isOwn?: boolean;
}

/** The reason to refuse; `undefined` when it is allowed. A hall of others is not there. */
export function checkPermission(
  principal: Principal,
  { operation, hall, isOwn = false }: PermissionRequest,
): Problem | undefined {
  if (!belongsTo(principal, hall))
    return { code: 'not-found', message: `There is no hall "${hall}".`, hint: 'Check its name.' };
  const { needs, own } = getRule(operation);
  if (needs === 'local') {
    return principal.by === 'local'
      ? undefined
      : {
          code: 'not-permitted',
          message: 'This uses files on the server, so it only works on that machine.',
          hint: 'Use "debate-hall" there, or pass the text itself.',
        };
  }
  const wanted = isOwn && own !== undefined ? own.role : needs;
  if (includesRole(principal.role, wanted)) return undefined;
  return {
    code: 'not-permitted',
    message: `This needs the role ${wanted}; ${principal.name} has the role ${principal.role}.`,
    hint: 'Ask an administrator of the hall for the role.',
  };
}

/** Whether there is a debate with which the principal may do this, so that a door need not offer what it would always refuse. */
export function mayEver(principal: Principal, operation: Operation): boolean {
  const { needs, own } = getRule(operation);
  return needs === 'local' ? principal.by === 'local' : includesRole(principal.role, own?.role ?? needs);
}
