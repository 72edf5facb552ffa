// The commands for taking turns manually and for ending, redacting and deleting debates.
import { type Command, Option } from 'commander';
import { addHallOptions, collect, loadAction, parseSequence, parseWhole } from './input/options.ts';

export function defineManual(program: Command): void {
  const open = program
    .command('open')
    .description('Start a debate with manual turns and print its name.')
    .argument('[topic]', 'the question')
    .option('-f, --file <file>', 'read the topic from a file ("-": standard input)')
    .option('-c, --context <source>', 'file, folder, glob, "-" or git:RANGE as material (repeat)', collect)
    .option('--id <name>', 'name of the debate')
    .option('-r, --recipe <recipe>', 'plan the rounds and the vote as a recipe does')
    .option('-F, --format <format>', 'rules of the debate')
    .option('-o, --option <name=value>', 'an option of the format (repeat); see docs/formats', collect)
    .option('--mediated', 'speakers are picked (wind-wall-door)')
    .option('--strict', 'refuse turns that break the cognition rules (wind-wall-door)')
    .option('--max-turns <n>', 'hard limit on turns', parseWhole)
    .option('--max-rounds <n>', 'hard limit on rounds', parseWhole)
    .option('--allow-secrets', 'take context that looks like a secret')
    .option('--json', 'print as JSON');
  addHallOptions(open).action(loadAction(() => import('./commands/take-part/open.ts')));

  const acting = (name: string, description: string) =>
    addHallOptions(program.command(name).description(description).argument('<id>', 'the debate'))
      .option('--author <name>', 'who acts, for the record (default: GIT_AUTHOR_NAME or your login name)')
      .option('--json', 'print as JSON');

  acting('say', 'Take the turn of a seat.')
    .argument('[text]', 'what the seat says; without it, standard input')
    .requiredOption('--seat <seat>', 'the seat')
    .option('--cognition <cognition>', 'PATHOS, ETHOS or LOGOS: hold the turn to its rules')
    .addOption(new Option('--vote <vote>', 'when the seat is asked to vote').choices(['approve', 'reject']))
    .option('--data <name=value>', "explicit values for the format's rules (repeat); see docs/formats", collect)
    .option('--key <key>', 'idempotency key: the same turn under the same key is recorded once')
    .option('--seat-key <key>', 'what taking the seat gave, for a seat that is held')
    .addHelpText(
      'after',
      '\nExample:\n  debate-hall say rust-rewrite --seat wind "What if we rewrote only the hot path?"',
    )
    .action(loadAction(() => import('./commands/take-part/say.ts')));
  acting('pick', 'Pick the next speaker of a mediated debate.')
    .argument('<seat>', 'wind, wall, door or close')
    .action(loadAction(() => import('./commands/take-part/pick.ts')));
  acting('interject', 'Say something from outside the seats; every later speaker sees it.')
    .argument('[text]', 'the words; without them, standard input')
    .option('--source <address>', 'where it comes from')
    .option('--key <key>', 'idempotency key')
    .action(loadAction(() => import('./commands/take-part/interject.ts')));
  acting('close', 'Close a debate with a decision.')
    .argument('[synthesis]', 'the decision; "-": standard input; left out when the debate has run its course')
    .action(loadAction(() => import('./commands/take-part/close.ts')));
  acting('kill', 'End a debate at once, whoever runs it.')
    .argument('<reason>', 'why')
    .action(loadAction(() => import('./commands/take-part/kill.ts')));
  acting('redact', 'Remove text for good; the chain still verifies.')
    .requiredOption('--event <seq>', 'the event, as "show" numbers it', parseSequence)
    .option('--field <pointer>', 'only this text of the event, such as /content (repeat)', collect)
    .requiredOption('--reason <text>', 'why, for the record')
    .action(loadAction(() => import('./commands/take-part/redact.ts')));
  addHallOptions(program.command('delete'))
    .description('Delete a debate for good: its ledger and its record.')
    .argument('<id>', 'the debate')
    .option('--yes', 'do not ask')
    .option('--json', 'print as JSON')
    .action(loadAction(() => import('./commands/share/delete.ts')));
}
