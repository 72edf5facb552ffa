// What the opinions come to, in one sentence and as a page for people; texts of seats are escaped.
import { defined } from '../../../domain/defined.ts';
import { toPhrase } from '../../../domain/question/format-answer.ts';
import { findOwnWords } from '../../../domain/question/match-options.ts';
import type { BallotResult, OpeningResult, OpinionsResult } from '../../../domain/results/opinions-result.ts';
import { REDACTED } from '../../../domain/sealed/sealed.ts';
import { areWeighed, describeTallies, describeWords } from '../../../domain/words/describe-tallies.ts';
import type { LabelSeat } from '../../../domain/words/label-seats.ts';
import { escapePlain, renderTable } from '../../../domain/words/markdown-safe.ts';

/** Where no answer stands. */
const OPEN: Readonly<Partial<Record<OpinionsResult['reason'], string>>> = {
  'no-majority-at-first': 'No answer had a majority before the debate',
  'most-abstain': 'At least half of the seats chose none of the answers',
  'most-without-answer': 'At least half of the seats gave no answer, or chose none of them',
  'doubt-left-without-claim': 'Doubt was given up for no claim',
  'majority-left-without-claim': 'Most seats end with another answer than most gave at first',
  'text-rejected': 'More than half of the seats reject the decision',
};
/** Where not heads are counted, but what their answers weigh. */
const OPEN_BY_WEIGHT: typeof OPEN = {
  'most-abstain': 'Seats with at least half of the weight chose none of the answers',
  'most-without-answer': 'Seats with at least half of the weight gave no answer, or chose none of them',
  'majority-left-without-claim': 'The answer with most of the weight in the end is not the one that had it at first',
};
const VOTES = { own: 'own answer', accept: 'accepts', reject: 'rejects' } as const;

/** "Yes: openings 2 to 1, final ballot 3 to 0, one seat moved"; before the end no answer, only the tallies. */
export function buildOpinionsHeadline(opinions: OpinionsResult): string {
  const tallies = describeTallies(opinions);
  if (tallies === undefined) return describeWords(opinions);
  if (opinions.reason === 'unfinished') return tallies;
  const { answer, reason, openings, ballot } = opinions;
  const isWeighed = areWeighed([...openings.counts, ...ballot.counts]);
  const open = (isWeighed ? OPEN_BY_WEIGHT[reason] : undefined) ?? OPEN[reason];
  return `${answer ?? open ?? 'No answer has a majority'}: ${tallies}`;
}

const sure = (confidence: number | null) => (confidence === null ? '' : `, ${confidence}%`);

/** What was read, and beside it the words that it was read from, where they are others. */
function describeAnswer(row: Pick<OpeningResult, 'answer' | 'said' | 'confidence'>): string {
  const own = findOwnWords(row.answer, row.said);
  return `${escapePlain(toPhrase(row.answer ?? REDACTED))}${own === undefined ? '' : ` (“${escapePlain(own)}”)`}${sure(row.confidence)}`;
}

function describeSource({ movedBy }: BallotResult, label: LabelSeat): string | undefined {
  if (movedBy === null) return undefined;
  return `${escapePlain(label(movedBy.seat))}, ${movedBy.claim}`;
}

/** The answers of a seat that has left, or for which somebody else spoke in the end, stay in the table. */
function describeFate(opening: OpeningResult | undefined): string {
  return `${opening?.left === true ? ' (left)' : ''}${opening?.replaced === true ? ' (replaced after its opening)' : ''}`;
}

/** Votes are on one text, and forgotten once another takes its place. */
const nameText = (votedOn: number | null | undefined) => `Decision (event ${votedOn})`;

function renderAnswers({ openings, ballot, moved }: OpinionsResult, label: LabelSeat): string {
  const last = new Map(ballot.seats.map((each) => [each.seat, each]));
  const first = new Map(openings.seats.map((each) => [each.seat, each]));
  const [votedOn] = ballot.seats.flatMap((each) => each.votedOn ?? []);
  const columns = [
    'Seat',
    ...(first.size > 0 ? ['Opening'] : []),
    ...(last.size > 0 ? ['Final answer'] : []),
    ...(votedOn === undefined ? [] : [nameText(votedOn)]),
    ...(moved.length > 0 ? ['Moved by'] : []),
  ];
  const rows = [...new Set([...first.keys(), ...last.keys()])].map((seat) => {
    const [opening, final] = [first.get(seat), last.get(seat)];
    const isMoved = moved.some((move) => move.seat === seat);
    const source = final === undefined ? undefined : describeSource(final, label);
    const cells: Readonly<Record<string, string>> = {
      Seat: `${escapePlain(label(seat))}${describeFate(opening)}`,
      ...defined({ Opening: opening && describeAnswer(opening), 'Final answer': final && describeAnswer(final) }),
      [nameText(votedOn)]: final?.vote ? VOTES[final.vote] : '',
      'Moved by': isMoved ? (source ?? 'names no claim') : '',
    };
    return columns.map((column) => (cells[column] ?? '').replaceAll('|', '\\|'));
  });
  return renderTable(columns, rows);
}

/** What the openings rest on. */
export function renderOpeningClaims({ openings }: OpinionsResult, label: LabelSeat): string {
  const claims = openings.seats.flatMap(({ seat, claims: own }) =>
    own.map(({ id, claim }) => `- ${id}, ${escapePlain(label(seat))}: ${escapePlain(claim.trim())}`),
  );
  return claims.length === 0 ? '' : ['### Claims', '', ...claims].join('\n');
}

/** Answers in words do not fit into a table. */
function renderWords({ openings, ballot }: OpinionsResult, label: LabelSeat): string {
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`### ${title}`, items.map((item) => `- ${item}`).join('\n')];
  const answered = ({ seat, answer, confidence }: OpeningResult | BallotResult, more: readonly string[]) =>
    `**${escapePlain(label(seat))}**${sure(confidence)}${more.map((part) => `, ${part}`).join('')}: ${escapePlain((answer ?? REDACTED).trim())}`;
  return [
    ...list(
      'Openings',
      openings.seats.map((each) => answered(each, [])),
    ),
    ...list(
      'Final answers',
      ballot.seats.map((each) => {
        const source = describeSource(each, label);
        return answered(each, [
          ...(each.vote === null ? [] : [`${nameText(each.votedOn)}: ${VOTES[each.vote]}`]),
          ...(source === undefined ? [] : [`moved by ${source}`]),
        ]);
      }),
    ),
  ].join('\n\n');
}

export function renderOpinions(opinions: OpinionsResult, label: LabelSeat): string {
  if (opinions.question.answer !== 'text') return renderAnswers(opinions, label);
  return [`**${escapePlain(buildOpinionsHeadline(opinions))}**`, renderWords(opinions, label)].join('\n\n');
}
