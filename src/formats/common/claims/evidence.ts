// What the citations in a claim come to: as they were checked when it was made, or against what every seat was given.

import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { checkAgainstGiven } from '../../../domain/evidence/check-given.ts';
import { type Given, readGiven } from '../../../domain/evidence/given.ts';
import { holdsQuote } from '../../../domain/evidence/quote-in-text.ts';
import { type Citation, findCitations, readCitations } from '../../../domain/reading/citations.ts';
import { type Sealed, textOf } from '../../../domain/sealed/sealed.ts';
import { findOpening } from '../transcript.ts';

export type EvidenceOf = (text: string, seq: number) => Citation[];

const recordedOf = (log: readonly LedgerEvent[], seq: number): Sealed | undefined => {
  const event = log.find((each) => each.seq === seq);
  return event !== undefined && isEvent(event, 'turn-recorded') ? event.data.citations : undefined;
};

/** What was redacted may hold anything, so nobody is said to have forged a quote of it. */
const mayHold = (sealed: Sealed, quote: string) => {
  const text = textOf(sealed);
  return text === undefined || holdsQuote(text, quote);
};

/** Somebody may have said it before: the topic, another seat, or a person from outside. */
function isSaid(log: readonly LedgerEvent[], seq: number, quote: string): boolean {
  return log.some((event) => {
    if (event.seq >= seq) return false;
    if (isEvent(event, 'debate-opened')) return mayHold(event.data.topic, quote);
    const isSpeech = isEvent(event, 'turn-recorded') || isEvent(event, 'interjection-added');
    return isSpeech && mayHold(event.data.content, quote);
  });
}

/** Checks claims of this log; what was given is read only once a claim is checked. */
export function createEvidence(log: readonly LedgerEvent[]): EvidenceOf {
  const opened = findOpening(log);
  let given: Given | undefined;
  return (text, seq) => {
    if (opened === undefined) return [];
    given ??= readGiven(opened);
    const recorded = readCitations(recordedOf(log, seq));
    const cited = new Set(findCitations(text).map((each) => each.cited));
    const ownPlaces = recorded.filter((each) => cited.has(each.cited));
    const known = new Set(ownPlaces.map((each) => each.cited));
    const checked = checkAgainstGiven(given, text, {
      isSaid: (quote) => isSaid(log, seq, quote),
      couldLookUp: opened.reading !== undefined,
    });
    const isWhole = opened.context.every(({ content }) => textOf(content) !== undefined);
    const fair = isWhole ? checked : checked.filter(({ status }) => status !== 'wrong');
    return [...ownPlaces, ...fair.filter((each) => !known.has(each.cited))];
  };
}
