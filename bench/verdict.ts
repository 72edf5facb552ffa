// Is a debate worth more than the same number of blind answers? Simulated debaters hold debates of the real formats about questions
// whose answers are known, by the first rules and by today's. `--write` puts the tables into docs/benchmarks.md, `--debates 200`
// holds fewer for each setting. No model takes part: it measures what rules make of opinions, not whose opinions are right.
import { parseArgs } from 'node:util';
import { writeResult } from './report.ts';
import { compareStandard, DEBATES_FOR_EACH } from './verdict/aim-rows.ts';
import { checkAims } from './verdict/aims.ts';
import { compareIn } from './verdict/compare.ts';
import { HALLS, LEARNERS, measureLearning, OUTCOMES } from './verdict/hindsight.ts';
import { type Compared, DEBATES, OXFORD, STANDARD } from './verdict/settings.ts';
import { aimsTable, judgesTable, learningTable, recipesTable, worldsTable } from './verdict/tables.ts';
import { BASE, HIGH_CONFORMITY, HOPELESS, JUDGES, TRUTH_CARRIES, type World } from './verdict/world.ts';

const { values: flags } = parseArgs({
  options: {
    debates: { type: 'string', default: String(DEBATES_FOR_EACH) },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(flags.debates);
const inEach = (worlds: readonly World[], compared: Compared) =>
  worlds.map((world) => compareIn(world, compared, count));

const standard = compareStandard(count);
const others = DEBATES.filter((compared) => compared !== STANDARD);

const text = `${count} debates for each figure; shares in percent. "before → now": by the first rules, and by today's.

${aimsTable(checkAims(standard))}

The recipe \`${STANDARD.name}\` in every world:

${worldsTable(standard)}

Where talk does harm whatever the rules, as error convinces more easily than truth or seats lie even where nobody sees it:

${worldsTable(inEach(HOPELESS, STANDARD))}

Other recipes:

${recipesTable(others.flatMap((compared) => inEach([BASE, HIGH_CONFORMITY, TRUTH_CARRIES], compared)))}

Oxford debates (\`${OXFORD.name}\`), whose judges lean; the side that is wrong writes twice as much, and better:

${judgesTable(inEach(JUDGES, OXFORD))}

\`--weigh calibration\`: weights learnt on one half of the recorded outcomes of ${HALLS} halls, and a vote of three on the other half:

${learningTable(LEARNERS.flatMap((world) => OUTCOMES.map((outcomes) => measureLearning(world, outcomes, HALLS))))}`;

process.stdout.write(`${text}\n`);
if (flags.write) writeResult('verdict', text);
