// Is a debate worth more than the same number of blind answers? Simulated debaters hold debates of the real formats about questions
// whose answers are known. `--write` puts the tables into bench/results, `--debates 200` holds fewer. No model takes
// part: it measures what rules make of opinions, not whose opinions are right.
import { parseArgs } from 'node:util';
import { tableOf, writeResult } from './report.ts';
import { checkAims, compareStandard, DEBATES_FOR_EACH } from './verdict/aims.ts';
import { compareIn } from './verdict/compare.ts';
import type { Setting } from './verdict/debate.ts';
import { HALLS, LEARNERS, measureLearning, OUTCOMES } from './verdict/hindsight.ts';
import { BY_CONFIDENCE, OXFORD, PANELS, RECIPES, STANDARD } from './verdict/settings.ts';
import { comparisonTable, judgesTable, learningTable } from './verdict/tables.ts';
import {
  BASE,
  DEPARTS,
  DOUBTFUL,
  HIGH_CONFORMITY,
  HOPELESS,
  JUDGES,
  SURE_AND_WRONG,
  TRUTH_CARRIES,
  type World,
} from './verdict/world.ts';

const { values: flags } = parseArgs({
  options: {
    debates: { type: 'string', default: String(DEBATES_FOR_EACH) },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(flags.debates);
/** What has no aim of its own needs fewer. */
const few = Math.ceil(count / 4);
const inEach = (worlds: readonly World[], setting: Setting, debates = few) =>
  worlds.map((world) => compareIn(world, setting, debates));

const standard = compareStandard(count);
const others = RECIPES.filter(({ name }) => name !== STANDARD.name);

const text = `${count} debates for each row of the first three tables, ${few} for the others; shares in percent.

${tableOf(checkAims(standard))}

The recipe \`${STANDARD.name}\` in every world:

${comparisonTable(standard)}

Where talk does harm whatever the rules, as error convinces more easily than truth or seats lie even where nobody sees it:

${comparisonTable(inEach(HOPELESS, STANDARD, count))}

Answers counted by confidence where the wrong ones are surer:

${comparisonTable(inEach([BASE, SURE_AND_WRONG], BY_CONFIDENCE), ['recipe', 'world'])}

Panels of other sizes:

${comparisonTable(
  PANELS.flatMap((setting) => inEach([BASE, DOUBTFUL, TRUTH_CARRIES, DEPARTS], setting)),
  ['recipe', 'world'],
)}

Other recipes:

${comparisonTable(
  others.flatMap((setting) => inEach([BASE, HIGH_CONFORMITY, TRUTH_CARRIES, DOUBTFUL], setting)),
  ['recipe', 'world'],
)}

Oxford debates (\`${OXFORD.name}\`), whose judges lean; the side that is wrong writes twice as much, and better:

${judgesTable(inEach(JUDGES, OXFORD))}

\`--weigh calibration\`: weights learnt on one half of the recorded outcomes of ${HALLS} halls, and a vote of three on the other half:

${learningTable(LEARNERS.flatMap((world) => OUTCOMES.map((outcomes) => measureLearning(world, outcomes, HALLS))))}`;

process.stdout.write(`${text}\n`);
if (flags.write) writeResult('verdict', text);
