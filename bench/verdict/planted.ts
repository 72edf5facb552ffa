// Debates in which some claims are passed over on purpose and some quotes are forged: are exactly those listed?
import { type ClaimResult, claimResultSchema } from '../../src/domain/claims.ts';
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { AnyFormat, Step } from '../../src/formats/format.ts';
import { type Draw, drawsFrom } from '../random.ts';
import { playOut } from './play.ts';

const DROPPED = 0.3;
const FORGED = 0.3;
const NOTES = 'docs/notes.md';

const WORDS = 'the team cost load licence server month week report test user plan risk data rule page'.split(' ');
const LINES = Array.from({ length: 20 }, (_, line) =>
  Array.from({ length: 8 }, (_, place) => WORDS[(line * 7 + place * (line + 3)) % WORDS.length]).join(' '),
);
const CONTEXT = { source: NOTES, bytes: LINES.join('\n').length, text: LINES.join('\n') };

/** What is planted in one debate. */
class Plot {
  readonly draw: Draw;
  readonly answered = new Set<string>();
  #claims = 0;

  constructor(seed: string) {
    this.draw = drawsFrom(`plot ${seed}`);
  }

  /** A claim with a quote; its name says whether that is true: "t4", "f5". */
  claim(): string {
    this.#claims += 1;
    const name = `claim ${this.#claims}`;
    const line = Math.floor(this.draw(`${name} line`) * LINES.length);
    const text = LINES[line] as string;
    const isForged = this.draw(`${name} forged`) < FORGED;
    // No two forgeries are alike: a quote of what another seat has said is none.
    const forged =
      this.draw(`${name} how`) < 0.5
        ? `${text.split(' ').toReversed().join(' ')} ${this.#claims}`
        : `${text} and ${this.#claims} more`;
    const quote = isForged ? forged : text;
    const cited = this.draw(`${name} bare`) < 0.5 ? `"${quote}"` : `${NOTES}:${line + 1} "${quote}"`;
    return `${isForged ? 'f' : 't'}${this.#claims} rests on ${cited}`;
  }

  /** Those that this turn answers; the others are passed over by everybody. */
  pick(claims: readonly string[], most = Number.POSITIVE_INFINITY): readonly string[] {
    const picked = claims.filter((claim) => this.draw(`drop ${claim}`) >= DROPPED).slice(0, most);
    for (const claim of picked) this.answered.add(claim);
    return picked;
  }
}

const listNames = (text = '') => [...text.matchAll(/\bC\d+\b/g)].map(([name]) => name);
const NOTATIONS = [
  (id: string, move: string) => `${id} ${move}: because`,
  (id: string, move: string) => `- **${id} ${move}:** because`,
  (id: string, move: string) => `1. ${id} – ${move}. Because.`,
] as const;

function replyInProse(plot: Plot, { id, values }: Step): readonly string[] {
  return plot.pick(listNames(values['open_claims'])).map((name) => {
    const write = NOTATIONS[Math.floor(plot.draw(`${id} ${name}`) * NOTATIONS.length)] as (typeof NOTATIONS)[number];
    return write(name, plot.draw(`${id} ${name} move`) < 0.5 ? 'concede' : 'rebut');
  });
}

function argue(plot: Plot, { task, values }: Step): string {
  const ids = (list = '') => [...list.matchAll(/\b(?:prop|opp)_\d{3}[a-z]?\b/g)].map(([id]) => id);
  const attacks = plot.pick(ids(values['opposing']), 3);
  const defends = plot.pick(ids(values['own']), 2);
  const given = Array.from({ length: task === 'open' ? 3 : 1 }, () => ({
    ...{ title: 'An argument', claim: plot.claim(), warrant: 'It follows.', backing: null, qualifier: null },
    grounds: [{ source: 'A source', content: 'word', relevance: 'It matters.' }],
    attacks: attacks.map((id) => ({ target_id: id, attack_type: 'claim_attack', content: 'No.' })),
    defends: defends.map((id) => ({ target_id: id, defense_type: 'clarify', content: 'Yes.' })),
  }));
  return JSON.stringify({ arguments: given });
}

function judge({ values }: Step): string {
  const scores = (values['due'] ?? '').split(', ').map((name) => ({
    ...{ argument_id: name, soundness: 5, evidence: 5, responsiveness: 5, clarity: 5, reasoning: 'So it is.' },
  }));
  return JSON.stringify({ scores, rescores: [] });
}

