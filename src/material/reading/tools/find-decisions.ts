// Finds what was decided in earlier debates.
import * as z from 'zod';
import { rankDecisions } from '../../../domain/memory/rank.ts';
import { shorten } from '../../../domain/words/cut-line.ts';
import type { EarlierDecision } from '../sources.ts';
import { defineReadingTool, MAX_WORDS, skipField, toPage } from './tool.ts';

const MAX_TEXT = 4_000;

function sortByLikeness(decisions: readonly EarlierDecision[], question: string): readonly EarlierDecision[] {
  const comparable = decisions.map((decision) => ({ ...decision, options: '', tags: '', decision: decision.text }));
  return rankDecisions({ topic: question, options: '', tags: '' }, comparable).map(({ item }) => item);
}

export const findDecisions = defineReadingTool({
  name: 'find_decisions',
  description:
    'Finds decisions of earlier debates that resemble a question ("like"), the most alike first, or that contain all the words, the latest first. Without both, all of them.',
  input: z.object({
    words: z.string().max(MAX_WORDS).optional(),
    like: z.string().max(MAX_WORDS).optional().describe('A question, in any words'),
    skip: skipField,
  }),
  async run({ words = '', like, skip = 0 }, { decisions }) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const containing = decisions.filter(({ topic, text }) => {
      const all = `${topic}\n${text}`.toLowerCase();
      return wanted.every((word) => all.includes(word));
    });
    const found = like === undefined ? containing : sortByLikeness(containing, like);
    const blocks = found.map(({ threadId, topic, outcome, closedAt, text }) => {
      return `${threadId} (${closedAt.slice(0, 10)}, ${outcome}): ${topic}\n${shorten(text, MAX_TEXT)}\n`;
    });
    return toPage('earlier decisions', blocks, skip, () => []);
  },
});
