// Whole debates whose replies say the right thing in other forms than was asked for: they come to what they come to when all is as asked.
import { expect, it } from 'vitest';
import { format as asymmetric } from '../../src/formats/asymmetric/index.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { format as oxford } from '../../src/formats/oxford/index.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { inCi } from '../support/campaign.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { type Answer, said, setTable, THREAD, useCheckedFolder } from './table.ts';

type Fields = Record<string, unknown>;

const openEngine = useCheckedFolder();

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fence = (text: string, label: string) => `\`\`\`${label}\n${text}\n\`\`\``;
const list = (value: unknown) => value as Fields[];

/** As Python prints it. */
function toPython(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'string') return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (!isFields(value)) return String(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `'${key}': ${toPython(inner)}`)
    .join(', ')}}`;
}

const number = (entries: unknown) => Object.fromEntries(list(entries).map((entry, index) => [index + 1, entry]));

/** A reply in the dress of its act. */
const dresses: Readonly<Record<string, (answer: Fields) => string>> = {
  argument: ({ arguments: given }) =>
    `Here it is:\n\n${fence(toPython({ Arguments: number(given) }), 'python')}\n\nLet me know!`,
  judgment({ scores, rescores }) {
    const marked = list(scores).map(({ argument_id, reasoning, soundness, ...marks }) => ({
      ...{ ID: `Argument #${argument_id}`, reason: reasoning, soundness: `${soundness}/10` },
      ...marks,
    }));
    return [{ rescores }, { '**scores**': marked }].map((part) => fence(JSON.stringify(part), '')).join('\nand\n');
  },
  challenge({ points }) {
    const moved = list(points).map(({ target, move, reason, resolution, ...rest }) => ({
      ...{ ...rest, 'Target Seat': target, rationale: reason, move: `**${move}d**`.replace('rebutd', 'rebuttal') },
      resolution: resolution ?? 'keine',
    }));
    return `\uFEFF${JSON.stringify(moved)}`;
  },
  converge({ points, ...rest }) {
    const causes = list(points).map(({ index, root_cause, why }) => [
      `Point ${index}`,
      { cause: root_cause, reason: why },
    ]);
    return JSON.stringify({ answer: { ...rest, Points: Object.fromEntries(causes) } });
  },
};

const asAsked: Answer = ({ step }) => said(step.sample?.(REHEARSAL) ?? '');
const dressed: Answer = ({ step }) => {
  const sample = step.sample?.(REHEARSAL) ?? '';
  const dress = dresses[step.act.replace('swapped-', '')];
  return said(dress === undefined ? sample : dress(JSON.parse(sample)));
};

/** What of a debate has nothing to do with when, in which order and in which words. */
async function play(format: AnyFormat, options: Fields, answer: Answer, threadId: string) {
  const seats = format.seats(format.options.parse(options)).map(({ id }) => id);
  const answers = Object.fromEntries(seats.map((seat) => [seat, answer]));
  const table = await setTable(openEngine(), { answers }, { format, options: options as never, threadId });
  expect((await table.run()).reason).toBe('closed');
  const record = toRecord(await table.engine.snapshot(threadId));
  expect(record.entries.filter(({ kind }) => kind === 'rejected')).toEqual([]);
  return record;
}

it.runIf(inCi).each<[string, AnyFormat, Fields, readonly string[]]>([
  ['oxford', oxford, { rounds: 2 }, ['totals', 'scoreCurve', 'arguments', 'turningPoints']],
  ['asymmetric', asymmetric, { synthesis: true }, ['counts', 'points', 'synthesis', 'confidence']],
])('%s', async (_, format, options, members) => {
  const [plain, other] = [
    await play(format, options, asAsked, 'as-asked'),
    await play(format, options, dressed, THREAD),
  ];
  const pick = ({ result }: typeof plain) => members.map((name) => (result?.data as Fields | undefined)?.[name]);
  expect(pick(other)).toEqual(pick(plain));
  expect([other.outcome, other.result?.headline]).toEqual([plain.outcome, plain.result?.headline]);
});
