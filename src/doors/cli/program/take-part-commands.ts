// The commands for taking part in a debate manually, and for ending it.
import { type Command, Option } from 'commander';
import {
  addGateOption,
  addHallOptions,
  addQuestionOptions,
  addTagOption,
  collect,
  defineActing,
  formatDocs,
  loadAction,
  parseWhole,
} from '../input/options.ts';
import { TOOL_NAMES } from '../input/tool-names.ts';

export function defineManual(program: Command): void {
  const open = program
    .command('open')
    .description('Start a debate with manual turns and print its ID.')
    .argument('[topic]', 'the question to decide (default: --file or standard input)')
    .option('-f, --file <file>', 'read the topic from a file ("-": standard input)')
    .option('-c, --context <source>', 'material: file, folder, glob, address, "-" or git:RANGE (repeatable)', collect)
    .option('--read <source>', 'let seats look things up, as in "run" (repeatable)', collect)
    .option('--id <name>', 'ID for the new debate (default: from date and topic)')
    .option('-r, --recipe <recipe>', 'recipe that sets rounds and vote: quick, standard or deep')
    .option('-F, --format <format>', 'debate format, which sets the rules')
    .option('-o, --option <name=value>', 'format option (repeatable)', collect)
    .option('--mediated', 'pick each speaker (wind-wall-door)')
    .option('--strict', 'reject turns that break the cognition rules (wind-wall-door)')
    .option('--max-turns <n>', 'maximum number of turns', parseWhole)
    .option('--max-rounds <n>', 'maximum number of rounds', parseWhole)
    .option('--allow-secrets', 'allow a topic or context that looks like a secret')
    .option('--json', 'print JSON');
  addTagOption(addGateOption(addQuestionOptions(open)));
  addHallOptions(open)
    .addHelpText('after', formatDocs())
    .action(loadAction(() => import('../commands/take-part/open.ts')));

  const acting = (name: string, description: string) => defineActing(program, name, description);

  acting('say', 'Take a turn for a seat.')
    .argument('[text]', 'what the seat says (default: standard input)')
    .requiredOption('--seat <seat>', 'the seat')
    .option('--cognition <cognition>', 'check the turn by the rules of PATHOS, ETHOS or LOGOS')
    .addOption(
      new Option('--vote <vote>', 'vote, when the seat is asked for one').choices([
        'approve',
        'own',
        'accept',
        'reject',
      ]),
    )
    .option('--data <name=value>', "explicit values for the format's rules (repeatable)", collect)
    .option('--key <key>', 'idempotency key: a turn is recorded once per key')
    .option('--seat-key <key>', 'the key you got when you claimed the seat')
    .addHelpText(
      'after',
      `\nExample:\n  debate-hall say rust-rewrite --seat wind "What if we rewrote only the hot path?"\n${formatDocs()}`,
    )
    .action(loadAction(() => import('../commands/take-part/say.ts')));
  addHallOptions(
    program
      .command('read')
      .summary('Look something up for a seat.')
      .description(
        'Look something up for a seat whose turn it is, in what the debate was opened with. Each look is recorded.',
      )
      .argument('<id>', 'the debate')
      .argument('<tool>', `how to look: ${TOOL_NAMES.join(', ')}`),
  )
    .requiredOption('--seat <seat>', 'the seat')
    .option('--seat-key <key>', 'the key you got when you claimed the seat')
    .option('--data <name=value>', 'what the tool takes (repeatable)', collect)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  debate-hall read split-engine read_file --data path=src/engine.ts --data line=40 --seat wall',
    )
    .action(loadAction(() => import('../commands/take-part/read.ts')));
  acting('pick', 'Pick the next speaker in a mediated debate.')
    .argument('<seat>', 'wind, wall, door or close')
    .action(loadAction(() => import('../commands/take-part/pick.ts')));
  acting('interject', 'Add an interjection that every later speaker sees.')
    .argument('[text]', 'the interjection (default: standard input)')
    .option('--source <address>', 'where it comes from, such as a URL')
    .option('--key <key>', 'idempotency key')
    .action(loadAction(() => import('../commands/take-part/interject.ts')));
  acting('close', 'Close a debate with a decision.')
    .argument('[synthesis]', 'the decision ("-": standard input; omit if the debate is already finished)')
    .action(loadAction(() => import('../commands/take-part/close.ts')));
  acting('kill', 'End a debate immediately, wherever it is running.')
    .argument('<reason>', 'why, for the record')
    .action(loadAction(() => import('../commands/take-part/kill.ts')));
}
