// Which role each operation needs. Doors name the operation of each of their tools, resources and routes; one without a row
// does not compile.
import type { Role } from './principal.ts';

/** `opened` by the principal; `ordered`: it asked for the last run; `for-people`: who can speak can take every turn, so it is everybody's. */
export type Tie = 'opened' | 'ordered' | 'for-people';

export interface OperationRule {
  /** `local`: it uses files or agents of the machine that serves, so nobody may do it from elsewhere. */
  readonly needs: Role | 'local';
  /** The role that is enough where the debate is the principal's own, by any of these. */
  readonly own?: { readonly role: Role; readonly by: readonly Tie[] };
  /** Counts as a run of the principal; see quotas.ts. */
  readonly starts?: 'run';
  /** Changes nothing. */
  readonly reads?: true;
}

const reads = { needs: 'reader', reads: true } as const;
const speaks = { needs: 'speaker' } as const;
const runs = { needs: 'runner', starts: 'run' } as const;

const OPERATIONS = {
  /** What there is to choose from: formats, recipes, agents. */
  'describe-hall': reads,
  'list-debates': reads,
  /** A debate in any form: record, events as they come, document, ledger. */
  'read-debate': reads,
  'verify-debate': reads,
  'compare-debates': reads,
  'replay-debate': reads,
  'recall-decisions': reads,
  'read-calibration': reads,
  /** Runs, waiting and running, of the whole hall. */
  'list-runs': reads,

  /** A debate whose turns people take; no agent is called. */
  'open-debate': speaks,
  'take-seat': speaks,
  say: speaks,
  /** Words of a person where the rules wait for the agent of a seat, whose own answer is then lost. */
  'speak-for-agent': { needs: 'admin', own: { role: 'speaker', by: ['opened'] } },
  'pick-speaker': speaks,
  interject: speaks,
  /** Approves, rejects or overrides a decision that waits for a person. */
  'judge-decision': speaks,
  'close-debate': { needs: 'admin', own: { role: 'speaker', by: ['opened', 'for-people'] } },
  'record-outcome': speaks,

  /** What a run would take; may look whether agents are ready. */
  'forecast-run': { needs: 'runner', reads: true },
  'start-run': runs,
  'resume-run': runs,
  /** One more question to the seats of a debate that is over. */
  'ask-seats': runs,
  /** Stops it; the debate can be resumed. */
  'stop-run': { needs: 'admin', own: { role: 'runner', by: ['opened', 'ordered'] } },
  /** One question to one agent of the machine that serves, outside of any debate. */
  'ask-agent': { needs: 'local' },
  'read-github': { needs: 'runner', reads: true },
  'write-github': { needs: 'runner' },

  'force-close': { needs: 'admin', own: { role: 'speaker', by: ['opened'] } },
  redact: { needs: 'admin' },
  'delete-debate': { needs: 'admin' },

  /** A repository, a folder or a file that an argument names. */
  'read-files': { needs: 'local', reads: true },
  /** Settings that only the person at the machine may choose, such as whether to trust a project. */
  'change-settings': { needs: 'local' },
} as const satisfies Record<string, OperationRule>;

export type Operation = keyof typeof OPERATIONS;

export const getRule = (operation: Operation): OperationRule => OPERATIONS[operation];
