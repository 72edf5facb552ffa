// `npm run bench:prompts -- --old REF`: whether the texts that agents are sent have become better. The same questions with known
// answers are put to the same agents through the program at REF and as it stands here, and compared pair by pair.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { comparePaired, type Paired } from './prompts/paired.ts';
import { QUESTIONS } from './prompts/questions.ts';
import { prepareSide, type Run, runQuestion } from './prompts/side.ts';
import { markdownTable } from './report.ts';

const USAGE = `npm run bench:prompts -- --old REF [options]

  --old REF        commit, or folder with a built copy, whose texts are compared
  --new REF        the same for the other side (default: this folder)
  --config FILE    configuration with the agents; without it scripted speakers answer
  --agents LIST    agents of the seats, in order
  --format NAME    format (default: check, which asks for openings only)
  --recipe NAME    recipe (default: standard)
  --questions N    only the first N of the ${QUESTIONS.length} questions
  --repeats N      how often each question is asked (default: 1)
  --jobs N         debates at a time (default: 2)
  --json           the figures as JSON
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const { values: flags } = parseArgs({
  options: {
    ...{ old: text, new: { ...text, default: '.' }, config: text, agents: text, help: flag, json: flag },
    ...{ format: { ...text, default: 'check' }, recipe: { ...text, default: 'standard' } },
    ...{ questions: { ...text, default: String(QUESTIONS.length) }, repeats: { ...text, default: '1' } },
    jobs: { ...text, default: '2' },
  },
});
if (flags.help === true || flags.old === undefined) {
  console.error(USAGE);
  process.exit(flags.help === true ? 0 : 2);
}

const scratch = mkdtempSync(join(tmpdir(), 'bench-prompts-'));

/** Three speakers that follow a script. */
function configureSpeakers(): { readonly config: string; readonly agents: string } {
  const folder = fileURLToPath(new URL('./prompts/', import.meta.url));
  const speaker = join(folder, 'speaker.mjs');
  const names = ['first', 'second', 'third'];
  const agents = Object.fromEntries(
    names.map((name) => [
      name,
      {
        kind: 'command',
        argv: [process.execPath, speaker, name],
        prompt: 'stdin',
        output: { format: 'text' },
        visible: [folder],
      },
    ]),
  );
  const config = join(scratch, 'speakers.json');
  writeFileSync(config, JSON.stringify({ agents }));
  return { config, agents: names.join(',') };
}

const MEASURES: Readonly<Record<string, (run: Run) => number | null>> = {
  'debates with the right answer': ({ verdict }) => verdict,
  'right openings': ({ openings }) => openings,
  'right final answers': ({ ballot }) => ballot,
  'Brier score of openings (less is better)': ({ brier }) => brier,
};

const meanOf = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};

try {
  const scripted = flags.config === undefined && flags.agents === undefined ? configureSpeakers() : undefined;
  const { config, agents } = scripted ?? flags;
  const more = [
    ...(config === undefined ? [] : ['--config', config]),
    ...(agents === undefined ? [] : ['--agents', agents]),
    ...['--format', flags.format, '--recipe', flags.recipe],
  ];
  const sides = { old: prepareSide(flags.old, scratch), new: prepareSide(flags.new, scratch) };
  const limit = pLimit(Number(flags.jobs));
  const ask = async (side: keyof typeof sides, index: number, repeat: number) => {
    // Each debate has a hall of its own, so that none can look back at another.
    const cwd = join(scratch, `${side}-${index}-${repeat}`);
    mkdirSync(cwd);
    return await limit(() => runQuestion(sides[side], cwd, QUESTIONS[index] as (typeof QUESTIONS)[number], more));
  };
  const repeats = Array.from({ length: Number(flags.repeats) }, (_, index) => index);
  const asked = await Promise.all(
    QUESTIONS.slice(0, Number(flags.questions)).map(async ({ id }, index) => ({
      id,
      old: await Promise.all(repeats.map((repeat) => ask('old', index, repeat))),
      new: await Promise.all(repeats.map((repeat) => ask('new', index, repeat))),
    })),
  );
  const measured = Object.entries(MEASURES).flatMap(([name, measure]): (readonly [string, Paired])[] => {
    const pairs = asked.flatMap(({ old: before, new: after }) => {
      const [one, other] = [meanOf(before.map(measure)), meanOf(after.map(measure))];
      return one === null || other === null ? [] : [[one, other] as const];
    });
    const paired = comparePaired(pairs);
    return paired === undefined ? [] : [[name, paired]];
  });
  const countFailed = (side: 'old' | 'new') =>
    asked.flatMap((each) => each[side]).filter(({ failed }) => failed).length;
  const failed = { old: countFailed('old'), new: countFailed('new') };
  if (flags.json === true) {
    console.log(
      JSON.stringify({ scripted: scripted !== undefined, failed, measures: Object.fromEntries(measured), asked }),
    );
  } else {
    const three = (value: number) => value.toFixed(3);
    const rows = measured.map(([name, { pairs, old: before, new: after, difference, interval }]) => [
      ...[name, String(pairs), three(before), three(after)],
      `${three(difference)} (${interval.map(three).join(' to ')})`,
    ]);
    console.log(markdownTable(['measure', 'questions', 'old', 'new', 'difference (95 %)'], rows));
    console.log(`\nRuns without an opening: ${failed.old} old, ${failed.new} new.`);
    if (scripted !== undefined)
      console.log('Scripted speakers: this shows what the measurement can see, not what texts are worth.');
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
  execFileSync('git', ['worktree', 'prune']);
}
