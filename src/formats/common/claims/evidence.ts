// What the citations in a claim come to: as they were checked when it was made, or against what every seat was given.
import type { Provenance } from '../../../domain/event-parts.ts';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import {
  checkAgainstGiven,
  type GivenMaterial,
  listGivenNames,
  readGiven,
} from '../../../domain/evidence/check-given.ts';
import { collapseSpace, holdsQuote, type Quotable } from '../../../domain/evidence/quote-in-text.ts';
import { onceForEach } from '../../../domain/once.ts';
import { type Citation, type Cited, findCitations, readCitations } from '../../../domain/reading/citations.ts';
import { readSealed, type Sealed } from '../../../domain/sealed/sealed.ts';
import { findOpening } from '../transcript.ts';

export type FindEvidence = (text: string, seq: number) => Citation[];

/** Tells whether somebody said a quote before an event: the topic, another seat, or a person from outside. */
function createSaidCheck(log: readonly LedgerEvent[]): (quote: string, seq: number) => boolean {
  const read = onceForEach((sealed: Sealed): Quotable => ({ text: readSealed(sealed) }));
  // What was redacted may hold anything, so nobody is said to have forged a quote of it.
  const mayHold = (sealed: Sealed, quote: string) => {
    const said = read(sealed);
    return said.text === undefined || holdsQuote(said, quote);
  };
  return (quote, seq) =>
    log.some((event) => {
      if (event.seq >= seq) return false;
      if (isEvent(event, 'debate-opened')) return mayHold(event.data.topic, quote);
      const isSpeech = isEvent(event, 'turn-recorded') || isEvent(event, 'interjection-added');
      return isSpeech && mayHold(event.data.content, quote);
    });
}

const IN_A_WORD = /^[\p{L}\p{N}_-]|[\p{L}\p{N}_-]$/u;
const IN_QUOTES = /^["'`“„«]["'`”“»]$/;

/** Whether a text names a file: by its last part, as a whole; a name that may be an everyday word counts only in quotes. */
function isNamed(text: string, source: string): boolean {
  const name = source.slice(source.lastIndexOf('/') + 1).toLowerCase();
  const folded = text.toLowerCase();
  const isWord = /^\p{L}+$/u.test(name);
  for (let at = folded.indexOf(name); at !== -1; at = folded.indexOf(name, at + 1)) {
    const around = `${folded[at - 1] ?? ' '}${folded[at + name.length] ?? ' '}`;
    if (isWord ? IN_QUOTES.test(around) : !IN_A_WORD.test(around)) return true;
  }
  return false;
}

/** The pictures that a turn names: whether whoever said it was given them. People look where they want. */
function checkPictures(log: readonly LedgerEvent[], by: Provenance, text: string): readonly Citation[] {
  const { author, pictures: seen = [] } = by;
  return log.flatMap((event): Citation[] => {
    if (!isEvent(event, 'picture-given') || !isNamed(text, event.data.source)) return [];
    const cited = event.data.source;
    if (author !== undefined || seen.includes(cited)) return [{ cited, status: 'read' }];
    return [{ cited, status: 'unread', why: 'its agent was not given the picture' }];
  });
}

/** Marks around words are no part of a claim. */
const toPlain = (quote = '') => collapseSpace(quote.replaceAll('*', ''));

/** As it was checked when it was said. Ledgers of earlier versions have no quotes; what came to several things there is of nobody. */
function findChecked(recorded: readonly Citation[], cited: Cited): Citation | undefined {
  const ofPlace = recorded.filter((each) => each.cited === cited.cited);
  const quote = cited.kind === 'commit' ? undefined : cited.quote;
  const exact = ofPlace.find((each) => toPlain(each.quote) === toPlain(quote));
  const [first, ...others] = ofPlace;
  if (exact !== undefined && others.length === 0) return exact;
  const isOlder = ofPlace.every((each) => each.quote === undefined);
  const agree = others.every((each) => each.status === first?.status && each.why === first.why);
  return isOlder ? (agree ? first : undefined) : exact;
}

const pathOf = ({ cited }: Citation) => cited.replace(/:p?\d[\d-]*$/, '');

/** Checks claims of this log; what was given is read only once a claim is checked. */
export function createEvidence(log: readonly LedgerEvent[]): FindEvidence {
  const opened = findOpening(log);
  const turns = new Map(log.flatMap((event) => (isEvent(event, 'turn-recorded') ? [[event.seq, event.data]] : [])));
  const hasPictures = log.some((event) => isEvent(event, 'picture-given'));
  const isSaid = createSaidCheck(log);
  let given: GivenMaterial | undefined;
  return (text, seq) => {
    if (opened === undefined) return [];
    given ??= readGiven(opened);
    const turn = turns.get(seq);
    const recorded = readCitations(turn?.citations);
    const names = listGivenNames(given, recorded.map(pathOf));
    const own = findCitations(text, names).flatMap((cited) => findChecked(recorded, cited) ?? []);
    const around = {
      // Nobody reads what stands in a picture.
      isSaid: (quote: string) => hasPictures || isSaid(quote, seq),
      couldLookUp: opened.reading !== undefined,
    };
    const checked = checkAgainstGiven(given, text, around, names);
    const isWhole = opened.context.every(({ content }) => readSealed(content) !== undefined);
    const fair = isWhole ? checked : checked.filter(({ status }) => status !== 'wrong');
    const pictures = turn !== undefined && hasPictures ? checkPictures(log, turn.by, text) : [];
    const known = new Set(own.map(({ cited }) => cited));
    return [...own, ...fair.filter((each) => !known.has(each.cited)), ...pictures];
  };
}
