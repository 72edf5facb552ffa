// Claims in prose: lines such as "Claim: …", "C3 concede: …" and "C5 rebut: …". Whatever is not written so is just prose.
import type { ClaimMove } from '../../../domain/claims.ts';
import { shorten } from '../../../domain/words/cut-line.ts';
import { markFenced } from '../own-lines.ts';
import type { ClaimEntry } from './entries.ts';
import { type Claims, claimName, countRoom } from './state.ts';

/** New claims that one turn may make; more than that nobody answers. */
const MAX_NEW_CLAIMS = 8;
const MOST_IN_RANGE = 20;

/** What a seat may call each move. */
const MOVE_WORDS: readonly (readonly [ClaimMove, RegExp])[] = [
  ['concede', /^(?:concede[ds]?|accept(?:s|ed)?|agree[ds]?)$/i],
  ['refine', /^(?:refine[ds]?|amend(?:s|ed)?)$/i],
  ['withdraw', /^(?:withdraw[sn]?|withdrew|retract(?:s|ed)?)$/i],
  ['rebut', /^(?:rebut(?:s|ted|tal)?|refute[ds]?|reject(?:s|ed)?|disagree[ds]?|answer(?:s|ed)?)$/i],
];

/** Marks that nobody sees; by name, the pattern would take five times as long to compile. */
const UNSEEN = '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f';
/** What may stand before a line of claims: signs of a heading, a list or a table, and of emphasis. */
const FRONT = new RegExp(`^[\\s${UNSEEN}]{0,8}(?:#{1,6}\\s+|\\|\\s*)?(?:(?:[-*•+]|\\d{1,3}[.)])\\s+)?[*_\`]{0,3}`);
const NEW_CLAIM = /^(?:new\s+)?claim[*_`]{0,3}\s*[:：][*_`]{0,3}\s*(?=\S)/i;

const TO = '\\s*(?:[–—-]|\\bto\\b)\\s*';
const IDS = `C\\d{1,4}(?:(?:\\s*[,&/]\\s*|\\s+and\\s+|${TO})C\\d{1,4})*`;
/** "C2–C4" */
const RANGE = new RegExp(`C(\\d{1,4})(?:${TO}C(\\d{1,4}))?`, 'gi');
const END = '[*_`)\\]]{0,4}\\s*(?:[:：.–—|-]|$)[*_`]{0,3}\\s*';
/** "[Claim C3]" */
const NAMED = new RegExp(`^\\[?(?:claim\\s+)?(${IDS})[*_\`]{0,3}\\]?`, 'i');
/** "(Wind)" */
const OWNER = /^\s*\([^()]{1,40}\)/;
/** ": I concede –", "(rebuts)" */
const MOVE = new RegExp(`^[*_\`]{0,3}\\s*[:：–—([|=→-]?\\s*[*_\`]{0,3}(?:(?:I|is|are)\\s+)?([a-z]+)${END}`, 'i');
/** "I concede C3." */
const MOVE_FIRST = new RegExp(`^(?:I\\s+)?([a-z]+)\\s+(?:(?:of|to)\\s+)?(${IDS})${END}`, 'i');

const ANY_MOVE = MOVE_WORDS.map(([, { source }]) => source.slice(1, -1)).join('|');
/** What may be meant as a reply behind a name: " concede (partly): …", ": I concede it". */
const LIKE_MOVE = new RegExp(
  `^(?!\\w)[*_\`]{0,3}(\\s*[:：–—([|=→-])?\\s*[*_\`]{0,3}(I\\s+(?:[a-z]+\\s+)?)?(?:[a-z]+ly\\s+)?(${ANY_MOVE})(?!\\w)([^:：]{0,60}[:：]?)`,
  'i',
);
/** "I concede C3 in part: …" */
const LIKE_MOVE_FIRST = new RegExp(
  `^I\\s+(?:[a-z]+\\s+)?(?:${ANY_MOVE})\\s+(?:(?:of|to)\\s+)?${IDS}(?!\\w)[^:：]{0,60}[:：]`,
  'i',
);
/** "rebutted", "answers": forms that say something of a claim where more words follow. */
const SAID_OF_CLAIMS = /(?:s|ed|n|ew)$/i;

/** Letters and digits of other keyboards that look like those of a claim's name, each as long as what it stands for. */
const fold = (text: string): string =>
  text
    .replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfe_e0))
    .replace(/[\u0421\u0441](?=\d)/g, 'C');

/** Most texts say nothing of claims, which takes less time to find out than taking them apart. */
const SPEAKS_OF_CLAIMS = /claim|C\d/i;

const EVIDENCE = /^\s*(?:[-*•+]\s+)?evidence\s*[:：]\s*\S/i;

/** Of a row of a table. */
const END_OF_ROW = /\s*\|\s*$/;

/** A line that makes a claim or replies to claims. */
export interface Line {
  /** Place of the line in the text. */
  readonly index: number;
  readonly move: ClaimMove | undefined;
  /** The claims that it replies to. */
  readonly targets: readonly number[];
  /** What it says before its words. */
  readonly head: string;
  readonly words: string;
  /** The line below it that says what shows it. */
  readonly evidence: string | undefined;
}

/** None where it is no range, or one that nobody means. */
const listNumbers = (from: number, to: number): number[] =>
  to < from || to - from > MOST_IN_RANGE ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index);

type Said = Pick<Line, 'head' | 'targets' | 'move'>;

function toReply(head: string, ids: string, word: string): Said | undefined {
  const move = MOVE_WORDS.find(([, words]) => words.test(word))?.[0];
  if (move === undefined) return undefined;
  const targets = [...ids.matchAll(RANGE)].flatMap(([, from, to = from]) => listNumbers(Number(from), Number(to)));
  return { head, targets, move };
}

