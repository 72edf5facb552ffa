// Looking things up on the page, for a seat whose turn waits for a person.
import * as z from 'zod';

export interface LookArgument {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'switch';
  readonly required: boolean;
  readonly hint?: string;
}

export interface LookTool {
  readonly name: string;
  /** What it does. */
  readonly description: string;
  readonly arguments: readonly LookArgument[];
}

/** What a person in the seat can look up now. */
export interface SeatLooks {
  readonly tools: readonly LookTool[];
  /** Of the budget, for this turn; absent while a phase is blind, since others could tell from it what the seat has read. */
  readonly left?: { readonly looks: number; readonly bytes: number };
}

/** `POST /api/debates/:id/seats/:seat/look`; the tool itself checks its arguments. */
export const lookRequestSchema = z.strictObject({
  tool: z.string().min(1).max(100),
  arguments: z.record(z.string().max(100), z.union([z.string().max(10_000), z.number(), z.boolean()])),
});
export type LookRequest = z.infer<typeof lookRequestSchema>;

export interface LookAnswer {
  readonly text: string;
  /** The text says why there is nothing to give. */
  readonly refused: boolean;
}
