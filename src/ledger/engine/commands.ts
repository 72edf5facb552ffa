// The commands that change a debate.
import type {
  AgentRef,
  EventData,
  EventDraft,
  LimitKind,
  Limits,
  Provenance,
  RuleData,
  Usage,
} from '../../domain/events.ts';
import type { Failure } from '../../domain/failures/failures.ts';
import type { TurnedOut } from '../../domain/hindsight/turned-out.ts';
import type { Step } from '../../formats/format.ts';
import type { Recording } from './forks/recording.ts';

/** Events that report something done outside of the debate; recorded as they are. */
export type ExternalEventType = 'thread-linked' | 'comment-posted' | 'comment-edited' | 'adr-planned' | 'adr-proposed';

export type Command =
  | {
      readonly type: 'record';
      readonly seat: string;
      /** Left out: whatever this seat is due to do. */
      readonly act?: string;
      readonly content: string;
      readonly data?: RuleData;
      /** What became of the citations in it, as JSON. */
      readonly citations?: string;
      readonly by: Provenance;
      readonly key?: string;
      /** The key from claiming the seat, for a seat that is held. */
      readonly seatKey?: string;
    }
  | {
      readonly type: 'interject';
      readonly author: string;
      readonly content: string;
      readonly source?: string;
      readonly key?: string;
    }
  | {
      readonly type: 'reject';
      readonly step: Step;
      readonly content: string;
      readonly issues: readonly string[];
      readonly by: Provenance;
    }
  | {
      readonly type: 'fail';
      readonly step: Step;
      readonly agent: AgentRef;
      readonly failure: Failure;
      readonly attempts: number;
      readonly durationMs?: number;
      readonly usage?: Usage;
      readonly partial?: string;
    }
  /** A seat looked something up; `arguments` is JSON. */
  | {
      readonly type: 'look';
      readonly look: Omit<EventData<'look-recorded'>, 'arguments'> & { readonly arguments: string };
    }
  | { readonly type: 'replace'; readonly seat: string; readonly to: AgentRef; readonly reason: string }
  /** Claims a seat for manual turns; with a key, only its holder may speak for the seat. */
  | {
      readonly type: 'take';
      readonly seat: string;
      readonly agent: AgentRef;
      readonly data: RuleData;
      readonly by: string;
      readonly seatKey?: string;
    }
  | { readonly type: 'leave'; readonly seat: string; readonly reason: string }
  | { readonly type: 'extend'; readonly rounds: number; readonly by: string }
  | {
      readonly type: 'start-run';
      readonly pid: number;
      readonly hallVersion: string;
      readonly worker?: string;
      readonly askedBy?: string;
    }
  | { readonly type: 'pause'; readonly reason: Exclude<EventData<'run-paused'>['reason'], 'waiting-for-person'> }
  /** Refused with `not-your-turn` once somebody has taken one of the turns that are waited for, or other steps are due. */
  | { readonly type: 'pause-for-people'; readonly waiting: readonly string[]; readonly asked: readonly string[] }
  | { readonly type: 'reach-limit'; readonly limit: LimitKind; readonly used: number; readonly max: number }
  | { readonly type: 'raise-limits'; readonly limits: Limits }
  | { readonly type: 'note'; readonly code: string; readonly message: string; readonly seat?: string }
  | {
      readonly type: 'redact';
      readonly target: number;
      /** JSON pointers below the event's data; left out: every sealed text of the event. */
      readonly fields?: readonly string[];
      readonly reason: string;
      readonly by: string;
    }
  /** Copies one event of the parent of a fork, the next one that fits; nothing where a seat has to be asked. */
  | { readonly type: 'copy'; readonly recording: Recording }
  /** Records how a decision turned out; a later one corrects it. */
  | { readonly type: 'record-outcome'; readonly turnedOut: TurnedOut; readonly note?: string; readonly by: string }
  /** Without `synthesis` the debate must have run its course; the format says with which outcome. */
  | { readonly type: 'close'; readonly synthesis?: string; readonly by: string }
  /** What was done outside with this debate, which the ledger has to remember. */
  | { readonly type: 'remember'; readonly event: EventDraft<ExternalEventType> }
  | { readonly type: 'force-close'; readonly reason: string; readonly by: string };
