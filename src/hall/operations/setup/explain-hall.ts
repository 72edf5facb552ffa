// The settings of a hall and where each comes from: those that somebody chose, or all of them.
import { type ExplainedValue, explainConfig } from '../../config/explain.ts';
import type { Hall } from '../hall.ts';

export interface ExplainInput {
  /** Also what nobody changed. */
  readonly all?: boolean;
}

/** What could be a secret is hidden. */
export async function explainHall(hall: Hall, { all = false }: ExplainInput = {}): Promise<readonly ExplainedValue[]> {
  const rows = await explainConfig(hall.loaded);
  return rows.filter(({ origin }) => all || origin.kind !== 'default');
}
