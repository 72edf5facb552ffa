// Past decisions about the matter of a question, as one agent picks them by their titles: exact where words fail, for one call.
import * as z from 'zod';
import { readAnswer } from '../../../domain/answers/read-answer.ts';
import type { LedgerSummary } from '../../../domain/debate-summary.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { NOT_RECALLED } from '../../../domain/outcomes.ts';
import type { AgentSpec } from '../../config/seat-spec.ts';
import { readTags } from '../debate/opening/tags.ts';
import { askAgent } from '../debate/running/ask-agent.ts';
import type { Hall } from '../hall.ts';
import { removeSecrets } from '../written-secrets.ts';
import { listStanding, type RecalledDecision, readChecked, toRecalled } from './recall.ts';

/** The latest, some twenty tokens each. */
const MOST_TITLES = 300;
const TITLE_CHARACTERS = 300;

const answerSchema = z.object({ numbers: z.array(z.number()) });

export interface AskRecallInput {
  readonly topic: string;
  readonly agent: AgentSpec;
  readonly limit: number;
  readonly tagged?: readonly string[];
  readonly signal?: AbortSignal;
}

/** The latest decisions that stand, of which an agent reads the titles. */
async function listTitles(hall: Hall, tagged: readonly string[]): Promise<readonly LedgerSummary[]> {
  const rows: LedgerSummary[] = [];
  for await (const row of hall.summaries.each()) {
    if ('unreadable' in row || NOT_RECALLED.has(row.format) || row.topic === null) continue;
    const isWanted = !row.rehearsal && row.decided;
    if (isWanted && tagged.every((tag) => row.tags?.includes(tag))) rows.push(row);
  }
  return listStanding(rows).slice(0, MOST_TITLES);
}

const askFor = (topic: string, limit: number) =>
  `The material lists questions that were decided before, each with a number. Which of them are about the same matter as this question, so that whoever asks it should read what was decided?

${topic}

Other words for the same matter count; the same words for another matter do not. Answer with JSON alone: {"numbers": [...]}, the closest first, ${limit} at most, none where none is about it.`;

/** Throws `bad-input` for what is not a tag, `agent-failed` for an answer that cannot be read, and what asking an agent throws. */
export async function askRecall(hall: Hall, input: AskRecallInput): Promise<readonly RecalledDecision[]> {
  const { topic, agent, limit, tagged = [], signal } = input;
  const rows = await listTitles(hall, readTags(tagged));
  if (rows.length === 0) return [];
  const titles = rows.map(
    (row, index) => `${index + 1}. ${row.topic?.replace(/\s+/g, ' ').slice(0, TITLE_CHARACTERS)}`,
  );
  const prompt = askFor(topic, limit);
  const { text } = await askAgent(hall, {
    agent,
    prompt,
    context: removeSecrets(titles.join('\n')),
    ...(signal && { signal }),
  });
  const answer = readAnswer(text, answerSchema);
  if (!answer.ok) {
    throw new HallError('agent-failed', `${agent.agent} gave no list of numbers: ${answer.issues.join(' ')}`, {
      hint: 'Ask again, or name another agent.',
    });
  }
  const picked = [...new Set(answer.value.numbers)].flatMap((number) => rows[number - 1] ?? []);
  const snapshots = await Promise.all(picked.slice(0, limit).map(({ threadId }) => readChecked(hall, threadId)));
  return snapshots.flatMap((snapshot) => (snapshot === undefined ? [] : (toRecalled(snapshot) ?? [])));
}
