// Does the record name the seats that gave in, the claims that nobody answered, and the quotes that are forged? Simulated debates of
// the real formats in which all that is planted. `--write` puts the tables into bench/results, `--debates 100` holds fewer for each
// row. No model takes part.
import { parseArgs } from 'node:util';
import { format as asymmetric } from '../src/formats/asymmetric/index.ts';
import type { AnyFormat } from '../src/formats/format.ts';
import { format as oxford } from '../src/formats/oxford/index.ts';
import { format as panel } from '../src/formats/panel/index.ts';
import { format as windWallDoor } from '../src/formats/wind-wall-door/index.ts';
import { markdownTable, writeResult } from './report.ts';
import { type AlarmFigures, measureAlarm } from './verdict/alarm.ts';
import { measurePlanted, type PlantedFigures } from './verdict/planted.ts';
import { RECIPES } from './verdict/settings.ts';
import { BASE, HIGH_CONFORMITY, HOPELESS, TRUTH_CARRIES, WORLDS, type World } from './verdict/world.ts';

const { values: flags } = parseArgs({
  options: { debates: { type: 'string', default: '500' }, write: { type: 'boolean', default: false } },
});
const count = Number(flags.debates);

const isNamed = (part: string) => (world: World) => world.name.includes(part);
const ALARM_WORLDS = [
  ...[BASE, HIGH_CONFORMITY, TRUTH_CARRIES],
  ...WORLDS.filter((world) => isNamed('four options')(world) || isNamed('pretend')(world)),
  ...HOPELESS.filter(isNamed('lies in the ballot .15')),
];
const ASKING = RECIPES.filter(({ format, options }) => {
  const { openings, ballot } = format.options.parse(options);
  return openings && ballot;
});
const PLANTED: readonly (readonly [AnyFormat, string])[] = [
  [windWallDoor, 'quick'],
  [windWallDoor, 'standard'],
  [windWallDoor, 'deep'],
  [asymmetric, 'standard'],
  [asymmetric, 'deep'],
  [oxford, 'standard'],
  [oxford, 'deep'],
  [panel, 'quick'],
  [panel, 'standard'],
  [panel, 'deep'],
];

const share = (part: number, all: number) => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} % of ${all}`);

const alarmRow = ({ conformists, conformistsNamed, converts, convertsNamed }: AlarmFigures) => [
  share(conformistsNamed, conformists),
  share(convertsNamed, converts),
];
const plantedRow = (each: PlantedFigures) => [
  String(each.claims),
  share(each.droppedListed, each.dropped),
  String(each.listedWrongly),
  share(each.forgedMarked, each.forged),
  share(each.genuineMarked, each.genuine),
];

const alarms = ASKING.flatMap((setting) =>
  ALARM_WORLDS.map((world) => {
    process.stderr.write(`  ${setting.name}, ${world.name}\n`);
    return [setting.name, world.name, ...alarmRow(measureAlarm(world, setting, count))];
  }),
);
const planted = PLANTED.map(([format, recipe]) => {
  process.stderr.write(`  ${format.id} ${recipe}\n`);
  return [`${format.id} ${recipe}`, ...plantedRow(measurePlanted(format, recipe, count))];
});

const text = `${count} debates for each row. The conformity alarm, by what moved a seat in truth:

${markdownTable(['recipe', 'world', 'gave in, and is named', 'was convinced by a claim, and is named'], alarms)}

Claims that are passed over on purpose, and quotes that are forged:

${markdownTable(
  ['recipe', 'claims', 'passed over, and listed', 'answered, and listed', 'forged, and marked', 'genuine, and marked'],
  planted,
)}`;

process.stdout.write(`${text}\n`);
if (flags.write) writeResult('claims', text);
