// Starting a debate from the page: what there is to choose from, what it will probably take, and the opening itself.
import * as z from 'zod';
import { ANSWER_KINDS } from '../question/choices.ts';

const name = z.string().min(1).max(100);

const openingShape = {
  topic: z.string().min(1).max(1_000_000),
  format: name.optional(),
  recipe: name.optional(),
  tags: z.array(z.string().max(200)).max(50).optional(),
  /** By seat: agent[:model][#effort], or "human" for the person at the page. */
  seats: z.record(z.string().max(64), z.string().max(300)).optional(),
  /** Every seat that is not named is a rehearsal: no model is called. */
  rehearse: z.boolean().optional(),
  answer: z.enum(ANSWER_KINDS).optional(),
  options: z.array(z.string().max(500)).max(50).optional(),
  /** Of a number. */
  unit: z.string().max(200).optional(),
  /** Files, globs, `git:RANGE` or addresses, as "debate-hall run --context" takes them. */
  context: z.array(z.string().min(1).max(1_000)).max(100).optional(),
  /** Also give the seats past decisions that resemble the question. */
  recall: z.boolean().optional(),
  limits: z
    .strictObject({
      tokens: z.number().int().min(1).optional(),
      usd: z.number().positive().optional(),
      minutes: z.number().positive().optional(),
    })
    .optional(),
};

/** `POST /api/forecast`: spends nothing and writes nothing. */
export const forecastRequestSchema = z.strictObject(openingShape);
export type ForecastRequest = z.infer<typeof forecastRequestSchema>;

/** `POST /api/debates`: opens the debate and runs it. */
export const startRequestSchema = z.strictObject({ key: z.string().min(8).max(100), ...openingShape });
export type StartRequest = z.infer<typeof startRequestSchema>;

export interface StartAnswer {
  readonly threadId: string;
}

interface Range {
  readonly atLeast: number;
  readonly atMost: number;
}

export interface ForecastAnswer {
  /** "Estimate: 17 s to 24 s; …" */
  readonly text: string;
  readonly calls: Range;
  /** Null where some seat gives nothing to go by. */
  readonly tokens: Range | null;
  readonly ms: Range | null;
  readonly costMicroUsd: Range | null;
  readonly seats: readonly {
    readonly seat: string;
    readonly label: string;
    readonly agent: string;
    /** A person fills it; the debate waits for them. */
    readonly person: boolean;
  }[];
  /** Agents that are installed and were not seated: a sentence each. */
  readonly passedOver: readonly string[];
  /** What the question was taken for, where its form does not show it. */
  readonly questionNote?: string;
}

/** `GET /api/hall` */
export interface HallAnswer {
  /** The folder's name, or the shared hall as people know it; no path of the machine. */
  readonly name: string;
  /** As whom this person writes. */
  readonly person: string;
  readonly version: string;
  readonly formats: readonly {
    readonly id: string;
    readonly title: string;
    readonly recipes: readonly { readonly name: string; readonly summary: string }[];
  }[];
  readonly format: string;
  readonly recipe: string | null;
  /** Whose names seats take; "human" is always possible. */
  readonly agents: readonly string[];
  /** Why no agent can be started from here, in a sentence, and what to do: the project is not trusted, or the hall only read. */
  readonly noStart: { readonly reason: string; readonly hint?: string } | null;
}
