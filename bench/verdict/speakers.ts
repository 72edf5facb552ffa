// What simulated debaters say when a format asks them for something, in the form that it asks for.
import type { Step, TranscriptEntry } from '../../src/formats/format.ts';
import type { Debater } from './debater.ts';
import { type Claim, readAnswerIn, readDecision, writeAnswer, writeClaim, writeDecision } from './words.ts';

/** Claims that a turn and a position have room for. */
const IN_A_TURN = 1;
const IN_A_POSITION = 2;

type Act = (debater: Debater, step: Step, entries: readonly TranscriptEntry[]) => string;

const state = (answer: string, claims: readonly Claim[]) => [writeAnswer(answer), ...claims.map(writeClaim)].join(' ');

/** The newest decision that stands in the entries. */
function findDecision(entries: readonly TranscriptEntry[]): string | undefined {
  return entries.map(({ text = '' }) => readDecision(text)).findLast((answer) => answer !== undefined);
}

function takeTurn(debater: Debater, { task }: Step): string {
  const said = state(debater.held, debater.claims(IN_A_TURN));
  return task === 'decide' ? `1. ${writeDecision(debater.held)} ${said}` : `1. ${said}`;
}

function voteOnDecision(debater: Debater, { id }: Step, entries: readonly TranscriptEntry[]): string {
  const decision = findDecision(entries) ?? debater.held;
  return debater.approves(decision, id)
    ? `VOTE: APPROVE\n\n- ${writeAnswer(decision)}`
    : `VOTE: REJECT\n\n- ${state(debater.held, debater.claims(IN_A_TURN))}`;
}

/** One point for each position: whoever holds it, or is polite, agrees. */
function challenge(debater: Debater, { id, values }: Step, entries: readonly TranscriptEntry[]): string {
  const targets = [...(values['targets'] ?? '').matchAll(/^- `([^`]+)`/gm)].map(([, seat]) => seat as string);
  const reason = state(debater.held, debater.claims(IN_A_POSITION));
  const points = targets.map((target) => {
    const said = entries.findLast(({ seat }) => seat === target)?.text ?? '';
    const position = readAnswerIn(said) ?? debater.held;
    const agrees = debater.approves(position, `${id} ${target}`);
    const point = agrees ? `It holds that ${position} is right.` : `It does not hold that ${position} is right.`;
    return { point, target, action: agrees ? 'agree' : 'challenge', reason, resolution: null };
  });
  return JSON.stringify({ points });
}

const ACTS: Readonly<Record<string, Act>> = {
  turn: takeTurn,
  vote: voteOnDecision,
  revision: (debater) => `1. ${writeDecision(debater.held)} ${state(debater.held, debater.claims(IN_A_TURN))}`,
  position: (debater) => state(debater.held, debater.claims(IN_A_POSITION)),
  challenge,
  converge: (debater) => JSON.stringify({ synthesis: writeAnswer(debater.held), points: [] }),
};

/** What the debater says, having read all that it may see. */
export function speakAs(debater: Debater, step: Step, entries: readonly TranscriptEntry[]): string {
  const act = ACTS[step.act];
  if (act === undefined) throw new Error(`No simulated debater knows what "${step.act}" is.`);
  debater.read(entries, step.id);
  return act(debater, step, entries);
}
