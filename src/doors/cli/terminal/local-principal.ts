// Who uses a command that the audit trail records.
import { hostname } from 'node:os';
import type { AuditReport } from '../../../platform/access/audit.ts';
import { loginName, personName } from './person.ts';

/** The login says who it was, whatever name they give themselves. */
export const localPrincipal = (): AuditReport['principal'] => ({
  id: `local:${loginName()}@${hostname()}`,
  name: personName(),
  by: 'local',
});
