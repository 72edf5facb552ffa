// What can be listened to; every notice is a JSON array of the hall and what it is about.
export const CHANNELS = {
  /** Ledgers that were written: the ID. */
  changes: 'debate_hall_changes',
  /** New lines of live feeds: the ID of the debate. */
  feeds: 'debate_hall_feeds',
  /** Runs that were queued, stopped or ended: the ID of the debate. */
  runs: 'debate_hall_runs',
  /** Permits for calls that became free: the key. */
  permits: 'debate_hall_permits',
  /** Keys that were added or revoked, or end sooner: the public ID. */
  keys: 'debate_hall_keys',
} as const;
export type Channel = keyof typeof CHANNELS;

/** SQL that tells a channel; the hall is `$1`, `about` an expression. */
export const toNotifySql = (channel: Channel, about: string): string =>
  `pg_notify('${CHANNELS[channel]}', json_build_array($1::text, ${about}::text)::text)`;
