// Finds what was decided in earlier debates.
import * as z from 'zod';
import { defineTool, MAX_WORDS, pageOf, skipField } from './tool.ts';

const MAX_TEXT = 4_000;

export const findDecisions = defineTool({
  name: 'find_decisions',
  description:
    'Finds decisions of earlier debates that contain all the words, the latest first. Without words, all of them.',
  input: z.object({ words: z.string().max(MAX_WORDS).optional(), skip: skipField }),
  async run({ words = '', skip = 0 }, { decisions }) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const found = decisions.filter(({ topic, text }) => {
      const all = `${topic}\n${text}`.toLowerCase();
      return wanted.every((word) => all.includes(word));
    });
    const blocks = found.map(({ threadId, topic, outcome, closedAt, text }) => {
      const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
      return `${threadId} (${closedAt.slice(0, 10)}, ${outcome}): ${topic}\n${short}\n`;
    });
    return pageOf('earlier decisions', blocks, skip, () => []);
  },
});
