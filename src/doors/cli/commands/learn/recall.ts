// `debate-hall recall`: past decisions that resemble a question, and those that speak against each other.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { roundPercent } from '../../../../domain/words/format-figures.ts';
import { parseAgentSpec } from '../../../../hall/config/seat-spec.ts';
import { checkTopic } from '../../../../hall/operations/debate/opening/topic.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { askRecall } from '../../../../hall/operations/memory/ask-recall.ts';
import { type Contradiction, listContradictions } from '../../../../hall/operations/memory/conflicts.ts';
import { pastDecisionLine } from '../../../../hall/operations/memory/describe-recalled.ts';
import { LEAST_ALIKE, type RecalledDecision, recallDecisions } from '../../../../hall/operations/memory/recall.ts';
import { type HallFlags, readHall } from '../../actions/run-action.ts';
import { warnOfUnsearched } from '../../actions/warn-of-left-out.ts';
import { addResultOptions, collect, parseWhole } from '../../input/options.ts';
import { printList, printMessage, printSentences } from '../../terminal/io.ts';

interface RecallFlags extends HallFlags {
  readonly options?: string;
  readonly tag?: readonly string[];
  readonly limit?: number;
  readonly ask?: string;
  readonly contradictions?: boolean;
}

const DEFAULT_LIMIT = 10;
/** "[62% alike: rust, backend; meaning 0.81]"; nothing of what an agent picked. */
function describeLikeness({ score, clear, words, nearness }: RecalledDecision): string {
  if (score === 0 && nearness === undefined) return '';
  const shared = words.length === 0 ? '' : `: ${words.join(', ')}`;
  const meaning = nearness === undefined ? '' : `; meaning ${nearness.toFixed(2)}`;
  return ` [${clear ? '' : 'weak, '}${roundPercent(100 * score)}% alike${shared}${meaning}]`;
}

async function findDecisions(
  hall: Hall,
  words: readonly string[],
  { limit = DEFAULT_LIMIT, ask, tag: tagged, ...flags }: RecallFlags,
  signal: AbortSignal,
): Promise<readonly RecalledDecision[]> {
  const topic = checkTopic(words.join(' '));
  if (ask !== undefined)
    return await askRecall(hall, { topic, limit, agent: parseAgentSpec(ask), signal, ...defined({ tagged }) });
  const options = flags.options?.split(',');
  return await recallDecisions(hall, {
    topic,
    limit,
    least: LEAST_ALIKE,
    rehearsals: true,
    meaning: { signal, notice: printMessage },
    ...defined({ options, tagged }),
  });
}

const CONTRADICTS = {
  'other-answer': 'gives another answer to the same question as',
  'relies-on-wrong': 'was given a decision that turned out wrong:',
} as const;

const contradictionLine = ({ kind, threadId, against }: Contradiction) => `${threadId} ${CONTRADICTS[kind]} ${against}`;

export function define(command: Command): void {
  addResultOptions(
    command
      .description(
        'Find past decisions that resemble a question, even if it is worded differently. Without --ask and recall.embed, no model and no network is used.',
      )
      .argument('[question...]', 'the question'),
  )
    .option('--options <words>', 'its possible answers, separated by commas: "Rust,Go"')
    .option('--tag <tag>', 'only decisions with this tag (repeatable)', collect)
    .option('--limit <n>', 'maximum number of decisions (default: 10)', parseWhole)
    .option('--ask <agent>', 'let this agent pick from the titles of the last 300 decisions, in one call')
    .option('--contradictions', 'instead: decisions that stand and speak against each other')
    .addHelpText(
      'after',
      '\nExamples:\n  debate-hall recall "Is it worth porting the server to Rust?"\n  debate-hall recall --ask claude "Who looks after the cash desk at night?"\n  debate-hall recall --contradictions',
    )
    .action(async (words, flags) => {
      await readHall(flags, async ({ hall, signal }) => {
        await warnOfUnsearched(hall);
        if (flags.contradictions === true) {
          if (words.length > 0)
            throw new HallError('usage', '--contradictions looks through all decisions and takes no question.', {
              hint: 'Omit the question.',
            });
          const found = await listContradictions(hall);
          return await printList(flags, found, 'Found no decisions that stand and speak against each other.', (shown) =>
            printSentences(shown.map(contradictionLine)),
          );
        }
        const found = await findDecisions(hall, words, flags, signal);
        await printList(flags, found, 'Found no past decision that resembles this question.', (shown) =>
          printSentences(shown.map((each) => `${pastDecisionLine(each, hall.clock.now())}${describeLikeness(each)}`)),
        );
      });
    });
}
