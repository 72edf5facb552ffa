// A project with agents that know some answers, and a file of questions for them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Evaluation, evaluationSchema } from '../../src/domain/evaluation/result.ts';
import type { EventOf, LedgerEvent } from '../../src/domain/events.ts';
import { createProject, linesOf, type Project } from '../support/project.ts';

const KNOWER = fileURLToPath(new URL('../fakes/knows-some-answers.mjs', import.meta.url));

interface Knower {
  readonly knows: number;
  readonly learns?: number;
  /** Null: it reports none. */
  readonly usd?: number | null;
  readonly model?: string;
  /** Part of the topics at which it fails. */
  readonly fails?: string;
}

export const readResult = (text: string): Evaluation => evaluationSchema.parse(JSON.parse(text));

const COLOURS = ['red', 'green', 'blue'];

export interface KnowingProject extends Project {
  knowers(agents: Readonly<Record<string, Knower>>): void;
  /** Calls `eval` on the questions and reads the result that it wrote. */
  evaluate(...args: string[]): Promise<{ code: number | null; stderr: string; stdout: string; result: Evaluation }>;
  /** What was asked so far: agent, act and topic. */
  asked(): string[];
}

/** Questions for a choice and for yes or no, in turns. */
export function createKnowingProject(questions: number): KnowingProject {
  const project = createProject();
  const topicOf = (index: number) => (index % 2 === 0 ? `Which colour has thing ${index}?` : `Is thing ${index} red?`);
  const rows = Array.from({ length: questions }, (_, index) =>
    index % 2 === 0
      ? { id: `q${index}`, input: topicOf(index), choices: COLOURS, target: COLOURS[index % 3] as string }
      : { id: `q${index}`, input: topicOf(index), target: index % 3 === 0 ? 'yes' : 'no' },
  );
  const truths = Object.fromEntries(
    rows.map(({ input, target }) => [input, target === 'yes' ? 'Yes' : target === 'no' ? 'No' : target]),
  );
  project.write('questions.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
  const file = project.write('truths.json', truths);
  return {
    ...project,
    knowers(agents) {
      const settings = Object.entries(agents).map(([as, told]) => {
        const fake = project.fake(KNOWER, { as, truths: file, ...told });
        return [as, { ...fake, output: { ...fake.output, modelPath: 'model' } }];
      });
      project.configure({ agents: Object.fromEntries(settings), agentRetries: 0 });
    },
    async evaluate(...args) {
      const done = await project.call(['eval', 'questions.jsonl', '--out', 'result.json', '--json', ...args]);
      const result = done.stdout === '' ? (undefined as never) : readResult(done.stdout);
      return { ...done, result };
    },
    asked: () => project.calls().map(({ as, act, ...rest }) => `${as} ${act} ${(rest as { topic?: string }).topic}`),
  };
}

/** Debates of an evaluation are files, also where the hall is a database. */
export function readLedgers(project: Project, id: string) {
  const folder = project.path('debates', 'eval', id);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  const events = (name: string) => linesOf<LedgerEvent>(readFileSync(path.join(folder, `${name}.jsonl`), 'utf8'));
  return { events, names: names.map((name) => name.replace(/\.jsonl$/, '')) };
}

const openingsOf = (events: readonly LedgerEvent[]) =>
  events.flatMap((event) => (event.type === 'turn-recorded' && event.data.act === 'opening' ? [event.data] : []));

/** Those of a debate, and of what it was forked from. */
export function readOpenings({ events: eventsOf }: ReturnType<typeof readLedgers>, name: string) {
  const events = eventsOf(name);
  const { relation } = (events[0] as EventOf<'debate-opened'>).data;
  return { own: openingsOf(events), parent: openingsOf(eventsOf(relation?.of ?? '')) };
}
