// What the opinions come to, in one sentence and as a page for people; texts of seats are escaped.

import { defined } from '../../../domain/defined.ts';
import type { BallotResult, OpeningResult, OpinionsResult } from '../../../domain/results/opinions-result.ts';
import { REDACTED } from '../../../domain/sealed/sealed.ts';
import { escapePlain } from '../../../domain/words/markdown-safe.ts';

export type LabelOf = (seat: string) => string;

type Counts = OpinionsResult['openings']['counts'];

const BASES: Readonly<Record<string, string>> = {
  'unanimous-ballot': 'every seat gave it in the final ballot, and each that moved named its reason',
  openings: 'most seats gave it before they read each other',
  'cited-moves': 'most seats ended with it, counting only moves that name their reason; the openings had no majority',
  ballot: 'most seats gave it in the final ballot; the openings had no majority',
};
const VOTES = { own: 'own answer', accept: 'accepts', reject: 'rejects' } as const;

/** "2 of 3 Go, 1 of 3 Rust"; of measures, which hardly ever are the same, all that were given. */
export function formatCounts({ answer: kind }: OpinionsResult['question'], counts: Counts): string {
  if (kind === 'number' || kind === 'probability') {
    return counts.flatMap(({ answer, seats }) => seats.map(() => answer)).join(', ');
  }
  const all = counts.reduce((sum, { votes }) => sum + votes, 0);
  return counts.map(({ answer, votes }) => `${votes} of ${all} ${answer}`).join(', ');
}

/** Of answers in words, which nobody can count: what the seats make of the decision. */
function describeVotes({ openings, ballot }: OpinionsResult): string {
  const votes = ballot.seats.flatMap(({ vote }) => vote ?? []);
  if (votes.length === 0) return `${openings.seats.length} answers in words, which no rule compares`;
  const count = (wanted: (typeof votes)[number]) => votes.filter((vote) => vote === wanted).length;
  const [own, accept, reject] = [count('own'), count('accept'), count('reject')];
  return [
    `${own} of ${votes.length} seats ${own === 1 ? 'holds the decision as its' : 'hold the decision as their'} own answer`,
    ...(accept === 0 ? [] : [`${accept} ${accept === 1 ? 'accepts' : 'accept'} it`]),
    ...(reject === 0 ? [] : [`${reject} ${reject === 1 ? 'rejects' : 'reject'} it`]),
  ].join(', ');
}

export function buildHeadline(opinions: OpinionsResult): string {
  const { question, answer, openings, ballot, moved } = opinions;
  if (question.answer === 'text') return describeVotes(opinions);
  const parts = [
    ...(openings.seats.length === 0 ? [] : [`openings ${formatCounts(question, openings.counts)}`]),
    ...(ballot.seats.length === 0 ? [] : [`ballot ${formatCounts(question, ballot.counts)}`]),
    ...(ballot.seats.length === 0 || openings.seats.length === 0 ? [] : [`${moved.length} moved`]),
  ];
  return `${answer ?? 'No answer has a majority'} (${parts.join('; ')})`;
}

function explainAnswer({ answer, basis, contested, openings, ballot }: OpinionsResult): string {
  if (answer === null || basis === null) return '';
  if (openings.unanimous && ballot.seats.length === 0) {
    return 'Every seat gave it before they read each other, so there was no debate. It rests on the claims below.';
  }
  if (ballot.seats.length === 0) return basis === 'openings' ? 'Most seats gave it before they read each other.' : '';
  const but = contested ? ' Most seats end with another answer, so it is not settled.' : '';
  return `It stands because ${BASES[basis] ?? basis}.${but}`;
}

const sure = (confidence: number | null) => (confidence === null ? '' : `, ${confidence} %`);
const said = ({ answer, confidence }: Pick<OpeningResult, 'answer' | 'confidence'>) =>
  `${escapePlain(answer ?? REDACTED)}${sure(confidence)}`;

function sourceOf({ movedBy }: BallotResult, label: LabelOf): string | undefined {
  if (movedBy === null) return undefined;
  return `${escapePlain(label(movedBy.seat))}${movedBy.claim === null ? '' : `, ${movedBy.claim}`}`;
}

function renderTable({ openings, ballot, moved }: OpinionsResult, label: LabelOf): string {
  const last = new Map(ballot.seats.map((each) => [each.seat, each]));
  const first = new Map(openings.seats.map((each) => [each.seat, each]));
  const isVoted = ballot.seats.some(({ vote }) => vote !== null);
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const columns = [
    'Seat',
    ...(first.size > 0 ? ['Opening'] : []),
    ...(last.size > 0 ? ['Final answer'] : []),
    ...(isVoted ? ['Decision'] : []),
    ...(moved.length > 0 ? ['Moved by'] : []),
  ];
  const rows = [...new Set([...first.keys(), ...last.keys()])].map((seat) => {
    const [opening, final] = [first.get(seat), last.get(seat)];
    const isMoved = moved.some((move) => move.seat === seat);
    const source = final === undefined ? undefined : sourceOf(final, label);
    const cells: Readonly<Record<string, string>> = {
      Seat: escapePlain(label(seat)),
      ...defined({ Opening: opening && said(opening), 'Final answer': final && said(final) }),
      Decision: final?.vote ? VOTES[final.vote] : '',
      'Moved by': isMoved ? (source ?? 'names no reason of another seat') : '',
    };
    return row(columns.map((column) => cells[column] ?? ''));
  });
  return [row(columns), row(columns.map(() => '---')), ...rows].join('\n');
}

function renderClaims({ openings }: OpinionsResult, label: LabelOf): string {
  const claims = openings.seats.flatMap(({ seat, claims: own }) =>
    own.map(({ id, claim }) => `- ${id}, ${escapePlain(label(seat))}: ${escapePlain(claim.trim())}`),
  );
  return claims.length === 0 ? '' : ['### Claims', '', ...claims].join('\n');
}

/** Answers in words do not fit into a table. */
function renderWords({ openings, ballot }: OpinionsResult, label: LabelOf): string {
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
        const source = sourceOf(each, label);
        return answered(each, [
          ...(each.vote === null ? [] : [each.vote === 'own' ? 'the decision is its own answer' : VOTES[each.vote]]),
          ...(source === undefined ? [] : [`moved by ${source}`]),
        ]);
      }),
    ),
  ].join('\n\n');
}

/** `claims`: whether to list what the openings rest on. */
export function renderOpinions(
  opinions: OpinionsResult,
  label: LabelOf,
  { claims }: { readonly claims: boolean },
): string {
  const isOpen = opinions.question.answer === 'text';
  return [
    `**${escapePlain(buildHeadline(opinions))}**`,
    explainAnswer(opinions),
    isOpen ? renderWords(opinions, label) : renderTable(opinions, label),
    claims ? renderClaims(opinions, label) : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
