// `debate-hall redact`: removes text for good.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { nameEvents } from '../../../../domain/words/format-figures.ts';
import { type RedactionReach, redact } from '../../../../hall/operations/debate/related/redact.ts';
import { quoteArgument } from '../../../../support/quote-argument.ts';
import { actManually } from '../../actions/manual-action.ts';
import { collect, defineActing, parseSequence } from '../../input/options.ts';
import { printMessage } from '../../terminal/io.ts';

/** What became of the same text elsewhere. */
function reachLines(
  { forks, parent, askedAgain, quotedIn, recalledBy, evaluations }: RedactionReach,
  event: number,
  fields: readonly string[] = [],
): string[] {
  const only = fields.map((field) => ` --field ${quoteArgument(field)}`).join('');
  return [
    ...forks.map(({ threadId, events, problem }) => {
      if (problem === undefined) return `Also redacted in the fork ${threadId}: ${nameEvents(events)}.`;
      return `warning: ${threadId} may still hold the text: ${problem}`;
    }),
    ...(parent === undefined ? [] : [`warning: ${parent}, from which it was copied, still holds the text.`]),
    ...(askedAgain.length === 0
      ? []
      : [`warning: ${askedAgain.join(', ')} asked the same again and may hold the text. Redact it there, too.`]),
    ...quotedIn.map(
      ({ threadId, events }) =>
        `warning: ${threadId} still quotes it, in ${nameEvents(events)}. Remove one with "debate-hall redact ${threadId} --event ${events[0]} --reason …".`,
    ),
    ...recalledBy.map(
      ({ threadId, event, field }) =>
        `warning: ${threadId} was given this decision and may hold the text. Remove it with "debate-hall redact ${threadId} --event ${event} --field ${field} --reason …".`,
    ),
    ...evaluations.map(({ threadId, folder, problem }) =>
      problem !== undefined
        ? `warning: An evaluation may keep the same debate with the text, in ${folder}: ${problem}`
        : `warning: An evaluation keeps the same debate with the text. Remove it with "debate-hall redact ${threadId} --event ${event}${only} --reason … --hall ${quoteArgument(folder)}".`,
    ),
  ];
}

export function define(command: Command): void {
  defineActing(command)
    .requiredOption('--event <seq>', 'event number, as shown by "show"', parseSequence)
    .option('--field <pointer>', 'only this field of the event, such as /content (repeatable)', collect)
    .requiredOption('--reason <text>', 'why, for the record')
    .action(async (reference, flags) => {
      const { event, field, reason } = flags;
      await actManually(
        reference,
        flags,
        async (hall, { threadId, author }) => {
          const done = await redact(hall, { threadId, event, reason, author, ...defined({ fields: field }) });
          if (done.events.length === 0) printMessage(`Event ${event} was redacted before; no text of it is left.`);
          for (const line of reachLines(done, event, field)) printMessage(line);
          return done;
        },
        {
          forGood: true,
          more: ({ forks, parent, askedAgain, quotedIn, recalledBy, evaluations }) => ({
            ...{ forks, askedAgain, quotedIn, recalledBy, evaluations },
            ...defined({ parent }),
          }),
        },
      );
    });
}