function readReply(text: string): Said | undefined {
  const [named = '', ids] = NAMED.exec(text) ?? [];
  if (ids === undefined) {
    const [head = '', word = '', after = ''] = MOVE_FIRST.exec(text) ?? [];
    return toReply(head, after, word);
  }
  const behind = text.slice(named.length);
  const readFrom = (start: number) => {
    const [said = '', word = ''] = MOVE.exec(behind.slice(start)) ?? [];
    return toReply(named + behind.slice(0, start) + said, ids, word);
  };
  // What stands in brackets is who made the claim, or else the move.
  const owner = OWNER.exec(behind)?.[0];
  return (owner === undefined ? undefined : readFrom(owner.length)) ?? readFrom(0);
}

function readLine(line: string): Said | undefined {
  if (!SPEAKS_OF_CLAIMS.test(line)) return undefined;
  const front = FRONT.exec(line)?.[0] ?? '';
  const rest = line.slice(front.length);
  const claim = NEW_CLAIM.exec(rest)?.[0];
  const said = claim === undefined ? readReply(rest) : { head: claim, targets: [], move: undefined };
  return said === undefined ? undefined : { ...said, head: front + said.head };
}

export function readLines(text: string): readonly Line[] {
  if (!SPEAKS_OF_CLAIMS.test(fold(text))) return [];
  const all = text.split('\n');
  const fenced = markFenced(all);
  return all.flatMap((line, index, lines): Line[] => {
    const read = fenced[index] === true ? undefined : readLine(fold(line));
    if (read === undefined) return [];
    const below = lines[index + 1] ?? '';
    const evidence = EVIDENCE.test(below) ? below.trim() : undefined;
    return [{ index, ...read, words: line.slice(read.head.length).replace(END_OF_ROW, '').trim(), evidence }];
  });
}

/** Its own claims a seat can only refine or withdraw; others' it cannot withdraw. */
const canMove = (move: ClaimMove, isOwn: boolean): boolean =>
  isOwn ? move === 'refine' || move === 'withdraw' : move !== 'withdraw';

export interface ClaimReading {
  readonly entries: readonly ClaimEntry[];
  /** Replies that a seat cannot give to this claim: it would concede its own, or withdraw that of another. */
  readonly misplaced: readonly { readonly claim: number; readonly move: ClaimMove; readonly isOwn: boolean }[];
  /** What may be meant as a reply and is none. */
  readonly unread: readonly string[];
}

/** "C1 and C2 agree on it" and "C1 answers the question" are no replies. */
function isLikeMove(ids: string, behind: string): boolean {
  const [found, sign, speaker, word = '', after = ''] = LIKE_MOVE.exec(behind) ?? [];
  if (found === undefined || (sign === undefined && !/[:：]$/.test(after))) return false;
  const isSubject = sign === undefined && !/^C\d+$/i.test(ids);
  return speaker !== undefined || !/^\s+\w/.test(after) || !(isSubject || SAID_OF_CLAIMS.test(word));
}

function isLikeReply(text: string): boolean {
  const [named = '', ids] = NAMED.exec(text) ?? [];
  if (ids === undefined) return LIKE_MOVE_FIRST.test(text);
  const behind = text.slice(named.length);
  return isLikeMove(ids, behind.replace(OWNER, '')) || isLikeMove(ids, behind);
}

/** Lines that name a claim and a move in the form of a reply, and are none. */
function listUnread(text: string): readonly string[] {
  const read = new Set(readLines(text).map(({ index }) => index));
  const lines = text.split('\n');
  const fenced = markFenced(lines);
  return lines.flatMap((line, index) => {
    if (read.has(index) || fenced[index] === true) return [];
    const said = fold(line).replace(FRONT, '').trim();
    return isLikeReply(said) ? [shorten(said, 80)] : [];
  });
}

/** What the record says of replies that were not counted. */
export const describeUncounted = ({
  misplaced,
  unread,
}: Pick<ClaimReading, 'misplaced' | 'unread'>): readonly string[] => [
  ...misplaced.map(({ claim, move, isOwn }) =>
    isOwn
      ? `"${move}" of ${claimName(claim)} changes nothing, as it is its own claim; only "withdraw" gives it up.`
      : `"${move}" of ${claimName(claim)} changes nothing, as it is the claim of another seat.`,
  ),
  ...unread.map(
    (line) => `"${line}" was not read as a reply to a claim; write the move alone, such as "C1 concede: …".`,
  ),
];

/** What a turn of `seat` says of claims; the first reply to a claim counts, and one to a claim that does not exist is just prose. */
export function readClaimEntries(text: string, claims: Claims, seat: string): ClaimReading {
  const misplaced: ClaimReading['misplaced'][number][] = [];
  const entries: ClaimEntry[] = [];
  const answered = new Set<number>();
  let made = 0;
  const most = Math.min(MAX_NEW_CLAIMS, countRoom(claims));
  const next = () => claims.length + made;
  for (const { move, targets, words } of readLines(text)) {
    if (move === undefined) {
      if (made >= most) continue;
      made += 1;
      entries.push({ as: next() });
    }
    for (const claim of targets) {
      const owner = claims[claim - 1]?.seat;
      if (owner === undefined || move === undefined || answered.has(claim)) continue;
      if (!canMove(move, owner === seat)) {
        misplaced.push({ claim, move, isOwn: owner === seat });
        continue;
      }
      answered.add(claim);
      const isRefined = move === 'refine' && words !== '' && made < most;
      if (isRefined) made += 1;
      entries.push({ claim, move, ...(isRefined ? { as: next() } : {}) });
    }
  }
  return { entries, misplaced, unread: listUnread(text) };
}
