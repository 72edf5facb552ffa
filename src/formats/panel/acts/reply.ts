// The reply: what a seat says of each claim without being told whose it is, and which claims it adds.
import * as z from 'zod';
import { isBlank, isNothing } from '../../../domain/answers/nothing.ts';
import { readAnswer } from '../../../domain/answers/read-answer.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { areEntriesDue, type ClaimEntry } from '../../common/claims/entries.ts';
import { nameClaims } from '../../common/claims/recorded-words.ts';
import { type Claim, claimName, countRoom, NO_CLAIMS, readClaimName, readMove } from '../../common/claims/state.ts';
import { isPlain } from '../../common/opinions/answers.ts';
import { findDissenter } from '../../common/opinions/samples.ts';
import { REHEARSED } from '../../common/rehearsal.ts';
import { inOneParagraph } from '../../common/wording.ts';
import { type ActReading, defineAct } from '../../define-act.ts';
import {
  answerSchema,
  describeMissing,
  findReply,
  type JsonAnswer,
  joinNames,
  joinReason,
  listNewClaims,
  listOpen,
  readLines,
} from '../replies.ts';
import { getRound, listDueClaims } from '../rounds.ts';
import { labelSeat, nameAuthor } from '../setup.ts';
import { MOVES, type Move, type ReplyData, replyData, type State } from '../state.ts';

/** The others rebut what the dissenter claims, which rebuts what the last seat claims; in later rounds most come round. */
function chooseMove({ opinions, rounds }: State, seat: string, { seat: owner, number, round }: Claim): Move {
  const isFirst = rounds.length === 0;
  const { seats } = opinions;
  const last = seats.at(-1);
  const dissenter = findDissenter(seats) ?? seats[0];
  if (owner === seat) return 'concede';
  if (seat === dissenter) return owner === last && round === null ? 'rebut' : 'concede';
  if (number === 1 && seat === last) return isFirst ? 'refine' : 'rebut';
  return owner === dissenter && (seat === last || isFirst) ? 'rebut' : 'concede';
}

const REASONS: Readonly<Record<Move, readonly string[]>> = {
  concede: [
    'Whoever looks after it can check that in an hour.',
    'Nothing that was said speaks against it, and it holds under both answers.',
    'It is true of every part that was named here.',
  ],
  rebut: [
    'It takes for granted that all parts are alike; one part that is not is enough.',
    'It says what is not known, and nothing about what follows from that.',
    'The same would have been said a year ago, and nothing came of it.',
  ],
  refine: ['It holds for the first part, and is said of the whole.'],
};

function sample(state: State, seat: string, due: readonly Claim[]): string {
  const isFirst = getRound(state) === 1 && seat === state.opinions.seats[0];
  const fresh = isFirst && state.options.newClaims > 0;
  return JSON.stringify({
    replies: due.map((claim, index) => {
      const move = chooseMove(state, seat, claim);
      const reasons = REASONS[move];
      const refined = 'A small trial can be stopped within a week while one team runs it.';
      return {
        claim: claimName(claim.number),
        move,
        reason: `${reasons[claim.number % reasons.length]}${index === 0 ? ` ${REHEARSED}` : ''}`,
        evidence: null,
        refined: move === 'refine' ? refined : null,
      };
    }),
    new_claims: fresh ? ['Nobody has named who says when a trial has failed.'] : [],
  });
}

/** A person may write plain lines, which `claims/prose.ts` reads. */
type Answer = JsonAnswer | { readonly plain: string };

const words = z.string().nullable();
const form = z.object({
  replies: z.array(
    z.object({ claim: z.string(), reason: z.string(), evidence: words, move: z.enum(MOVES), refined: words }),
  ),
  new_claims: z.array(z.string()),
});

/** Numbers for claims that a turn makes, while the debate has room for more. */
function createNumbers({ numberedClaims = NO_CLAIMS }: State): () => Pick<ClaimEntry, 'as'> {
  const room = countRoom(numberedClaims);
  let made = 0;
  return () => (made < room ? { as: numberedClaims.length + ++made } : {});
}

/** What an agent says, which does not know which claims are its own: one of those that does not hold is withdrawn. */
function readJson(state: State, answer: JsonAnswer, seat: string): ActReading<ReplyData> {
  const claims: ClaimEntry[] = [];
  const holds: number[] = [];
  const doubts: string[] = [];
  const answered = new Set<number>();
  const takeNumber = createNumbers(state);
  const open = listOpen(state);
  for (const { claim: said, move: way, reason, refined } of answer.replies) {
    const claim = open.get(readClaimName(said) ?? 0);
    const move = readMove(way);
    if (claim === undefined) {
      doubts.push(`There is no open claim "${said.slice(0, 20)}".`);
      continue;
    }
    const { number } = claim;
    const isOwn = claim.seat === seat;
    if (answered.has(number)) doubts.push(`${claimName(number)} is answered twice; the first answer counts.`);
    else if (move === undefined) doubts.push(`The "move" on ${claimName(number)} must be concede, rebut or refine.`);
    else if (move === 'refine' && isNothing(refined ?? ''))
      doubts.push(`${claimName(number)} is refined without its new wording in "refined".`);
    else {
      answered.add(number);
      if (move === 'rebut' && isBlank(reason)) doubts.push(`${claimName(number)} is rebutted without a reason.`);
      if (move === 'refine') claims.push({ claim: number, move, ...takeNumber() });
      else if (!isOwn) claims.push({ claim: number, move });
      else if (move === 'rebut') claims.push({ claim: number, move: 'withdraw' });
      else holds.push(number);
    }
  }
  const most = state.options.newClaims;
  const made = listNewClaims(answer).length;
  const fresh = Array.from({ length: Math.min(made, most) }, takeNumber);
  claims.push(...fresh.filter(({ as }) => as !== undefined));
  const missing = listDueClaims(state, seat).filter(({ number }) => !answered.has(number));
  return {
    data: { round: getRound(state), claims, holds },
    fatal: answered.size === 0 ? ['No claim is answered.'] : [],
    doubts: [
      ...doubts,
      ...(made > most ? [`${countNoun(made, 'new claim')}; at most ${most} in a round.`] : []),
      ...describeMissing(missing),
    ],
  };
}