function challenge(plot: Plot, { values }: Step): string {
  const points = plot.pick(listNames(values['open_claims'])).map((claim) => ({
    ...{ point: plot.claim(), claim, target: null, action: 'challenge', reason: 'So it is.', resolution: null },
  }));
  const more = { point: plot.claim(), claim: null, target: null, action: 'agree', reason: 'It is.', resolution: null };
  return JSON.stringify({ points: [...points, more] });
}

/** Of a panel, which is asked for one claim at least. */
function replyInJson(plot: Plot, { values }: Step): string {
  const due = listNames(values['claims']);
  const picked = plot.pick(due);
  const [first] = due;
  if (picked.length === 0 && first !== undefined) plot.answered.add(first);
  const named = picked.length > 0 || first === undefined ? picked : [first];
  return JSON.stringify({
    replies: named.map((claim) => ({
      ...{ claim, move: plot.draw(`${claim} move`) < 0.5 ? 'concede' : 'rebut' },
      ...{ reason: 'So it is.', evidence: null, refined: null },
    })),
    new_claims: values['new_claims'] === 'no new claim' ? [] : [plot.claim()],
  });
}

const ACTS: Readonly<Record<string, (plot: Plot, step: Step) => string>> = {
  opening: (plot, { seat }) =>
    JSON.stringify({
      ...{ answer: seat === 'wall' || seat.startsWith('fresh') ? 'B' : 'A', confidence: 70, change_mind: 'A test.' },
      claims: [plot.claim(), plot.claim()],
    }),
  ballot: () =>
    JSON.stringify({ answer: 'A', confidence: 70, moved_by: null, reason: 'So it is.', vote: 'own', objection: null }),
  position: (plot) => `I say A.\n\n1. ${plot.claim()}\n\n2. ${plot.claim()}`,
  challenge,
  converge: () => JSON.stringify({ synthesis: 'A.', points: [] }),
  reply: replyInJson,
  decision: () => 'ANSWER: A\n\n1. **Decision.** We do A.',
  'minority-report': () => 'I hold B.',
  turn: (plot, step) =>
    ['ANSWER: A', '1. We do A.', ...replyInProse(plot, step), `Claim: ${plot.claim()}`].join('\n\n'),
  argument: argue,
  judgment: (_, step) => judge(step),
  'swapped-judgment': (_, step) => judge(step),
};

/** What the record lists against what was planted. */
export interface PlantedFigures {
  readonly claims: number;
  readonly dropped: number;
  readonly droppedListed: number;
  /** Listed although somebody answered them. */
  readonly listedWrongly: number;
  readonly forged: number;
  readonly forgedMarked: number;
  readonly genuine: number;
  readonly genuineMarked: number;
}

function holdPlanted(format: AnyFormat, recipe: string, seed: string): { plot: Plot; claims: readonly ClaimResult[] } {
  const plot = new Plot(seed);
  const isOxford = format.id === 'oxford';
  const options: RuleData = { ...format.recipes[recipe]?.options, ...(isOxford ? {} : { gate: 'off' }) };
  const answers = isOxford ? {} : { question: { answer: 'choice', options: ['A', 'B'] } as const };
  const { snapshot } = playOut({ format, options, context: [CONTEXT], seed, ...answers }, (step) => {
    const act = ACTS[step.act];
    if (act === undefined) throw new Error(`Nobody knows what "${step.act}" is.`);
    return act(plot, step);
  });
  const data = snapshot.format.result?.(snapshot.log, snapshot.state)?.data;
  return { plot, claims: claimResultSchema.array().parse(data?.['claims']) };
}

export function measurePlanted(format: AnyFormat, recipe: string, count: number): PlantedFigures {
  const debates = Array.from({ length: count }, (_, index) => holdPlanted(format, recipe, `${index + 1}`));
  const all = debates.flatMap(({ plot, claims }) =>
    claims.map((claim) => ({
      isDropped: claim.fate !== 'open' && !plot.answered.has(claim.id),
      isListed: claim.fate === 'dropped',
      isForged: /^f\d/.test(claim.text ?? ''),
      isMarked: claim.evidence.some(({ status }) => status === 'wrong'),
    })),
  );
  const countOf = (is: (each: (typeof all)[number]) => boolean) => all.filter(is).length;
  return {
    claims: all.length,
    dropped: countOf(({ isDropped }) => isDropped),
    droppedListed: countOf(({ isDropped, isListed }) => isDropped && isListed),
    listedWrongly: countOf(({ isDropped, isListed }) => !isDropped && isListed),
    forged: countOf(({ isForged }) => isForged),
    forgedMarked: countOf(({ isForged, isMarked }) => isForged && isMarked),
    genuine: countOf(({ isForged }) => !isForged),
    genuineMarked: countOf(({ isForged, isMarked }) => !isForged && isMarked),
  };
}
