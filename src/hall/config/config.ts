// What a hall is configured with: the merged and checked result, and what holds where nothing is configured.
import type * as z from 'zod';
import type { ConfigLayer, configLayerSchema, QUEUE_KINDS, STORE_KINDS } from './schema.ts';

/** The lowest layer; what it leaves out has no value unless someone sets one. */
export const DEFAULTS = {
  hall: 'debates',
  store: { kind: 'folder', urlEnv: 'DEBATE_HALL_DATABASE_URL', hall: 'default' },
  queue: {},
  worker: { sandbox: 'auto', people: {} },
  providers: {},
  server: { listen: '127.0.0.1:3900', stateKeyEnv: 'DEBATE_HALL_STATE_KEY' },
  quotas: {},
  format: 'wind-wall-door',
  tags: [],
  recipe: 'standard',
  seats: {},
  escalate: { seats: {} },
  limits: { tokens: null, usd: null, minutes: null, turns: null, rounds: null },
  formats: {},
  context: { maxBytes: 400 * 1024, allowSecrets: false },
  reading: { sources: [], maxReads: 40, maxBytes: 400 * 1024 },
  recall: {},
  web: { hosts: [], privateHosts: [] },
  github: {},
  webhooks: {},
  mcp: {},
  agentRetries: 2,
  unchecked: false,
} as const satisfies ConfigLayer;

/** Who runs debates where nobody says so. */
export const QUEUE_OF_STORE = { folder: 'inline', postgres: 'postgres' } as const satisfies Record<
  (typeof STORE_KINDS)[number],
  (typeof QUEUE_KINDS)[number]
>;

export interface ConfiguredAgent {
  readonly kind: string;
  /** What the kind's own schema made of the settings, its defaults filled in. */
  readonly settings: unknown;
}

type Layer = z.infer<typeof configLayerSchema>;

/** A value; of a section those members are there that have a default. */
type Filled<Value, Default> = Value extends string | number | boolean | readonly unknown[]
  ? Value
  : Readonly<Value> & { readonly [Name in keyof Value & keyof Default]-?: Exclude<Value[Name], undefined> };

type Sections = {
  readonly [Name in keyof typeof DEFAULTS]: Filled<Exclude<Layer[Name], undefined>, (typeof DEFAULTS)[Name]>;
};

/**
 * The merged and checked configuration. Look names up with `Object.hasOwn`. Paths are absolute; tags are as they were written, and
 * so are the options of `formats`: checked against the format's schema, its defaults not filled in, so that a recipe can come between.
 */
export type Config = Sections &
  Readonly<Pick<Layer, 'preset' | 'prompts'>> & {
    /** Who runs debates that are asked for. */
    readonly queue: { readonly kind: (typeof QUEUE_KINDS)[number] };
  };