const FOREIGN = { concede: 'holds', rebut: 'does not hold', refine: 'holds in other words' } as const;
const OWN = { concede: 'stands by its own claim', withdraw: 'withdraws its own claim' } as const;

interface Verb {
  readonly claim: number;
  readonly verb: string;
  /** Of the claim that takes its place. */
  readonly as?: number | undefined;
}

/** What a turn says of each claim; of its own, a seat reads no more than that somebody says so. */
function listVerbs({ claims, holds }: ReplyData, isPeople: boolean): readonly Verb[] {
  const moves = claims.flatMap(({ claim, move, as }): Verb[] => {
    if (claim === undefined || move === undefined) return [];
    if (move === 'withdraw') return [{ claim, verb: isPeople ? OWN.withdraw : FOREIGN.rebut }];
    return [{ claim, verb: FOREIGN[move], as }];
  });
  const held = holds.map((claim) => ({ claim, verb: isPeople ? OWN.concede : FOREIGN.concede }));
  return [...moves, ...held].toSorted((one, other) => one.claim - other.claim);
}

function format(answer: JsonAnswer, data: ReplyData, isPeople: boolean): string {
  const made = listNewClaims(answer);
  const verbs = listVerbs(data, isPeople).flatMap(({ claim, verb, as }) => {
    const said = findReply(answer, claim);
    const reason = said === undefined ? '' : inOneParagraph(joinReason(said));
    const line = `- ${claimName(claim)}: **${verb}**${reason === '' ? '' : `. ${reason}`}`;
    return as === undefined ? [line] : [line, `  - ${claimName(as)}: ${inOneParagraph(said?.refined)}`];
  });
  const added = data.claims.filter(({ claim }) => claim === undefined);
  const lines = added.map(({ as = 0 }, index) => `- New claim, ${claimName(as)}: ${inOneParagraph(made[index])}`);
  return [...verbs, ...lines].join('\n');
}

const PLAIN =
  'Plain lines will do, one for each claim: "C2 concede: why it holds", "C3 rebut: why it does not", "C4 refine: the claim as you would hold it"; below it "Evidence: …" if you have some';
const PLAIN_CLAIM = '; at the end "Claim: …" for one of your own';

function describeNewClaims(most: number): string {
  if (most === 0) return 'no new claim: leave the list empty';
  const [claims, they] = most === 1 ? ['one new claim', 'it'] : [`${most} new claims`, 'they'];
  return `at most ${claims}, only if ${they} could change somebody's answer and nobody has made ${they === 'it' ? 'it' : 'them'}`;
}

export const reply = defineAct<State, Answer, ReplyData>({
  form,
  data: replyData,
  /** Asked in a session that remembers nothing: a seat that knew its own claims would defend them as its own. */
  request(state, seat) {
    const { rounds, newClaims } = state.options;
    const round = getRound(state);
    const due = listDueClaims(state, seat);
    const claims = joinNames(due);
    return {
      id: `reply-${round}-${seat}`,
      task: 'reply',
      label: `${labelSeat(seat)} answers the claims`,
      data: { round },
      values: { round: String(round), rounds: String(rounds), claims, new_claims: describeNewClaims(newClaims) },
      plainForm: `Say whether each of these claims holds: ${claims}. ${PLAIN}${newClaims === 0 ? '' : PLAIN_CLAIM}.`,
      alone: true,
      sample: () => sample(state, seat, due),
    };
  },
  parse: (text, { byHand }) =>
    isPlain(text, byHand) ? { ok: true, value: { plain: text }, repairs: [] } : readAnswer(text, answerSchema),
  fits: ({ numberedClaims = NO_CLAIMS }, { claims }) => areEntriesDue(numberedClaims, claims),
  read(state, answer, { seat, byHand }) {
    const {
      data,
      doubts = [],
      warnings = [],
      ...read
    } = 'plain' in answer ? readLines(state, answer.plain, seat) : readJson(state, answer, seat);
    return { ...read, data, ...(byHand ? { warnings: [...warnings, ...doubts] } : { doubts, warnings }) };
  },
  apply: (state, { seat, data }) => ({ ...state, replies: { ...state.replies, [seat]: data } }),
  title: ({ seat, data: { round } }, history) => ({ title: `Round ${round}, ${nameAuthor(history, seat)}`, round }),
  text: (answer, { data }, { step }) =>
    'plain' in answer ? nameClaims(answer.plain, data.claims) : format(answer, data, step === undefined),
});
