// compare_debates and replay_debate: what differs between two debates, and whether one still comes to the same.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { describeSameTurns, describeTotals, nameDifference } from '../../../../domain/words/describe-comparison.ts';
import { describeRelation } from '../../../../domain/words/describe-relation.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { labelSeats } from '../../../../domain/words/label-seats.ts';
import { compareDebates } from '../../../../hall/operations/records/comparison/compare-debates.ts';
import { replayDebate } from '../../../../hall/operations/records/replay-debate.ts';
import { clip, measureWeight, quoteLines } from '../../texts/text.ts';
import { threadId } from '../shapes.ts';
import { defineTool, READS } from '../tool.ts';

const MESSAGE_CHARACTERS = 500;
const pair = <T extends z.ZodType>(value: T) => z.tuple([value.nullable(), value.nullable()]);

/** Words of seats are cut: whoever wants all of them reads the debates. */
const short = (text: string | null) => (text === null ? null : clip(text, MESSAGE_CHARACTERS));

/** Of each list, so that all of them together keep within the size of a result. */
const LIST_WEIGHT = 10_000;

/** The first rows of a list that has room for them. */
function keepRows<Row>(rows: readonly Row[]): Row[] {
  let room = LIST_WEIGHT;
  return rows.filter((row) => {
    room -= measureWeight(JSON.stringify(row));
    return room >= 0;
  });
}

export const compareDebatesTool = defineTool({
  name: 'compare_debates',
  title: 'Compare two debates',
  description: 'Says how two debates differ: what was given, said, decided and spent, such as a fork and its parent.',
  input: z.strictObject({ thread_id: threadId, other_id: threadId }),
  output: z.object({
    thread_ids: z.array(z.string()),
    relation: z.string().optional(),
    given: z.array(z.looseObject({ what: z.string() })),
    answers: z.array(z.looseObject({ seat: z.string() })),
    same_turns: z.number(),
    other_turns: z.array(z.looseObject({ title: z.string(), events: pair(z.number()) })),
    redacted_turns: z.array(z.looseObject({ title: z.string(), in: z.array(z.string()) })),
    results: z.array(z.looseObject({ what: z.string() })),
    /** Rows of these lists that have no room. */
    left_out: z.number().optional(),
    authority: z.array(z.string()),
    calls: z.array(z.number()),
  }),
  operation: 'compare-debates',
  hints: READS,
  async run({ thread_id, other_id }, { hall }) {
    const compared = await compareDebates(hall, thread_id, other_id);
    const { given, results, sameTurns, otherTurns, redactedTurns, answers, totals, threadIds, authorities } = compared;
    const label = labelSeats(compared.seats);
    const cut = (differences: typeof given) =>
      keepRows(
        differences.map(({ what, values: [one, other] }) => ({
          what: clip(what, MESSAGE_CHARACTERS),
          values: [short(one), short(other)],
        })),
      );
    const shown = {
      given: cut(given),
      answers: keepRows(
        answers.map(({ seat, opening, ballot }) => ({
          seat,
          role: label(seat),
          opening: opening.map(short),
          ballot: ballot.map(short),
        })),
      ),
      other_turns: keepRows(otherTurns.map((turn) => ({ ...turn }))),
      redacted_turns: keepRows(redactedTurns.map((turn) => ({ ...turn }))),
      results: cut(results),
    };
    const count = (lists: readonly (readonly unknown[])[]) => lists.reduce((sum, list) => sum + list.length, 0);
    const all = count([given, answers, otherTurns, redactedTurns, results]);
    const leftOut = all - count(Object.values(shown));
    const relation = compared.relation === null ? undefined : describeRelation(compared.relation, label);
    const lines = [...shown.given, ...shown.results].map(
      ({ what, values }) => `${nameDifference(what, label)}: ${values.map((value) => value ?? 'none').join(' → ')}`,
    );
    const turns = describeSameTurns(sameTurns, otherTurns.length, redactedTurns.length);
    return {
      structured: {
        thread_ids: threadIds,
        ...defined({ relation }),
        ...shown,
        same_turns: sameTurns,
        ...(leftOut === 0 ? {} : { left_out: leftOut }),
        authority: authorities.map((text) => clip(text, MESSAGE_CHARACTERS)),
        calls: totals.map(({ calls }) => calls),
      },
      text: [
        `${threadIds.join(' and ')}: ${turns}.${relation === undefined ? '' : ` ${relation}.`}`,
        ...authorities.map(
          (text, index) =>
            `${threadIds[index]}: ${clip(text, MESSAGE_CHARACTERS)}; ${describeTotals(totals[index as 0 | 1])}.`,
        ),
        ...lines.map(quoteLines),
        ...(leftOut === 0 ? [] : [`${countNoun(leftOut, 'difference')} left out here: export both debates.`]),
      ].join('\n'),
    };
  },
});

export const replayDebateTool = defineTool({
  name: 'replay_debate',
  title: 'Replay a debate',
  description:
    'Derives everything in a debate again, without a model, and names the first event that comes out differently.',
  input: z.strictObject({ thread_id: threadId }),
  output: z.object({
    thread_id: z.string(),
    ok: z.boolean(),
    events: z.number(),
    calls: z.literal(0),
    problems: z.array(z.string()),
    documents: z.array(z.object({ file: z.string(), same: z.boolean() })),
  }),
  operation: 'replay-debate',
  hints: READS,
  async run({ thread_id }, { hall, signal }) {
    const result = await replayDebate(hall, { threadId: thread_id, signal, listen: () => {} });
    if (signal.aborted) throw new HallError('cancelled', 'Cancelled.');
    const { ok, events, calls, damage, documents } = result;
    const problems = damage.map(({ message }) => clip(message, MESSAGE_CHARACTERS));
    const same = `${countNoun(events, 'event')} of ${thread_id} replayed with 0 calls, every one the same.`;
    return {
      structured: { thread_id, ok, events, calls, problems, documents },
      text: ok ? same : [`${thread_id} does not come out the same:`, ...problems.map(quoteLines)].join('\n'),
    };
  },
});
