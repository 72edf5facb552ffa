// `npm run bench:sessions`: debates of the real CLIs with a model that takes no time, in sessions that stay and with one
// process per turn, taking turns in one run. `--json` prints everything as JSON, `--rounds N` how often (3),
// `--write` puts the tables into bench/results. Names of debates as arguments ("12 turns") hold only those.
import { parseArgs } from 'node:util';
import { seatOf } from '../test/model-server/opinion-answers.ts';
import { openMachine } from '../test/real-clis/machine.ts';
import { machineLine, writeResult } from './report.ts';
import { beyondByDefault, beyondPrompts } from './sessions/beyond.ts';
import {
  layProject,
  type Measured,
  PANEL,
  runDebate,
  SEATS,
  TRANSPORTS,
  type Transport,
  VARIANTS,
} from './sessions/debate.ts';
import { figuresOf, neverStayed, overheadOf } from './sessions/figures.ts';
import { longAnswer } from './sessions/model.ts';
import { type BeyondRow, type Found, reportOf } from './sessions/tables.ts';

const WARM_UP = { turns: 3, vote: false, context: 0 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds wants a whole number from 1.');

const unknown = positionals.find((name) => VARIANTS.every((variant) => variant.name !== name));
if (unknown !== undefined)
  throw new Error(`There is no "${unknown}"; known: ${VARIANTS.map(({ name }) => name).join('; ')}.`);
if (values.write && positionals.length > 0) throw new Error('--write needs all debates of one run.');
const variants = VARIANTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const clis = SEATS.map((seat) => PANEL[seat]);
const machine = await openMachine(clis, { behaviour: longAnswer });
const measured = variants.map((variant) => ({
  variant,
  sides: { session: [] as Measured[], 'one-shot': [] as Measured[] },
}));
const firstOf = (transport: Transport) => measured[0]?.sides[transport].at(-1) as Measured;
let found: Found;
try {
  const folders = Object.fromEntries(
    TRANSPORTS.map((transport) => [transport, layProject(machine, transport)]),
  ) as Record<Transport, string>;
  for (const transport of TRANSPORTS) await runDebate(machine, folders[transport], 'warm-up', WARM_UP);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { variant, sides }] of measured.entries()) {
      for (const transport of round % 2 === 0 ? TRANSPORTS : TRANSPORTS.toReversed()) {
        process.stderr.write(`${variant.name}, ${transport}, round ${round + 1} of ${rounds} …\n`);
        const name = `debate-${index}-${round}`;
        sides[transport].push(await runDebate(machine, folders[transport], name, variant));
      }
    }
  }

  const beyond: BeyondRow[] = [];
  for (const seat of SEATS) {
    const { program } = PANEL[seat];
    for (const transport of TRANSPORTS) {
      const { requests, systems } = firstOf(transport);
      const own = requests.filter((request) => seatOf(request) === seat);
      const add = (flags: string, some: typeof own) =>
        beyond.push({ program, flags: `ours, ${transport}, ${flags}`, beyond: beyondPrompts(some, systems[seat]) });
      add('first question', own.slice(0, 1));
      add(variants[0]?.name ?? '', own);
    }
    process.stderr.write(`${program} with its default flags …\n`);
    beyond.push({ program, flags: 'default, one plain call', beyond: await beyondByDefault(machine, PANEL[seat]) });
  }
  const sessions = measured.flatMap(({ sides }) => sides.session);
  found = {
    machine: machineLine(),
    rounds,
    neverStay: neverStayed(sessions),
    compared: measured.map(({ variant, sides }) => ({
      variant,
      transports: { session: figuresOf(sides.session), 'one-shot': figuresOf(sides['one-shot']) },
    })),
    overheads: [...SEATS, undefined].flatMap((seat) => overheadOf(sessions, seat) ?? []),
    beyond,
  };
} finally {
  await machine.close();
}

const report = reportOf(found);
if (values.json) {
  const turns = measured.map(({ sides }) =>
    Object.fromEntries(TRANSPORTS.map((transport) => [transport, sides[transport].map((each) => each.turns)])),
  );
  process.stdout.write(`${JSON.stringify({ ...found, turns }, undefined, 2)}\n`);
} else {
  process.stdout.write(`${report}\n`);
}
if (values.write) writeResult('sessions', report);
