// The rules that a debate is opened with: options of its format, from recipe, configuration, limits and caller.
import { defined } from '../../../../domain/defined.ts';
import type { RuleData } from '../../../../domain/event-parts.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { andMore, findProblems, joinHints, MOST_PROBLEMS } from '../../../../domain/values/problems.ts';
import type { AnyFormat, PanelSeats } from '../../../../formats/format.ts';
import { packageFile } from '../../../../support/package-root.ts';
import { neverAborted } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';
import { probeSeatable } from '../seats/probe-agents.ts';
import type { OpenInput } from './open-input.ts';
import { settleGate } from './question.ts';

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
  return (await probeSeatable(hall, signal)).filter(({ probe }) => probe.usable).length;
}

/**
 * The option with the number: of the agents that are named for them; else what the rules so far say, or one for each agent that can be used.
 * Whoever names some of the seats gets all the others as well, and those before the last one that is named.
 */
async function countSeats(hall: Hall, format: AnyFormat, input: OpenInput, rules: RuleData): Promise<RuleData> {
  const { id, panel } = format;
  if (panel === undefined || Object.hasOwn(input.options ?? {}, panel.option)) return {};
  const { option, perAgent } = panel;
  if (input.agents !== undefined) return { [option]: input.agents.length };
  const { config, origins } = hall.loaded;
  const isChosen = origins.get('recipe')?.kind !== 'default' || Object.hasOwn(config.formats[id] ?? {}, option);
  const isByRules = perAgent !== true || isChosen || input.seating === 'by-hand';
  const seats = isByRules ? format.options.safeParse(rules).data?.[option] : await countForAgents(hall, input);
  return typeof seats === 'number' ? { [option]: Math.max(seats, countNamed(hall, panel, id)) } : {};
}

async function countForAgents(hall: Hall, { everySeat, signal }: OpenInput): Promise<number> {
  return everySeat === undefined ? Math.min(Math.max(await countUsable(hall, signal), FEWEST), MOST) : MOST;
}

const OPENINGS: RuleData = { openings: true };
const VOTE: RuleData = { consensus: true };

/** Limits on turns and rounds, as options of a format that counts them; the others are finite by their own rules. */
function countedLimits(hall: Hall, format: AnyFormat): RuleData {
  const { config, origins } = hall.loaded;
  const counts = [
    ['turns', 'maxTurns'],
    ['rounds', 'maxRounds'],
  ] as const;
  const options: RuleData = {};
  for (const [limit, option] of counts) {
    const value = config.limits[limit];
    if (value === null) continue;
    if (acceptsOptions(format, { [option]: value })) options[option] = value;
    else if (origins.get(`limits.${limit}`)?.kind === 'flag') {
      const rounds = acceptsOptions(format, { rounds: 1 }) ? 'set its rounds with --rounds; ' : '';
      throw new HallError('bad-input', `The format ${format.id} has no limit on ${limit}.`, {
        hint: `It ends by its own rules: ${rounds}its options are listed in ${packageFile('docs/reference/formats.md')}.`,
      });
    }
  }
  return options;
}

function acceptsOptions(format: AnyFormat, options: RuleData): boolean {
  return format.options.safeParse(options).success;
}

/**
 * What was written for manual turns knows no openings, so only whoever asks for them gets them: by a recipe on the command line,
 * or by saying what kind of answer or which gate is wanted. A recipe of the configuration keeps the vote that it had before.
 */
function manualOptions(
  hall: Hall,
  format: AnyFormat,
  { question, options = {} }: OpenInput,
  recipe: RuleData = {},
): RuleData {
  const isNamed = hall.loaded.origins.get('recipe')?.kind === 'flag';
  const { gate = 'off' } = options;
  if (question !== undefined || gate !== 'off')
    return { ...recipe, ...(acceptsOptions(format, OPENINGS) ? OPENINGS : {}) };
  const { openings, gate: _, ballot, ...rest } = recipe;
  if (isNamed || (openings !== true && ballot !== true)) return recipe;
  return { ...rest, ...(ballot === true && acceptsOptions(format, VOTE) ? VOTE : {}) };
}

export const findRecipe = ({ recipes }: AnyFormat, name: string) =>
  Object.hasOwn(recipes, name) ? recipes[name] : undefined;

/** Throws `not-found`. */
export function requireRecipe(format: AnyFormat, name: string) {
  const recipe = findRecipe(format, name);
  if (recipe !== undefined) return recipe;
  throw new HallError('not-found', `The format ${format.id} has no recipe "${name}".`, {
    hint: `Its recipes are ${Object.keys(format.recipes).join(', ')}.`,
  });
}

/** Format defaults < recipe < configuration < the caller. */
export async function chooseRules(
  hall: Hall,
  format: AnyFormat,
  input: OpenInput,
): Promise<{ readonly options: RuleData; readonly recipe?: string }> {
  const { config, origins } = hall.loaded;
  const chosen = origins.get('recipe')?.kind !== 'default';
  const isHeldAgain = input.kept !== undefined || input.relation?.kind === 'recheck';
  const usual = !isHeldAgain && (input.seating !== 'by-hand' || chosen) ? config.recipe : undefined;
  const name = input.recipe ?? usual;
  const recipe = name === undefined ? undefined : requireRecipe(format, name);
  const rules: RuleData = {
    ...(input.seating === 'by-hand' ? manualOptions(hall, format, input, recipe?.options) : recipe?.options),
    ...((config.formats[format.id] ?? {}) as RuleData),
    ...countedLimits(hall, format),
  };
  const given = { ...rules, ...(await countSeats(hall, format, input, rules)), ...input.options };
  const parsed = format.options.safeParse(given);
  if (!parsed.success) throw wrongOptions(format, given, input.optionNames);
  return { options: settleGate(parsed.data as RuleData, input.options), ...defined({ recipe: name }) };
}

function wrongOptions(format: AnyFormat, given: RuleData, names: OpenInput['optionNames']): HallError {
  const problems = findProblems(format.options, given, MOST_PROBLEMS);
  const namePath = ([option = '', ...rest]: readonly string[]) => [names?.[option] ?? option, ...rest].join('.');
  const issues = problems.map(({ path, message }) => `${namePath(path)}: ${message.replace(/\.$/, '')}`);
  // A hint names options as the format does.
  const hint = names === undefined ? joinHints(problems) : undefined;
  return new HallError('bad-input', `Invalid options for ${format.id}: ${issues[0]}${andMore(issues.length)}.`, {
    hint: `${hint === undefined ? '' : `${hint} `}The options are explained in ${packageFile('docs/reference/formats.md')}.`,
    details: { issues },
  });
}
