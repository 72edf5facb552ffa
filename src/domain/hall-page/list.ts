// The list of debates on the page: rows, filters, and where the words of a search were found.
import * as z from 'zod';
import type { DebateSummary, UnreadableDebate } from '../debate-summary.ts';
import { OUTCOMES } from '../outcomes.ts';
import type { Match } from '../words/find-words.ts';

/** Lines that a row shows of a debate that a search found. */
export const MOST_MATCHES = 3;

/** The conversation of a client is of no use to a person. */
export interface DebateRow extends Omit<DebateSummary, 'conversation'> {
  /** With a search only: the first lines that hold all words, and how many there are. */
  readonly matches?: readonly Match[];
  readonly lines?: number;
}

export type ListedRow = DebateRow | UnreadableDebate;

/** By what a list can be sorted: the latest change or opening first, the most dissent or turns first, words by the alphabet. */
const LIST_ORDERS = ['changed', 'opened', 'topic', 'outcome', 'dissent', 'turns'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** `GET /api/debates` */
export const listQuerySchema = z.strictObject({
  /** Words that one line of the debate must hold, whatever their case. */
  q: z.string().max(500).optional(),
  format: z.string().max(100).optional(),
  outcome: z.enum([...OUTCOMES, 'open']).optional(),
  /** One of its seats was opened with this agent. */
  agent: z.string().max(200).optional(),
  tag: z.string().min(1).max(200).optional(),
  /** Changed at this time or later. */
  since: z.iso.datetime({ offset: true, error: 'must be a time in ISO 8601' }).optional(),
  /** Only debates that are running, that wait for a person, that nobody runs though they are open, or that ended. */
  state: z.enum(['running', 'waiting', 'paused', 'over']).optional(),
  sort: z.enum(LIST_ORDERS).optional(),
  from: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});
export type ListQuery = z.input<typeof listQuerySchema>;

/** The one that changed last first, unless another order is asked for. */
export interface ListPage {
  readonly rows: readonly ListedRow[];
  /** How many match, of which `rows` are some. */
  readonly total: number;
  /** With a search or filter: how many cannot be read, so that nobody knows whether they match. */
  readonly unreadable?: number;
}
