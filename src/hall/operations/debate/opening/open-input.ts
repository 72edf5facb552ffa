// Everything that can be said of a debate that is to be opened.
import type { Limits, Relation, RuleData, SeatAssignment } from '../../../../domain/event-parts.ts';
import type { Pin } from '../../../../domain/reading/reading.ts';
import type { OpenRequest } from '../../../../ledger/engine/opening.ts';
import type { FetchPage } from '../../../../net/fetch/fetch-page.ts';
import type { SeatFilling } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';
import type { Probing } from '../seats/probe-agents.ts';
import type { Panel, SeatRequest } from '../seats/requested-seats.ts';
import type { Material } from './given-documents.ts';
import type { QuestionInput } from './question.ts';

/** What a fork keeps of its parent: rules, draw, and seals. */
export type Kept = Pick<OpenRequest, 'formatVersion' | 'rulesVersion' | 'recipe' | 'weights' | 'seed' | 'seals'>;

export const SEATINGS = ['agents', 'by-hand'] as const;

export interface OpenInput extends Pick<SeatRequest, 'onUnknownSeat'> {
  readonly topic: string;
  /** What kind of answer it asks for, and which answers it offers; left out: the form of the topic says it. */
  readonly question?: QuestionInput;
  /** Without one, a name is made from date and subject. */
  readonly threadId?: string;
  /** What tells it apart from others with the same topic; the topic when it is left out. */
  readonly subject?: string;
  /** The format, instead of the configured one. */
  readonly format?: string;
  /** The recipe, in place of the configured one. */
  readonly recipe?: string;
  /** The earlier debate that this one continues or is compared with. */
  readonly relation?: Relation;
  /** The conversation of a client that it is part of. */
  readonly conversation?: string;
  /** Who asks a shared hall for it, and may end it; see `getAsker`. */
  readonly askedBy?: string | undefined;
  /** What it can be found by, beside the tags that the configuration gives every debate. */
  readonly tags?: readonly string[];
  /** Options of the format that win over recipe and configuration. */
  readonly options?: RuleData;
  /** What the caller's own caller knows options by, for errors. */
  readonly optionNames?: Readonly<Record<string, string>>;
  /** Files, folders, globs, `-`, `git:RANGE`, addresses of web pages. */
  readonly context?: readonly string[];
  /** PDFs in `context` of which only these pages are given, by their names as material. */
  readonly onlyPages?: ReadonlyMap<string, ReadonlySet<string>>;
  /** What seats may look up: files, folders, globs, `git:REVISION`, `git:A..B`, addresses, `decisions`; the configured ones when left out. */
  readonly read?: readonly string[];
  /** What seats may look up, pinned for an earlier debate that asked the same; wins over `read` and configuration. */
  readonly pins?: readonly Pin[];
  /** Files that the caller writes the debate to, which are left out of what seats may look up. */
  readonly outputs?: readonly string[];
  /** The web pages among those. */
  readonly pages?: OpenRequest['pages'];
  /** Seats without a point of view get the one that fits the question. */
  readonly perspectives?: 'auto';
  /** Also give the seats past decisions that resemble the question. */
  readonly recall?: boolean;
  /** Context that the caller has collected already. */
  readonly material?: Material;
  readonly stdin?: () => Promise<string>;
  /** The agent of every seat that no flag gives to another. */
  readonly everySeat?: string;
  /** The agents of the debating seats, in their order; where the format lets one choose, they say how many seats there are. */
  readonly agents?: readonly SeatFilling[];
  /** Who fills the seats, whatever configuration and flags say of them; a seat that is not named gets an agent as usual. */
  readonly panel?: Panel;
  /** Seats that are filled already; nobody looks for agents for them. */
  readonly seated?: readonly SeatAssignment[];
  readonly kept?: Kept;
  /** What it may use, instead of what the configuration says: of a further step what the one before has left. */
  readonly limits?: Limits;
  /** by-hand: every seat is open to whoever takes it, and no recipe plans the rounds. */
  readonly seating?: (typeof SEATINGS)[number];
  /**
   * Takes the probes of agents that seats are given to by name. Opening then refuses only agents that it can tell at once
   * cannot be used; hand the rest to `runThread`. Without it, opening waits for every probe.
   */
  readonly probing?: Probing;
  readonly signal?: AbortSignal;
}

/** What the steps of an opening share. */
export interface Preparation {
  readonly hall: Hall;
  readonly input: OpenInput;
  readonly signal: AbortSignal;
  /** Whether what is asked for was given once, and may be there no more. */
  readonly leaveGone: boolean;
  /** Fetches each web page once, whoever names it. */
  readonly fetchPage: FetchPage;
}
