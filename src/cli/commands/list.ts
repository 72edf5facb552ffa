// `debate-hall list`: the debates of the hall.
import { EXIT } from '../../domain/errors.ts';
import { counted } from '../../domain/figures.ts';
import type { ListedDebate } from '../../operations/debate-summaries.ts';
import { listDebates } from '../../operations/read.ts';
import { topicLine } from '../../operations/topic.ts';
import { printable } from '../../support/control-characters.ts';
import { coloursFor, printJson, printResult, talk } from '../io.ts';
import { type HallFlags, withHall } from '../run-action.ts';

const TOPIC_WIDTH = 60;

function stateOf(debate: Extract<ListedDebate, { topic: unknown }>): string {
  if (debate.running) return 'running';
  const panel = debate.full || debate.status === 'open' ? '' : ', degraded';
  return `${debate.outcome ?? debate.status}${panel}`;
}

export async function run(flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const debates = await listDebates(hall);
    if (flags.json === true) {
      await printJson(debates);
      return EXIT.decided;
    }
    if (debates.length === 0) {
      talk(`There are no debates in ${hall.loaded.config.hall} yet.`);
      return EXIT.decided;
    }
    const colours = coloursFor(process.stdout);
    const width = Math.max(...debates.map(({ threadId }) => threadId.length));
    const lines = printable(debates).map((debate) => {
      const name = debate.threadId.padEnd(width);
      if ('damaged' in debate) return `${name}  ${colours.red('damaged')}  ${debate.damaged}`;
      const topic = topicLine(debate.topic, TOPIC_WIDTH);
      return `${colours.bold(name)}  ${stateOf(debate).padEnd(22)}  ${colours.dim(counted(debate.turns, 'turn').padEnd(9))}  ${topic}`;
    });
    await printResult(lines.join('\n'));
    return EXIT.decided;
  });
}
