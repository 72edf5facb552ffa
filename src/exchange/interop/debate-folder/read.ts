// Reads a debate folder: debate.md, one file for each argument, scores.json; and says what in it does not fit together.
import type * as z from 'zod';
import { HallError } from '../../../domain/failures/errors.ts';
import { findProblems, problemSentence } from '../../../domain/values/problems.ts';
import { type ArgumentBody, readArgumentBody } from './argument-body.ts';
import { withLegalAims, withLegalRescores } from './check.ts';
import {
  type ArgumentFile,
  argumentFileSchema,
  debateFileSchema,
  type FolderArgument,
  type FolderProblem,
  parseClear,
  readFrontmatter,
  type ScoresFile,
  scoresFileSchema,
} from './schema.ts';
import { round } from './write.ts';

export interface FolderDebate {
  readonly id: string | undefined;
  readonly motion: string;
  readonly definitions: readonly { readonly term: string; readonly text: string }[];
  readonly scope: string | null;
  readonly exchange: number;
  readonly awaitsJudgment: boolean;
  /** In the order of exchange, side (proposition first) and id. */
  readonly arguments: readonly FolderArgument[];
  readonly scores: ScoresFile;
}

const HINT = 'Pass a folder that contains debate.md, scores.json and arguments/.';

function refuse(path: string, message: string): never {
  throw new HallError('bad-input', `${path}: ${message}.`, { hint: HINT });
}

function parse<T>(path: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  return refuse(
    path,
    findProblems(schema, value, 1)
      .map((problem) => problemSentence(problem, 'the file'))
      .join(),
  );
}

function orRefuse<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse(path, `cannot be read: ${error.message}`);
  }
}

function readSection(body: string, heading: string): string | undefined {
  const found = new RegExp(
    `^${heading}[ \\t]*$([\\s\\S]*?)(?=^## (?:Definitions|Scope)[ \\t]*$|$(?![\\s\\S]))`,
    'm',
  ).exec(body);
  return found?.[1]?.trim();
}

function readMotion(body: string): Pick<FolderDebate, 'motion' | 'definitions' | 'scope'> {
  const text = body.replace(/\r\n?/g, '\n');
  const definitions = [...(readSection(text, '## Definitions') ?? '').matchAll(/^- \*\*(.+?)\*\*: (.+)$/gm)];
  return {
    motion: readSection(text, '# Motion') ?? text.trim(),
    definitions: definitions.map(([, term = '', meaning = '']) => ({ term, text: meaning })),
    scope: readSection(text, '## Scope') || null,
  };
}

/** Kind and target stand in both parts of the file, the words only in the body. */
function readArgument(path: string, text: string, report: (message: string) => void): FolderArgument {
  const { data, body } = orRefuse(path, () => readFrontmatter(text));
  const { attacks, defends, ...head } = parse(path, argumentFileSchema, data);
  const read = readArgumentBody(body);
  const matched = (listed: ArgumentFile['attacks'], written: ArgumentBody['attacks'], what: string) => {
    const known = written.filter(({ target }) => listed.some(({ target_id }) => target_id === target));
    if (written.length > known.length) report(`an ${what} in its text has no target in its head; it is left out`);
    return listed.flatMap(({ target_id, type }) => {
      const content = known.find(({ target, type: kind }) => target === target_id && kind === type)?.content;
      if (content === undefined) report(`the words of the ${what} on ${target_id} are missing; it is left out`);
      return content === undefined ? [] : [{ target: target_id, type, content }];
    });
  };
  return {
    ...head,
    ...read,
    attacks: matched(attacks, read.attacks, 'attack'),
    defends: matched(defends, read.defends, 'defence'),
  };
}

function stateProblems(
  debate: FolderDebate,
  totals: z.infer<typeof debateFileSchema>['cumulative_scores'],
): FolderProblem[] {
  const problems: FolderProblem[] = [];
  const report = (message: string) => problems.push({ field: 'debate.md', message });
  const last = Math.max(-1, ...debate.arguments.map(({ exchange }) => exchange));
  const argued = debate.awaitsJudgment ? debate.exchange : debate.exchange - 1;
  // A side may have argued while the other one is waited for.
  if (last !== argued && last !== debate.exchange) {
    report(`says that exchange ${debate.exchange} is in progress, but the last argument is from exchange ${last}`);
  }
  for (const [side, prefix] of [
    ['proposition', 'prop_'],
    ['opposition', 'opp_'],
  ] as const) {
    const own = Object.entries(debate.scores).filter(([id]) => id.startsWith(prefix));
    const sum = round(own.reduce((total, [, { current_score }]) => total + current_score, 0));
    const given = totals?.[side].total;
    if (given !== undefined && round(given) !== sum) {
      report(`gives the ${side} ${given} in all, but its scores sum to ${sum}`);
    }
  }
  return problems;
}

/** `files` by their paths inside the folder, with "/". Throws `bad-input` for any other folder. */
export function readDebateFolder(files: ReadonlyMap<string, string>): {
  debate: FolderDebate;
  problems: readonly FolderProblem[];
} {
  const head = files.get('debate.md');
  if (head === undefined) return refuse('debate.md', 'does not exist');
  const { data, body } = orRefuse('debate.md', () => readFrontmatter(head));
  const state = parse('debate.md', debateFileSchema, data);
  const scores = parse(
    'scores.json',
    scoresFileSchema,
    orRefuse('scores.json', () => parseClear(files.get('scores.json') ?? '{}')),
  );
  const problems: FolderProblem[] = [];
  const given = [...files]
    .filter(([path]) => /^arguments\/[^/]+\.md$/.test(path))
    .map(([path, text]) => {
      const argument = readArgument(path, text, (message) => problems.push({ field: path, message }));
      if (path !== `arguments/${argument.id}.md`) refuse(path, `contains the argument "${argument.id}"`);
      if (!argument.id.startsWith(`${argument.side}_${String(argument.exchange).padStart(3, '0')}`)) {
        refuse(path, `"${argument.id}" is not of the side "${argument.side}" in exchange ${argument.exchange}`);
      }
      return argument;
    })
    .sort(
      (a, b) => a.exchange - b.exchange || (a.side === b.side ? (a.id < b.id ? -1 : 1) : a.side === 'prop' ? -1 : 1),
    );
  const findExchange = (id: string) => given.find((argument) => argument.id === id)?.exchange;
  const stray = Object.keys(scores).find((id) => !given.some((argument) => argument.id === id));
  if (stray !== undefined) refuse('scores.json', `scores "${stray}", which does not exist`);
  const unscored = given.find(
    ({ id, exchange }) =>
      scores[id] === undefined && Object.keys(scores).some((other) => findExchange(other) === exchange),
  );
  if (unscored !== undefined)
    refuse('scores.json', `does not score "${unscored.id}", but scores others in its exchange`);
  const written: FolderDebate = {
    id: state.debate_id,
    ...readMotion(body),
    exchange: state.current_exchange,
    awaitsJudgment: state.current_phase === 'awaiting_judgment',
    arguments: given,
    scores,
  };
  problems.push(...stateProblems(written, state.cumulative_scores));
  const report = (problem: FolderProblem) => problems.push(problem);
  const legal = { arguments: withLegalAims(given, report), scores: withLegalRescores(scores, findExchange, report) };
  return { debate: { ...written, ...legal }, problems };
}
