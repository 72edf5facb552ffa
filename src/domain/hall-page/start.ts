// Starting a debate from the page: what there is to choose from, what it will probably take, and the opening itself.
import * as z from 'zod';
import type { Range } from '../calls.ts';
import { debateRequest } from '../debate-request.ts';

/** `POST /api/forecast`: spends nothing and writes nothing. */
export const forecastRequestSchema = z
  .strictObject(debateRequest)
  .omit({ threadId: true, preset: true, agents: true, read: true });
export type ForecastRequest = z.infer<typeof forecastRequestSchema>;

/** `POST /api/debates`: opens the debate and runs it. */
export const startRequestSchema = forecastRequestSchema.extend({ key: z.string().min(8).max(100) });
export type StartRequest = z.infer<typeof startRequestSchema>;

export interface StartAnswer {
  readonly threadId: string;
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
  /** Which seat gets which point of view and why, where that was to be chosen: a sentence each. */
  readonly viewing?: readonly string[];
  /** What the question was taken for, where its form does not show it. */
  readonly questionNote?: string;
}

export interface StartSeat {
  readonly seat: string;
  readonly label: string;
}

/** `GET /api/hall` */
export interface HallAnswer {
  /** The folder's name, or the shared hall as people know it; no path of the machine. */
  readonly name: string;
  /** As whom this person writes. */
  readonly person: string;
  /** This person in this hall alone: under it the browser keeps what they write. */
  readonly personId: string;
  /** They may take turns that wait for a person. */
  readonly takesTurns: boolean;
  readonly version: string;
  readonly formats: readonly {
    readonly id: string;
    readonly title: string;
    readonly seats: readonly StartSeat[];
    readonly recipes: readonly {
      readonly name: string;
      readonly summary: string;
      readonly seats: readonly StartSeat[];
    }[];
  }[];
  readonly format: string;
  readonly recipe: string;
  /** Whose names seats take. */
  readonly agents: readonly {
    readonly name: string;
    /** The person at the page. */
    readonly person: boolean;
    /** Why it cannot fill a seat, in a sentence; absent where nothing speaks against it. */
    readonly obstacle?: string;
  }[];
  /** Why no agent can be started from here, in a sentence, and what to do: the project is not trusted, or the hall only read. */
  readonly noStart: { readonly reason: string; readonly hint?: string } | null;
}
