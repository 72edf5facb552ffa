// `debate-hall people erase`: removes a person's words and name from the hall.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { type ErasedPerson, erasePerson } from '../../../../hall/operations/people/erase-person.ts';
import type { HallFlags } from '../../actions/run-action.ts';
import { askConsent } from '../../terminal/ask-consent.ts';
import { printJson, printMessage, printResult, printWarning } from '../../terminal/io.ts';
import { withPeople } from './with-people.ts';

function warn({ debates, left }: ErasedPerson): void {
  const list = (is: (debate: ErasedPerson['debates'][number]) => boolean | undefined) =>
    debates
      .filter(is)
      .map(({ threadId }) => threadId)
      .join(', ');
  const [named, signed] = [list(({ stillNamed }) => stillNamed), list(({ wasSigned }) => wasSigned)];
  if (named !== '') printWarning(`The words of others still name the person in ${named}. Redact them event by event.`);
  if (signed !== '') printWarning(`Signatures no longer match ${signed}, as the chain of a debate covers names.`);
  for (const { threadId, problem } of left)
    printWarning(`Nothing was erased from ${threadId}: ${problem} Try again later.`);
}

export async function run(person: string, flags: HallFlags & { readonly yes?: boolean }): Promise<void> {
  await withPeople(flags, async (hall, desk) => {
    const names = await desk.people.findNames(person);
    if (flags.yes !== true && !(await askConsent(`Erase ${names.join(', ')} from the hall for good?`))) {
      printMessage('Nothing was erased.');
      return EXIT.cancelled;
    }
    const erased = await erasePerson(hall, desk, person);
    const { name, debates, audited, left } = erased;
    if (flags.json === true) await printJson(erased);
    else {
      const [events, redacted] = [
        debates.reduce((sum, each) => sum + each.renamed, 0),
        debates.flatMap((each) => each.redacted),
      ];
      await printResult(
        `${names.join(', ')} is now ${name}: ${countNoun(events, 'event')} of ${countNoun(debates.length, 'debate')} renamed, ${redacted.length} redacted, ${countNoun(audited, 'entry', 'entries')} of the audit trail`,
      );
    }
    warn(erased);
    return left.length === 0 ? EXIT.ok : EXIT.internal;
  });
}
