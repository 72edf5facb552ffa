// How many seats of equals a debate opens with where nobody says so.
import type { RuleData } from '../../../../domain/event-parts.ts';
import type { AnyFormat, PanelSeats } from '../../../../formats/format.ts';
import { neverAborted } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';
import type { OpenInput } from '../opening/open-input.ts';
import { probeAgents } from './probe-agents.ts';

/** Of the seats that fill themselves. */
const FEWEST = 2;
const MOST = 3;

/** As many as the last seat that somebody named; a number that is configured wins over seats that are configured. */
function countNamed({ loaded: { config, origins } }: Hall, { option, seats }: PanelSeats, format: string): number {
  const isConfigured = Object.hasOwn(config.formats[format] ?? {}, option);
  const named = Object.keys(config.seats).filter(
    (seat) => seats.includes(seat) && (!isConfigured || origins.get(`seats.${seat}`)?.kind === 'flag'),
  );
  return Math.max(0, ...named.map((seat) => seats.indexOf(seat) + 1));
}

async function countUsable(hall: Hall, signal = neverAborted): Promise<number> {
  const { names } = await hall.agents();
  const seatable = names.filter((agent) => agent.seatable).map(({ name }) => ({ agent: name }));
  return (await probeAgents(hall, seatable, signal)).filter(({ probe }) => probe.usable).length;
}

/** The option with the number: of the agents that are named for them, else of those that can be used; empty where the rules decide it. */
export async function countSeats(hall: Hall, { id, panel }: AnyFormat, input: OpenInput): Promise<RuleData> {
  if (panel === undefined || Object.hasOwn(input.options ?? {}, panel.option)) return {};
  const { option, fewest, perAgent } = panel;
  if (input.agents !== undefined) return { [option]: input.agents.length };
  const named = countNamed(hall, panel, id);
  if (named >= fewest) return { [option]: named };
  const { config, origins } = hall.loaded;
  const isChosen = origins.get('recipe')?.kind !== 'default' || Object.hasOwn(config.formats[id] ?? {}, option);
  if (perAgent !== true || isChosen || input.seating === 'by-hand') return {};
  if (input.everySeat !== undefined) return { [option]: MOST };
  return { [option]: Math.min(Math.max(await countUsable(hall, input.signal), FEWEST), MOST) };
}
