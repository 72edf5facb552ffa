// debate_converge: ends the challenges and says what both sides come to.
import * as z from 'zod';
import { HallError } from '../../../../domain/failures/errors.ts';
import { say } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { quoteLines } from '../../texts/text.ts';
import { threadId, words } from '../shapes.ts';
import { defineTool, WRITES } from '../tool.ts';
import { type ConvergenceView, getConvergence, getStanding, giveUpSilent } from './asymmetric-debate.ts';

const SEAT = 'convergence';

export const convergenceShape = {
  outcome: z.string().optional(),
  headline: z.string(),
  synthesis: z.string(),
  synthesis_written: z.boolean(),
  rendered_markdown: z.string(),
  confidence: z.number(),
  points: z.array(z.looseObject({})),
  points_total: z.number(),
  left: z.array(z.object({ seat: z.string(), reason: z.string() })),
  result_status: z.string(),
};

export function convergenceText({ headline, synthesis, outcome, left }: ConvergenceView): string {
  return [
    `${outcome === undefined ? '' : `${outcome}: `}${headline}`,
    ...left.map(({ seat, reason }) => `Without ${seat}: ${reason}`),
    quoteLines(synthesis),
  ].join('\n');
}

export const debateConverge = defineTool({
  name: 'debate_converge',
  title: 'Converge',
  description:
    'Ends the challenges of a manual debate: sorts the points by fixed rules (agreement, productive_disagreement, ' +
    'irreducible, own_side), reports the confidence, and closes. You may add your own synthesis; the figures do not change.',
  input: z.strictObject({ debate_id: threadId, synthesis: words.optional() }),
  output: z.object({ debate_id: z.string(), phase: z.string(), ...convergenceShape }),
  operation: 'say',
  hints: WRITES,
  async run({ debate_id, synthesis }, { hall, gate, author }) {
    const before = await giveUpSilent(hall, debate_id, author);
    const { phase } = getStanding(before);
    if (before.debate.opened.options['joining'] !== true || phase !== 'challenge') {
      throw new HallError(
        'not-active',
        `A debate in phase ${phase} cannot converge; only one in phase challenge can.`,
        {
          hint: 'See debate_status.',
        },
      );
    }
    const written = synthesis !== undefined && synthesis.trim() !== '';
    const content = written ? synthesis : 'Converged manually, without a written synthesis.';
    await say(hall, gate, { threadId: debate_id, seat: SEAT, act: 'converge', content, data: { written }, author });
    // Whoever looks at the debate at the same moment may close it first.
    const snapshot = await giveUpSilent(hall, debate_id, author);
    const convergence = getConvergence(snapshot);
    if (convergence === undefined) throw new TypeError('A debate that has converged has a result.');
    return {
      structured: { debate_id, phase: getStanding(snapshot).phase, ...convergence },
      text: convergenceText(convergence),
      links: [{ threadId: debate_id, part: 'transcript' }],
    };
  },
});
