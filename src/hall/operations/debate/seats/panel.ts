// How many seats of one kind a debate opens with: those that agents are named for, else one for each usable agent.

import type { RuleData } from '../../../../domain/events.ts';
import type { AgentSpec } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';
import { probeAgents } from './probe-agents.ts';

const FEWEST = 2;
const MOST = 3;

export interface PanelInput {
  readonly format: 'review' | 'plan';
  /** Seats are called so, with a number: "reviewer-1". */
  readonly seat: string;
  /** The option of the format that holds their number. */
  readonly option: string;
  /** As many as the caller asks for. */
  readonly count?: number | undefined;
  /** The agent of every seat that no flag gives to another. */
  readonly everySeat?: string | undefined;
  readonly signal: AbortSignal;
}

/** The option with the number; empty when a recipe or the configuration decides it. */
export async function panelOption(hall: Hall, input: PanelInput): Promise<RuleData> {
  const { config, origins } = hall.loaded;
  const { format, seat, option, count, everySeat, signal } = input;
  if (count !== undefined) return { [option]: count };
  const named = Object.keys(config.seats).flatMap((name) => {
    const number = name.startsWith(`${seat}-`) ? Number(name.slice(seat.length + 1)) : Number.NaN;
    return Number.isInteger(number) ? [number] : [];
  });
  if (named.length > 0) return { [option]: Math.max(...named) };
  const isChosen = origins.get('recipe')?.kind !== 'default' || Object.hasOwn(config.formats[format] ?? {}, option);
  if (isChosen) return {};
  if (everySeat !== undefined) return { [option]: MOST };
  const { names } = await hall.agents();
  const seatable = names.filter((agent) => agent.seatable).map(({ name }): AgentSpec => ({ agent: name }));
  const usable = (await probeAgents(hall, seatable, signal)).filter(({ probe }) => probe.usable).length;
  return { [option]: Math.min(Math.max(usable, FEWEST), MOST) };
}
