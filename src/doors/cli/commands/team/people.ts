// `debate-hall people`: who uses a shared hall, what it has of them, and how they are forgotten.
import type { Command } from '@commander-js/extra-typings';
import { EXIT, type ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { openPeopleDesk } from '../../../../hall/compose/desks.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { type ErasedPerson, erasePerson } from '../../../../hall/operations/people/erase-person.ts';
import { exportPerson } from '../../../../hall/operations/people/export-person.ts';
import { findPerson, listNames, type PeopleDesk } from '../../../../hall/operations/people/find-person.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { addCommand, addHallOptions } from '../../input/options.ts';
import { type Column, getPaper, renderTable } from '../../render/layout/table.ts';
import { askConsent } from '../../terminal/ask-consent.ts';
import {
  printEither,
  printJson,
  printLines,
  printList,
  printMessage,
  printResult,
  printWarning,
} from '../../terminal/io.ts';
import { localPrincipal } from '../../terminal/person.ts';

async function withPeople(flags: HallFlags, work: (hall: Hall, desk: PeopleDesk) => Promise<ExitCode>): Promise<void> {
  await withHall(flags, {}, async ({ hall }) => {
    const desk = await openPeopleDesk(hall, localPrincipal());
    try {
      return await work(hall, desk);
    } finally {
      await desk.close();
    }
  });
}

const COLUMNS: readonly Column[] = [
  { title: 'NAME' },
  { title: 'ROLE' },
  { title: 'LAST SEEN', detail: true },
  // Subjects can be long: behind it, they leave the other columns where they are.
  { title: 'ID', detail: true, cut: true },
];

function warn({ debates, left }: ErasedPerson): void {
  const list = (is: (debate: ErasedPerson['debates'][number]) => boolean | undefined) =>
    debates
      .filter(is)
      .map(({ threadId }) => threadId)
      .join(', ');
  const [named, signed] = [list(({ stillNamed }) => stillNamed), list(({ wasSigned }) => wasSigned)];
  if (named !== '') printWarning(`The words of others still name the person in ${named}. Redact them event by event.`);
  if (signed !== '') printWarning(`Signatures no longer match ${signed}, as the chain of a debate covers names.`);
  const all = list(() => true);
  if (all !== '')
    printWarning(
      `Topics, material and keys of requests stay in ${all}, since no ledger says who wrote them. Redact a topic or material that names the person event by event; a key goes only with its debate.`,
    );
  for (const { threadId, problem } of left)
    printWarning(`Nothing was erased from ${threadId}: ${problem} Try again later.`);
}

export function define(people: Command): void {
  addCommand(people, 'list', 'List who has signed in, and with which role.').action(async (flags) => {
    await withPeople(flags, async (_hall, { people }) => {
      await printList(flags, await people.list(), 'Nobody has signed in yet.', (shown) => {
        const rows = shown.map(({ name, role, id, seen }) => [
          name,
          role,
          seen.toISOString().slice(0, 16).replace('T', ' '),
          id,
        ]);
        return printLines(renderTable(COLUMNS, rows, getPaper()));
      });
      return EXIT.ok;
    });
  });
  addHallOptions(people.command('export').description('Print everything that the hall has of a person, as JSON.'))
    .argument('<person>', 'name as in records, or ID such as key:ana')
    .addHelpText('after', '\nExample:\n  debate-hall people export ana > ana.json')
    .action(async (person, flags) => {
      await withPeople(flags, async (hall, desk) => {
        const exported = await exportPerson(hall, desk, person);
        for (const { threadId, problem } of exported.unread) printWarning(`${threadId} could not be read: ${problem}`);
        await printJson(exported);
        return EXIT.ok;
      });
    });
  addCommand(people, 'erase', 'Redact the words of a person and replace their name everywhere in the hall.')
    .argument('<person>', 'name as in records, or ID such as key:ana')
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nExample:\n  debate-hall people erase ana')
    .action(async (person, flags) => {
      await withPeople(flags, async (hall, desk) => {
        const names = listNames(await findPerson(desk, person));
        if (flags.yes !== true && !(await askConsent(`Erase ${names.join(', ')} from the hall for good?`))) {
          printMessage('Nothing was erased.');
          return EXIT.cancelled;
        }
        const erased = await erasePerson(hall, desk, person);
        await printEither(flags, erased, async ({ name, debates, audited }) => {
          const before = toPrintable(names).join(', ');
          const [events, redacted] = [
            debates.reduce((sum, each) => sum + each.renamed, 0),
            debates.flatMap((each) => each.redacted),
          ];
          await printResult(
            `${before} ${names.length === 1 ? 'is' : 'are'} now ${name}: ${countNoun(events, 'event')} of ${countNoun(debates.length, 'debate')} renamed, ${redacted.length} redacted, ${countNoun(audited, 'entry', 'entries')} of the audit trail`,
          );
        });
        warn(erased);
        return erased.left.length === 0 ? EXIT.ok : EXIT.internal;
      });
    });
}
