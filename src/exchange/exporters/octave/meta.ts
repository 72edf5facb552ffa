// The head of the export: what debate it is, how it ended, and what it cost.
import type { DebateRecord } from '../../../domain/record.ts';
import { readOpinions } from '../../../domain/results/opinions-result.ts';
import { describeAuthority, describeOneModel, describeOneSpeaker } from '../../../domain/words/describe-authority.ts';
import { describeEnding } from '../../../domain/words/describe-ending.ts';
import { labelSeats } from '../../../domain/words/label-seats.ts';
import { listChecks } from '../record-words.ts';
import { fields, list, optional, orNull, quote, toPairs, usagePairs, writeWord } from './notation.ts';

/** The answer that stands, where seats gave answers of their own. */
function answerPairs(record: DebateRecord): Readonly<Record<string, string>> {
  const opinions = readOpinions(record);
  if (opinions === undefined) return {};
  const { answer, reason, seated } = opinions;
  return { ANSWER: orNull(answer), REASON: writeWord(reason), SEATED: `${seated}` };
}

const relationList = ({ kind, of, head, event, anew }: NonNullable<DebateRecord['relation']>) =>
  fields({
    ...{ KIND: writeWord(kind), OF: quote(of), HEAD: optional(head), EVENT: event },
    ANEW: anew && list(anew.map(writeWord)),
  });

export function listMeta(record: DebateRecord): string[] {
  const { authority, ledger } = record;
  const ending = describeEnding(record);
  const { panel } = describeAuthority(record, { label: labelSeats(record.seats) });
  const order = record.options['order'];
  const replaced = authority.replaced.map(({ seat, from, to, reason }) =>
    fields({ SEAT: writeWord(seat), FROM: writeWord(from.agent), TO: writeWord(to.agent), REASON: quote(reason) }),
  );
  return toPairs({
    TYPE: 'DEBATE_TRANSCRIPT',
    VERSION: quote('2'),
    THREAD_ID: quote(record.threadId),
    TOPIC: orNull(record.topic),
    QUESTION: optional(record.question?.answer, writeWord),
    OPTIONS: record.question?.options && list(record.question.options.map(orNull)),
    UNIT: record.question?.unit === undefined ? undefined : orNull(record.question.unit),
    TAGS: record.tags && list(record.tags.map(quote)),
    FORMAT: writeWord(record.format),
    RECIPE: optional(record.recipe, writeWord),
    RELATION: record.relation && relationList(record.relation),
    FORKS: record.forks && list(record.forks.map(quote)),
    MODE: typeof order === 'string' ? writeWord(order) : undefined,
    STATUS: writeWord(record.status),
    OUTCOME: record.outcome === null ? 'null' : writeWord(record.outcome),
    OUTCOME_MEANING: optional(record.outcomeMeaning ?? undefined),
    ENDING: quote(ending.headline),
    ...answerPairs(record),
    // Of an open debate nobody knows yet.
    AUTHORITY: record.status === 'open' ? 'INCOMPLETE' : panel.replace(' panel', '').toUpperCase(),
    AUTHORITY_MEANING: quote(ending.authority),
    FAILED: list(authority.failed.map(writeWord)),
    REPLACED: list(replaced),
    LEFT: list(authority.left.map(({ seat, reason }) => fields({ SEAT: writeWord(seat), REASON: quote(reason) }))),
    SILENT: list(authority.silent.map(writeWord)),
    MISSED: authority.missed === 0 ? undefined : authority.missed,
    REHEARSAL: list(authority.rehearsal.map(writeWord)),
    SHARED_VENDORS: list(authority.sharedVendors.map(writeWord)),
    COPIED:
      authority.copied &&
      list(
        authority.copied.map(({ seat, turns, otherWords }) =>
          fields({ SEAT: writeWord(seat), TURNS: turns, OTHER_WORDS: otherWords }),
        ),
      ),
    ONE_MODEL:
      authority.oneModel &&
      list(authority.oneModel.map((each) => quote(describeOneModel(each, labelSeats(record.seats))))),
    ONE_SPEAKER:
      authority.oneSpeaker &&
      list(authority.oneSpeaker.map((each) => quote(describeOneSpeaker(each, labelSeats(record.seats))))),
    OPENED: quote(record.openedAt),
    CLOSED: orNull(record.endedAt),
    CLOSED_BY: optional(record.endedBy ?? undefined),
    RUNNING_MS: record.runningMs,
    CALLS: record.calls,
    CALLS_WITHOUT_COST: record.callsWithoutCost,
    USAGE: list(usagePairs(record.usage)),
    LEDGER_EVENTS: ledger.events,
    LEDGER_HEAD: quote(ledger.head),
    CHECK: list(Object.values(listChecks(record.threadId, ledger.head)).map(quote)),
  });
}
