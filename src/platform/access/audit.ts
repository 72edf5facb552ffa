// The port through which the gate reports what was allowed and refused; whoever keeps the trail implements it.
import type { ErrorCode } from '../../domain/failures/errors.ts';
import type { Operation } from './permissions.ts';
import type { Principal } from './principal.ts';

export interface AuditReport {
  /** `undefined`: nobody was recognised. */
  readonly principal: Pick<Principal, 'id' | 'name' | 'by'> | undefined;
  readonly hall: string;
  readonly operation:
    | Operation
    | 'sign-in'
    | 'add-key'
    | 'revoke-key'
    | 'rotate-key'
    | 'prune-hall'
    | 'export-person'
    | 'erase-person';
  /** The debate it is about. */
  readonly debate?: string;
  /** The public ID of the key it is about. */
  readonly key?: string;
  /** A code says why it was refused. */
  readonly decision: 'allowed' | ErrorCode;
}

export interface Audit {
  /** Resolves when the entry is kept; the operation does not begin before. */
  record(entry: AuditReport): Promise<void>;
}

export const NO_AUDIT: Audit = { record: async () => {} };
