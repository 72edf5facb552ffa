// debate_history and list_agents: what there is to look at, and who could debate.
import * as z from 'zod';
import type { ListedDebate } from '../../../../domain/debate-summary.ts';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { writeOffTerminal } from '../../../../domain/failures/hints.ts';
import { describeUnreadable } from '../../../../domain/failures/unreadable.ts';
import { describeRelation } from '../../../../domain/words/describe-relation.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { toPythonStatus } from '../../../../exchange/interop/python/mapping.ts';
import { topicLine } from '../../../../hall/operations/debate/opening/topic.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { describeUnseenQueue } from '../../../../hall/operations/queue/queued-run.ts';
import type { SummaryFilter } from '../../../../hall/operations/records/lists/debate-summaries.ts';
import { describeLoneRecords, describeUnsearched } from '../../../../hall/operations/records/lists/find-debate.ts';
import { pageDebates, readChoice } from '../../../../hall/operations/records/lists/list-debates.ts';
import { createGuide } from '../../../../hall/operations/setup/guide.ts';
import { type SurveyedAgent, surveyAgents } from '../../../../hall/operations/setup/survey-agents.ts';
import { TRUST_STEP } from '../../errors.ts';
import { guideLines } from '../../texts/guide.ts';
import { clip } from '../../texts/text.ts';
import { describeState, showImportProblems } from '../../texts/view.ts';
import { requested } from '../shapes.ts';
import { defineTool, READS } from '../tool.ts';

const TOPIC_WIDTH = 120;
/** A hundred rows stand in a result twice. */
const TOPIC_WEIGHT = 200;
const PAGE = 20;
const LONGEST_PAGE = 100;

function toSearchedText(row: ListedDebate): string {
  return `${row.threadId}\n${'topic' in row ? (row.topic ?? '') : ''}`.toLowerCase();
}

interface Wanted {
  readonly words?: string;
  readonly tags?: readonly string[];
}

async function toChoice(hall: Hall, { words, tags }: Wanted): Promise<SummaryFilter> {
  const filter = await readChoice(hall, defined({ tags }));
  if (words === undefined) return filter;
  const { wanted = () => true } = filter;
  return { wanted: (row) => wanted(row) && toSearchedText(row).includes(words) };
}

export const debateHistory = defineTool({
  name: 'debate_history',
  title: 'List debates',
  description: 'Lists debates, last changed first.',
  input: z.strictObject({
    limit: z.int().min(1).max(100_000).optional().describe(`At most ${LONGEST_PAGE}; default ${PAGE}`),
    cursor: z.string().max(20).optional(),
    search: z.string().max(200).optional().describe('Text in thread_id or topic'),
    tags: requested.tags,
  }),
  output: z.object({
    total: z.number(),
    debates: z.array(z.looseObject({})),
    next_cursor: z.string().optional(),
    notices: z.array(z.string()).optional(),
  }),
  operation: 'list-debates',
  hints: READS,
  async run({ limit = PAGE, cursor = '0', search, tags }, { hall }) {
    if (!/^\d{1,9}$/.test(cursor)) {
      throw new HallError('bad-input', 'This cursor is not valid.', { hint: 'Pass next_cursor unchanged.' });
    }
    const words = search?.toLowerCase();
    const from = Number(cursor);
    const { total, rows } = await pageDebates(hall, {
      from,
      limit: Math.min(LONGEST_PAGE, limit),
      ...(await toChoice(hall, defined({ words, tags }))),
    });
    const debates = rows.map((row) => {
      if ('unreadable' in row)
        return { thread_id: row.threadId, code: row.code, unreadable: row.unreadable.slice(0, 300) };
      const { threadId, topic, tags: own, outcome, answer, running, queued, full, imported, rehearsal, turns } = row;
      const { importProblems, openedAt, turnedOut, relation } = row;
      return {
        thread_id: threadId,
        topic: clip(topicLine(topic, TOPIC_WIDTH), TOPIC_WEIGHT),
        ...defined({ tags: own }),
        status: toPythonStatus(row),
        ...(running ? { running } : {}),
        ...defined({ queued: queued ?? undefined }),
        outcome,
        ...(answer === null ? {} : { answer: clip(answer, TOPIC_WEIGHT) }),
        ...defined({ turned_out: turnedOut, relation: relation && describeRelation(relation) }),
        full_panel: full,
        ...defined({ imported }),
        ...(rehearsal ? { rehearsal } : {}),
        turns,
        ...showImportProblems(importProblems),
        opened_at: openedAt,
      };
    });
    const end = from + debates.length;
    const lines = rows.map((row) =>
      'unreadable' in row
        ? `${row.threadId}: ${describeUnreadable(row.code)}`
        : `${row.threadId}: ${describeState(row)} | ${clip(topicLine(row.topic, TOPIC_WIDTH), TOPIC_WEIGHT)}`,
    );
    const isAll = words === undefined && tags === undefined;
    const leftOut = await (isAll ? describeLoneRecords : describeUnsearched)(hall);
    const notices = [...describeUnseenQueue(rows), ...leftOut];
    const none = isAll ? 'There are no debates yet.' : 'No debate matches.';
    return {
      structured: {
        total,
        debates,
        ...(end < total ? { next_cursor: String(end) } : {}),
        ...(notices.length === 0 ? {} : { notices }),
      },
      text: [
        ...(total === 0
          ? [none]
          : lines.length === 0
            ? [`${countNoun(total, 'debate')} in all, none at this cursor.`]
            : lines),
        ...notices,
      ].join('\n'),
    };
  },
});

const stepFor = ({ code, nextStep }: NonNullable<SurveyedAgent['failure']>) =>
  code === 'not-trusted' ? TRUST_STEP : writeOffTerminal(nextStep);

export const listAgents = defineTool({
  name: 'list_agents',
  title: 'List agents and formats',
  description: 'Lists agents (ready, or why not), formats, recipes, presets.',
  input: z.strictObject({}),
  output: z.object({
    agents: z.array(z.looseObject({})),
    formats: z.array(z.looseObject({})),
    presets: z.record(z.string(), z.string()),
  }),
  operation: 'describe-hall',
  hints: READS,
  async run(_args, { hall, signal }) {
    const agents = (await surveyAgents(hall, { ask: false, signal })).map(
      ({ name, kind, vendor, usable, login, version, failure }) => ({
        name,
        kind,
        vendor,
        usable,
        ...(login === null ? {} : { login }),
        version,
        ...(failure === null ? {} : { problem: failure.message, next_step: stepFor(failure) }),
      }),
    );
    const lines = agents.map(
      ({ name, usable, version, problem }) =>
        `${name}: ${usable ? `usable${version ? ` (${version})` : ''}` : problem}`,
    );
    const guide = await createGuide(hall);
    const { formats, presets } = guide;
    return {
      structured: { agents, formats, presets },
      text: ['Agents:', ...lines, ...guideLines(guide)].join('\n'),
    };
  },
});
