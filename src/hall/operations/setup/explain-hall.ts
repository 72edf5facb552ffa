// The settings of a hall and where each comes from: those that somebody chose, or all of them.
import { basename } from 'node:path';
import { isPlainObject } from '../../../domain/values/tree.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { BUILT_IN, type Origin } from '../../config/merge.ts';
import { isSecretLeaf } from '../../config/refuse-secrets.ts';
import { formatSeatSpec } from '../../config/seat-spec.ts';
import type { Hall } from '../hall.ts';

export interface ExplainedValue {
  /** Dotted, as it is written in a file: `agents.claude.model`. */
  readonly path: string;
  /** As it would be written in a file; null when it is hidden. */
  readonly value: unknown;
  /** True of what could be a secret. */
  readonly hidden?: true;
  readonly origin: Origin;
  /** True of what the project sets without being trusted: it has no effect. */
  readonly ignored?: true;
}

const HIDDEN = { value: null, hidden: true } as const;

/** One row for each value, in the order of the configuration. */
export async function explainConfig(loaded: LoadedConfig): Promise<readonly ExplainedValue[]> {
  const { agents, origins: agentOrigins } = await loaded.agents();
  const rows: ExplainedValue[] = [];
  const findOrigin = (path: string) =>
    (path.startsWith('agents.') ? agentOrigins : loaded.origins).get(path) ?? BUILT_IN;

  const visit = (value: unknown, path: readonly string[]): void => {
    if (isPlainObject(value) && Object.keys(value).length > 0) {
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
      return;
    }
    if (value === undefined || (isPlainObject(value) && path.length === 1)) return;
    const items = Array.isArray(value) ? value : [value];
    const dotted = path.join('.');
    const isSecret = items.some((item) => isSecretLeaf({ path, value: item }));
    rows.push({ path: dotted, ...(isSecret ? HIDDEN : { value }), origin: findOrigin(dotted) });
  };

  const { seats, escalate, hall, ...rest } = loaded.config;
  visit(loaded.trust.withheldHall ? rest : { hall, ...rest }, []);
  const seated = [
    ...Object.entries(seats).map(([seat, spec]) => ({ path: `seats.${seat}`, spec })),
    ...Object.entries(escalate.seats).map(([seat, spec]) => ({ path: `escalate.seats.${seat}`, spec })),
  ];
  for (const { path, spec } of seated) {
    const agent = formatSeatSpec(spec);
    const { standIn } = spec;
    rows.push({
      path,
      value: standIn === undefined ? agent : { agent, standIn: formatSeatSpec(standIn) },
      origin: findOrigin(path),
    });
  }
  for (const [name, { kind, settings }] of Object.entries(agents)) {
    visit({ kind, ...(isPlainObject(settings) ? settings : {}) }, ['agents', name]);
  }
  const ignored = loaded.trust.ignored.map(({ path, value, source }): ExplainedValue => {
    const kind = basename(source) === '.env' ? 'dotenv' : 'project-file';
    return { path: escapeInvisible(path.join('.')), value, origin: { kind, source }, ignored: true };
  });
  return [...rows, ...ignored];
}

export interface ExplainInput {
  /** Also what nobody changed. */
  readonly all?: boolean;
}

/** What could be a secret is hidden. */
export async function explainHall(hall: Hall, { all = false }: ExplainInput = {}): Promise<readonly ExplainedValue[]> {
  const rows = await explainConfig(hall.loaded);
  return rows.filter(({ origin }) => all || origin.kind !== 'default');
}
