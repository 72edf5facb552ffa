// What a hall is configured with: the merged and checked result, and what holds where nothing is configured.
import type { WebRules } from '../../net/fetch/host-rules.ts';
import type { Quotas } from '../../platform/access/quotas.ts';
import type { ProviderLimits } from '../../platform/permits/permits.ts';
import type { EmbedSettings } from './embed-schema.ts';
import type { ConfigLayer, QUEUE_KINDS, SANDBOX_MODES, STORE_KINDS } from './schema.ts';
import type { ToolsetName, WebhookSettings } from './schema-parts.ts';
import type { SeatSetting } from './seat-spec.ts';

/** The lowest layer; what it leaves out has no value unless someone sets one. */
export const DEFAULTS = {
  hall: 'debates',
  store: { kind: 'folder', urlEnv: 'DEBATE_HALL_DATABASE_URL', hall: 'default' },
  worker: { sandbox: 'auto', people: {} },
  providers: {},
  server: { listen: '127.0.0.1:3900', stateKeyEnv: 'DEBATE_HALL_STATE_KEY' },
  quotas: {},
  format: 'wind-wall-door',
  tags: [],
  recipe: 'standard',
  limits: { tokens: null, usd: null, minutes: null, turns: null, rounds: null },
  context: { maxBytes: 400 * 1024, allowSecrets: false },
  reading: { sources: [], maxReads: 40, maxBytes: 400 * 1024 },
  web: { hosts: [], privateHosts: [] },
  github: {},
  agentRetries: 2,
  unchecked: false,
} as const satisfies ConfigLayer;

/** Who runs debates where nobody says so. */
export const QUEUE_OF_STORE = { folder: 'inline', postgres: 'postgres' } as const satisfies Record<
  (typeof STORE_KINDS)[number],
  (typeof QUEUE_KINDS)[number]
>;

interface ConfigLimits {
  readonly tokens: number | null;
  readonly usd: number | null;
  readonly minutes: number | null;
  /** `null` leaves it to the format's own options. */
  readonly turns: number | null;
  readonly rounds: number | null;
}

export interface ConfiguredAgent {
  readonly kind: string;
  /** What the kind's own schema made of the settings, its defaults filled in. */
  readonly settings: unknown;
}

/** The merged and checked configuration. Look names up with `Object.hasOwn`. */
export interface Config {
  /** Absolute path. */
  readonly hall: string;
  readonly store: {
    readonly kind: (typeof STORE_KINDS)[number];
    /** Name of the variable with the address of the database. */
    readonly urlEnv: string;
    /** Which hall of the database. */
    readonly hall: string;
  };
  /** Who runs debates that are asked for. */
  readonly queue: { readonly kind: (typeof QUEUE_KINDS)[number] };
  readonly worker: {
    /** Absolute path of a folder with a home for each person. */
    readonly homes?: string;
    readonly sandbox: (typeof SANDBOX_MODES)[number];
    /** Variables of a person's programs: `env:NAME` or `file:PATH`. */
    readonly people: Readonly<Record<string, { readonly env: Readonly<Record<string, string>> }>>;
  };
  /** Limits by vendor or kind. */
  readonly providers: Readonly<Record<string, ProviderLimits>>;
  readonly server: {
    readonly listen: string;
    readonly publicUrl?: string;
    readonly hosts?: readonly string[];
    readonly origins?: readonly string[];
    /** Name of the variable. */
    readonly stateKeyEnv: string;
    readonly auth?: {
      readonly issuer: string;
      readonly audience?: string;
      readonly rolesClaim?: string;
      readonly hallsClaim?: string;
    };
  };
  readonly quotas: Quotas;
  readonly format: string;
  /** Of every new debate, as they were written. */
  readonly tags: readonly string[];
  readonly recipe: string;
  readonly preset?: string;
  readonly seats: Readonly<Record<string, SeatSetting>>;
  /** Who fills the seats of the last step of a ladder; others keep their agents. */
  readonly escalate: { readonly seats: Readonly<Record<string, SeatSetting>> };
  readonly limits: ConfigLimits;
  /** As written: checked against the format's schema, its defaults not filled in, so that a recipe can come between. */
  readonly formats: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly context: { readonly maxBytes: number; readonly allowSecrets: boolean };
  readonly reading: { readonly sources: readonly string[]; readonly maxReads: number; readonly maxBytes: number };
  readonly recall: { readonly embed?: EmbedSettings };
  /** Where web pages may be fetched from as material. */
  readonly web: WebRules;
  readonly github: { readonly allowedAuthors?: readonly string[] };
  /** By name. */
  readonly webhooks: Readonly<Record<string, WebhookSettings>>;
  /** Absolute path. */
  readonly prompts?: string;
  readonly mcp: { readonly toolsets?: readonly ToolsetName[] };
  readonly agentRetries: number;
  /** Seats also fill themselves with versions of agents that nobody has checked. */
  readonly unchecked: boolean;
}
