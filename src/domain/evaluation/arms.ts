// Arms of an evaluation: ways to an answer that are compared on the same questions.
import type { Evaluation } from './result.ts';

/** Blind answers are numbered for each agent, from 0; arms that name the same one share it. */
export interface Sample {
  /** As the command line names an agent: "claude:opus#high". */
  readonly agent: string;
  readonly number: number;
}

export type Arm = Evaluation['arms'][number];
export type DebateArm = Extract<Arm, { kind: 'debate' }>;

export type ArmsReading =
  | { readonly ok: true; readonly arms: readonly Arm[] }
  | { readonly ok: false; readonly issue: string; readonly hint: string };

/** Votes of one arm; far more than any debate costs. */
export const MAX_VOTES = 50;

const FORMS =
  'one, vote:3, vote:cost, run:standard, panel:standard, or FORMAT:RECIPE, each also with seats: run:deep@claude,codex';
/** What begins an arm; everything else between commas is one more seat of the arm before. */
const HEAD = /^(?:one|[a-z][a-z-]*:[A-Za-z0-9-]+)(?:@.*)?$/;

/** The agents take the places in turn; an agent that comes again answers once more. */
export function listSamples(agents: readonly string[], count: number): readonly Sample[] {
  const taken = new Map<string, number>();
  return Array.from({ length: count }, (_, place) => {
    const agent = agents[place % agents.length] as string;
    const number = taken.get(agent) ?? 0;
    taken.set(agent, number + 1);
    return { agent, number };
  });
}

/** "a,b@x,y,c" as [["a"], ["b", "x,y"], ["c"]]: an agent may be called "claude:opus", so a part with "@" before it is a seat. */
function splitArms(text: string, names: ReadonlySet<string>): readonly (readonly [string, readonly string[]])[] {
  const arms: [string, string[]][] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    const last = arms.at(-1);
    const isSeat =
      last !== undefined && last[1].length > 0 && (names.has(part.split(/[:#+]/)[0] ?? '') || !HEAD.test(part));
    if (isSeat) {
      last[1].push(part);
      continue;
    }
    const at = part.indexOf('@');
    arms.push(at === -1 ? [part, []] : [part.slice(0, at), [part.slice(at + 1)]]);
  }
  return arms;
}

interface Reading {
  /** Who takes part where an arm names nobody. */
  readonly agents: readonly string[];
  /** Every name that an agent can have. */
  readonly names: ReadonlySet<string>;
  /** The format that `run` means. */
  readonly runFormat: string;
}

const refuse = (issue: string): ArmsReading => ({ ok: false, issue, hint: `Arms are ${FORMS}.` });

/** An arm, or what is wrong with it. `vote:cost` comes without a debate, and with the agents that it names itself. */
function readArm(head: string, named: readonly string[], { agents, runFormat }: Reading): Arm | string {
  const [kind = '', rest = '', ...more] = head.split(':');
  const given = {
    agents: [...(named.length > 0 ? named : agents)],
    name: named.length > 0 ? `${head}@${named.join(',')}` : head,
  };
  if (given.agents.includes('')) return `"${head}" names an empty seat.`;
  if (more.length > 0) return `"${head}" is not an arm.`;
  if (head === 'one') return { kind: 'one', ...given, agents: given.agents.slice(0, 1) };
  if (kind === 'vote') {
    if (rest === 'cost') return { kind: 'vote-cost', debate: '', ...given, agents: [...named] };
    const size = Number(rest);
    if (!/^\d{1,3}$/.test(rest) || size < 2 || size > MAX_VOTES) return `"${head}" needs 2 to ${MAX_VOTES} votes.`;
    return { kind: 'vote', size, ...given };
  }
  if (rest === '') return `"${head}" is not an arm.`;
  return { kind: 'debate', format: kind === 'run' ? runFormat : kind, recipe: rest, ...given };
}

/** Whether formats and recipes exist is for the caller. `vote:cost` is an arm for each debate, at the price of that debate. */
export function readArms(text: string, reading: Reading): ArmsReading {
  if (reading.agents.length === 0) return refuse('No agent takes part.');
  const read = splitArms(text, reading.names).map(([head, named]) => readArm(head, named, reading));
  const wrong = read.find((arm) => typeof arm === 'string');
  if (wrong !== undefined) return refuse(wrong);
  const given = read.filter((arm) => typeof arm !== 'string');
  const debates = given.filter(({ kind }) => kind === 'debate');
  const arms = given.flatMap((arm): readonly Arm[] => {
    const { kind, agents } = arm;
    if (kind !== 'vote-cost') return [arm];
    return debates.map((debate) => ({
      ...{ kind, debate: debate.name, agents: agents.length > 0 ? agents : debate.agents },
      name: `vote:cost of ${debate.name}${agents.length > 0 ? ` by ${agents.join(',')}` : ''}`,
    }));
  });
  if (debates.length === 0 && given.some(({ kind }) => kind === 'vote-cost'))
    return refuse('"vote:cost" takes the price of a debate, and no arm is one.');
  const twice = arms.find(({ name }, index) => arms.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) return refuse(`The arm "${twice.name}" is named twice.`);
  return { ok: true, arms };
}

/**
 * How often each agent opens in the debate that needs it most: one debate of blind answers, held once, gives all debates of a question
 * their openings. In the order in which the arms name them.
 */
export function listShared(needs: readonly (readonly Sample[])[]): readonly Sample[] {
  const counts = new Map<string, number>();
  for (const { agent, number } of needs.flat()) counts.set(agent, Math.max(counts.get(agent) ?? 0, number + 1));
  const rounds = Math.max(0, ...counts.values());
  return Array.from({ length: rounds }, (_, number) =>
    [...counts].filter(([, count]) => count > number).map(([agent]) => ({ agent, number })),
  ).flat();
}

export const nameSample = ({ agent, number }: Sample): string => `${agent} ${number}`;

function listTriples(agents: readonly string[]): readonly (readonly string[])[] {
  if (agents.length <= 3) return [agents];
  return agents.flatMap((one, first) =>
    agents
      .slice(first + 1)
      .flatMap((two, second) => agents.slice(first + second + 2).map((three) => [one, two, three])),
  );
}

/** What people ask most, as arms. */
export const PRESETS = {
  /** Whether the debate is right more often than one answer, or than a vote at its price. */
  'worth-it': () => 'one,vote:3,vote:cost,run:standard',
  /** Each agent alone, debating with itself, and with the others. */
  'which-agents': (agents: readonly string[]) =>
    [
      ...agents.map((agent) => `one@${agent}`),
      ...agents.map((agent) => `run:standard@${agent}`),
      ...(agents.length > 1 ? listTriples(agents).map((three) => `run:standard@${three.join(',')}`) : []),
    ].join(','),
} as const satisfies Record<string, (agents: readonly string[]) => string>;
