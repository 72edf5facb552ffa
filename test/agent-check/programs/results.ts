// What the checks of agents have seen, as it is kept for docs/reference/checked-agents.md: one entry for each program, with and without a sandbox.
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { type AgentCheck, agentCheckSchema } from '../../../src/hall/operations/setup/agent-check/agent-check.ts';

const FILE = new URL('results.json', import.meta.url);

const resultSchema = z.object({ form: z.string().nullable(), check: agentCheckSchema() });
export type Result = z.infer<typeof resultSchema>;

export const readResults = (): readonly Result[] => z.array(resultSchema).parse(JSON.parse(readFileSync(FILE, 'utf8')));

export const writeResults = (results: readonly Result[]) =>
  writeFileSync(FILE, `${JSON.stringify(results, undefined, 2)}\n`);

const isAlike = (one: AgentCheck, other: AgentCheck) => one.agent === other.agent && one.version === other.version;

const CUT = { noticed: 'a failure', 'asked-again': 'asks again', 'taken-for-whole': '**taken for whole**' };
const USAGE = { question: 'each question', sum: 'a sum', none: 'none' };
const list = (items: readonly string[], none: string) => (items.length === 0 ? none : items.join(', '));

/** Of the run without a sandbox, in which an agent can do most; what the sandbox changes stands in a column of its own. */
function toRow({ form, check }: Result, confined: AgentCheck | undefined): readonly string[] {
  const { agent, version, seen, problems } = check;
  const name = [`\`${agent}\``, ...(form === null ? [] : [`(${form})`])].join(' ');
  const worksInside =
    confined === undefined
      ? 'not tried'
      : confined.seen.failure !== null
        ? `fails: ${confined.seen.failure.code}`
        : confined.seen.sentFiles.length < seen.sentFiles.length
          ? `works; files: ${list(
              confined.seen.sentFiles.map((file) => `\`${file}\``),
              'none',
            )}`
          : 'works';
  if (seen.failure !== null)
    return [name, version ?? '?', '–', '–', '–', '–', '–', '–', '–', worksInside, `no answer: ${seen.failure.code}`];
  return [
    name,
    version ?? '?',
    String(seen.tools.length),
    list(seen.executed, 'none'),
    list(
      seen.sentFiles.map((file) => `\`${file}\``),
      'none',
    ),
    seen.ownCharacters.toLocaleString('en-GB'),
    String(seen.requestsPerQuestion),
    USAGE[seen.usage],
    seen.cutAnswer === null ? '–' : CUT[seen.cutAnswer],
    worksInside,
    problems.length === 0 ? 'passed' : '**not passed**',
  ];
}

const COLUMNS = [
  ...['agent', 'version', 'tools', 'executed', 'files sent', 'own prompt', 'requests', 'tokens for', 'cut answer'],
  ...['in a sandbox', 'result'],
];

export function renderTable(results: readonly Result[]): string {
  const open = results.filter(({ check }) => check.sandbox === 'none');
  const rows = open.map((result) => {
    const confined = results.find(
      ({ form, check }) => check.sandbox === 'bubblewrap' && form === result.form && isAlike(check, result.check),
    );
    return toRow(result, confined?.check);
  });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(COLUMNS), line(COLUMNS.map(() => '---')), ...rows.map(line)].join('\n');
}

const DOCUMENT = new URL('../../../docs/reference/checked-agents.md', import.meta.url);
const BETWEEN = /(?<=<!-- checked agents -->\n)[\s\S]*(?=<!-- \/checked agents -->)/;

export const readTable = (): string => BETWEEN.exec(readFileSync(DOCUMENT, 'utf8'))?.[0].trim() ?? '';

export function writeTable(table: string): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  if (!BETWEEN.test(text)) throw new Error('docs/reference/checked-agents.md has lost the markers of its table.');
  writeFileSync(
    DOCUMENT,
    text.replace(BETWEEN, () => `\n${table}\n\n`),
  );
}
