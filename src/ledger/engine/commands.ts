// The commands that change a debate.
import type { AgentRef, LimitKind, Provenance, RuleData } from '../../domain/event-parts.ts';
import type { EventData } from '../../domain/events.ts';
import type { Unsealed } from '../../domain/sealed/sealed.ts';
import type { Recording } from './forks/recording.ts';

type ReportedEventType =
  | 'thread-linked'
  | 'comment-posted'
  | 'comment-edited'
  | 'adr-planned'
  | 'adr-proposed'
  | 'interjection-added'
  | 'answer-rejected'
  | 'seat-failed'
  | 'look-recorded'
  | 'seat-left'
  | 'debate-extended'
  | 'run-paused'
  | 'limits-raised'
  | 'note-recorded'
  | 'outcome-recorded'
  | 'follow-up-asked'
  | 'follow-up-answered'
  | 'follow-up-failed'
  | 'debate-force-closed';

/** Something that happened, which is recorded as it is once its texts are sealed. */
export type ReportedEvent = {
  [T in ReportedEventType]: { readonly type: T; readonly data: Unsealed<EventData<T>> };
}[ReportedEventType];

export type Command =
  | ReportedEvent
  | {
      readonly type: 'record';
      readonly seat: string;
      /** Left out: whatever this seat is due to do. */
      readonly act?: string;
      /** The ID of the step that it answers; refused with `not-your-turn` where that is no longer due. */
      readonly step?: string;
      readonly content: string;
      /** Fields that a person filled in, as text: its form is none of theirs. */
      readonly fromFields?: true;
      readonly data?: RuleData;
      /** What became of the citations in it, as JSON. */
      readonly citations?: string;
      readonly by: Provenance;
      readonly key?: string;
      /** The key from claiming the seat, for a seat that is held. */
      readonly seatKey?: string;
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
  | {
      readonly type: 'start-run';
      readonly pid: number;
      readonly hallVersion: string;
      readonly worker?: string;
      readonly askedBy?: string;
    }
  /** Refused with `not-your-turn` once somebody has taken one of the turns that are waited for, or other steps are due. */
  | { readonly type: 'pause-for-people'; readonly waiting: readonly string[]; readonly asked: readonly string[] }
  | { readonly type: 'reach-limit'; readonly limit: LimitKind; readonly used: number; readonly max: number }
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
  /** Without `synthesis` the debate must have run its course; the format says with which outcome. */
  | { readonly type: 'close'; readonly synthesis?: string; readonly by: string };
