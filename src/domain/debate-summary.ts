// A row of a list, as everybody gets it and as a store keeps it.
import * as z from 'zod';
import type { Defined } from './defined.ts';
import { relationSchema, totalsShape } from './event-parts.ts';
import type { ErrorCode } from './failures/errors.ts';
import { VERDICTS } from './hindsight/turned-out.ts';
import { DEBATE_STATUSES, OUTCOMES } from './outcomes.ts';

const waitingStepSchema = z.lazy(() =>
  z.strictObject({
    /** What a turn names that must not become the answer to a later one of the seat. */
    step: z.string(),
    seat: z.string(),
    act: z.string(),
    label: z.string(),
    /** How the answer may be written, in a few sentences. */
    form: z.string().optional(),
    /** Labels of lines, for the answer to be filled in. */
    blankForm: z.string().optional(),
  }),
);

/** What the ledger alone says. */
const summarySchema = z.lazy(() =>
  z.strictObject({
    threadId: z.string(),
    topic: z.string().nullable(),
    format: z.string(),
    /** Names of the agents that its seats were opened with, each once. */
    agents: z.array(z.string()),
    /** The earlier debate that this one continues or is compared with. */
    relation: relationSchema.optional(),
    /** What it was opened with to be found by. */
    tags: z.array(z.string()).optional(),
    /** The conversation of a client that it was opened in. */
    conversation: z.string().optional(),
    status: z.enum(DEBATE_STATUSES),
    outcome: z.enum(OUTCOMES).nullable(),
    /** Something was decided that can be acted upon: by its seats, or by a person who closed it. */
    decided: z.boolean(),
    /** Imported from a program that called it a stalemate. */
    importedStalemate: z.literal(true).optional(),
    /** Of a debate that is over, the answer that its seats gave to a closed question. */
    answer: z.string().nullable(),
    /** How it turned out, where somebody recorded that: null where it has no answer that could have been right. */
    turnedOut: z.enum(VERDICTS).nullable().optional(),
    /** What only a person can do next; absent where nobody is waited for. */
    waitsFor: z.array(waitingStepSchema).optional(),
    /** Of a debate that is open: labels of seats whose last call failed, so that it cannot go on by itself. */
    failed: z.array(z.string()).optional(),
    /** What was given to be reviewed: "changes in main...HEAD". */
    reviewed: z.string().optional(),
    /** Seats that gave another answer, did not approve, or object. */
    dissent: z.int().min(0),
    full: z.boolean(),
    /** Held elsewhere, so that nobody here knows how its seats were filled. */
    imported: z.literal(true).optional(),
    /** True when a seat was a rehearsal, so that nobody decided this. */
    rehearsal: z.boolean(),
    /** Contributions of all seats: turns, votes, revisions, reviews; picks of a mediator do not count. */
    turns: z.number(),
    /** Problems of the imported file that `import --force` accepted; 0 for every other debate. */
    importProblems: z.number(),
    openedAt: z.string(),
    /** When the last event was recorded. */
    changedAt: z.string(),
  }),
);

export type WaitingStep = Defined<z.infer<typeof waitingStepSchema>>;
export type LedgerSummary = Omit<Defined<z.infer<typeof summarySchema>>, 'waitsFor'> & {
  readonly waitsFor?: readonly WaitingStep[];
};

/** "for a worker, and none can fill Wall (claude)"; null for whoever may not see whether it waits. */
export type QueueWait = string | null;

/** With whether somebody runs the debate, which is asked each time. */
export interface DebateSummary extends LedgerSummary {
  readonly running: boolean;
  /** What its run waits for; absent where none waits. */
  readonly queued?: QueueWait;
}

/** A debate whose ledger cannot be read: it is damaged, needs another version, or nobody may read it. */
export interface UnreadableDebate {
  readonly threadId: string;
  readonly code: ErrorCode;
  /** Why, in sentences. */
  readonly unreadable: string;
}

export type ListedDebate = DebateSummary | UnreadableDebate;

const agentCostsSchema = z.lazy(() =>
  z.strictObject({
    agent: z.string(),
    /** As it was asked for; null where the agent chose. */
    model: z.string().nullable(),
    totals: z.strictObject(totalsShape),
  }),
);

export type AgentCosts = z.infer<typeof agentCostsSchema>;

/** What is kept of a debate that can be read. */
export interface Digest {
  readonly summary: LedgerSummary;
  readonly costs: readonly AgentCosts[];
  /** Debates whose decisions it was given as context. */
  readonly recalled: readonly string[];
}

/** `build`: the one that made it, as another may read the same ledger in another way. */
export const memoSchema = z.lazy(() =>
  z.strictObject({
    build: z.string(),
    summary: summarySchema,
    costs: z.array(agentCostsSchema),
    recalled: z.array(z.string()),
  }),
);
