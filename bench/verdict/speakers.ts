// What simulated debaters say when a format asks them for something, in the form that it asks for.
import type { Step, TranscriptEntry } from '../../src/formats/format.ts';
import type { Debater } from './debater.ts';
import { type Claim, readAnswerIn, readClaims, readDecision, writeAnswer, writeClaim, writeDecision } from './words.ts';

/** Claims that a turn and a position have room for. */
const IN_A_TURN = 1;
const IN_A_POSITION = 2;

/** What a review is asked about: a place of the change below that may be a bug. */
const SUSPICION = {
  severity: 'P0',
  title: 'The loop reads past the end',
  file: 'src/cart.ts',
  line: 1,
  fix: 'Stop before `items.length`.',
  evidence: 'for (let i = 0; i <= items.length; i++) sum += items[i].price;',
};

/** A change with that place in it. */
const DIFF = `diff --git a/src/cart.ts b/src/cart.ts
--- a/src/cart.ts
+++ b/src/cart.ts
@@ -1,1 +1,1 @@
-sum = 0;
+${SUSPICION.evidence}
`;

export const CHANGE = { source: 'git:HEAD', bytes: DIFF.length, text: DIFF };

type Act = (debater: Debater, step: Step, entries: readonly TranscriptEntry[]) => string;

/** In prose a claim has a line of its own, which gets a number. */
const stateInProse = (answer: string, claims: readonly Claim[]) =>
  [writeAnswer(answer), ...claims.map((claim) => `Claim: ${writeClaim(claim)}`)].join('\n\n');

const state = (answer: string, claims: readonly Claim[]) => [writeAnswer(answer), ...claims.map(writeClaim)].join(' ');

/** The newest decision that stands in the entries. */
function findDecision(entries: readonly TranscriptEntry[]): string | undefined {
  return entries.map(({ text = '' }) => readDecision(text)).findLast((answer) => answer !== undefined);
}

/** A decision for what the debater holds, or for what it is asked to carry out. */
function decide(debater: Debater, { values }: Step): string {
  const written = values['answer'] ?? debater.write(debater.held);
  const said = stateInProse(debater.held, debater.claims(IN_A_TURN));
  return `ANSWER: ${written}\n\n1. ${writeDecision(debater.nameAnswer(written))} ${said}`;
}

function takeTurn(debater: Debater, step: Step): string {
  return step.task === 'decide' ? decide(debater, step) : `1. ${stateInProse(debater.held, debater.claims(IN_A_TURN))}`;
}

function open(debater: Debater): string {
  const claims = debater.claims(IN_A_POSITION).map((claim) => state(debater.held, [claim]));
  return JSON.stringify({
    answer: debater.write(debater.held),
    confidence: debater.confidence,
    claims,
    change_mind: 'A better claim.',
  });
}

const nameOf = ({ id, name }: Claim) => name ?? id.replace(/\.\d+$/, '');

function fillBallot(debater: Debater, { id, task }: Step, entries: readonly TranscriptEntry[]): string {
  const { answer, movedBy } = debater.ballot(id);
  const ballot = {
    ...{ answer: debater.write(answer), confidence: debater.confidence, reason: 'So it is.' },
    moved_by: answer === debater.opening || movedBy === undefined ? null : nameOf(movedBy),
  };
  if (task !== 'ballot-and-vote') return JSON.stringify(ballot);
  const decision = findDecision(entries) ?? answer;
  const vote = decision === answer ? 'own' : debater.approves(decision, id) ? 'accept' : 'reject';
  const objection = vote === 'reject' ? state(debater.held, debater.claims(IN_A_TURN)) : null;
  return JSON.stringify({ ...ballot, vote, objection });
}

function challengeAgreement(debater: Debater): string {
  const claim = debater.findCaseAgainst(debater.held);
  debater.weigh(claim);
  return JSON.stringify({ stands: debater.held === claim.answer, case: state(debater.held, [claim]) });
}

function voteOnDecision(debater: Debater, { id }: Step, entries: readonly TranscriptEntry[]): string {
  const decision = findDecision(entries) ?? debater.held;
  return debater.approves(decision, id)
    ? `VOTE: APPROVE\n\n- ${writeAnswer(decision)}`
    : `VOTE: REJECT\n\n- ${state(debater.held, debater.claims(IN_A_TURN))}`;
}

/** The names under which a request may mean the speaker of an entry: "fresh", or "speaker-2" where seats are not told who is who. */
function listNames({ seat, title }: TranscriptEntry): readonly (string | undefined)[] {
  return [seat, title.replace(/^.*, /, '').toLowerCase().replace(' ', '-')];
}

/** One point for each position: whoever holds it, or is polite, agrees. */
function challenge(debater: Debater, { id, values }: Step, entries: readonly TranscriptEntry[]): string {
  const targets = [...(values['targets'] ?? '').matchAll(/^- `([^`]+)`/gm)].map(([, seat]) => seat as string);
  const reason = state(debater.held, debater.claims(IN_A_POSITION));
  const points = targets.map((target) => {
    const said = entries.findLast((entry) => listNames(entry).includes(target))?.text ?? '';
    const position = readAnswerIn(said);
    if (position === undefined) throw new Error(`${target} has no position in what ${debater.seat} may see.`);
    const agrees = debater.approves(position, `${id} ${target}`);
    const point = agrees ? `It holds that ${position} is right.` : `It does not hold that ${position} is right.`;
    return { point, target, action: agrees ? 'agree' : 'challenge', reason, resolution: null };
  });
  return JSON.stringify({ points });
}

/**
 * A claim holds for whoever made it, holds what it speaks for, or is polite: whoever moves has found a better claim, not that their own was
 * false. What else there is to say is a claim of its own.
 */
function reply(debater: Debater, { id, values }: Step, entries: readonly TranscriptEntry[]): string {
  const known = new Map(entries.flatMap(({ text = '' }) => readClaims(text)).map((claim) => [claim.name, claim]));
  const replies = (values['claims'] ?? '').split(', ').map((claim) => {
    const said = known.get(claim);
    if (said === undefined) throw new Error(`${claim} has no words in what ${debater.seat} may see.`);
    const isOwn = said.id.startsWith(`${debater.seat}.`);
    const holds = isOwn || debater.approves(said.answer, `${id} ${claim}`);
    return { claim, move: holds ? 'concede' : 'rebut', reason: 'So it is.', evidence: null, refined: null };
  });
  const claims = debater.claims(IN_A_TURN).map((claim) => state(debater.held, [claim]));
  return JSON.stringify({ replies, new_claims: claims });
}

/** The ballot has decided, and the writer writes it down. */
function writeDown(debater: Debater, { values: { answer = '' } }: Step): string {
  const decision = answer === '' ? '**No decision.**' : writeDecision(debater.nameAnswer(answer));
  return answer === '' ? `1. ${decision}` : `ANSWER: ${answer}\n\n1. ${decision}`;
}

/** The first option: "the suspicious place is a bug". */
const isBug = (answer: string) => answer === 'A';

/** Whoever holds that it is a bug reports it, all in the same words, so that it becomes one finding. */
function review(debater: Debater): string {
  const finding = { ...SUSPICION, detail: state(debater.held, debater.claims(IN_A_POSITION)) };
  return JSON.stringify({ findings: isBug(debater.held) ? [finding] : [], residual_risks: [], open_questions: [] });
}

const listIds = (list = '') => [...list.matchAll(/^- (F\d+)/gm)].map(([, id]) => id as string);

function judgeFindings(debater: Debater, { id: occasion, values }: Step): string {
  const reason = state(debater.held, debater.claims(IN_A_POSITION));
  const verdict = debater.approves('A', occasion) ? 'valid' : 'invalid';
  const judgments = listIds(values['findings']).map((id) => ({ id, verdict, reason, severity: null }));
  return JSON.stringify({ judgments, missed: [] });
}

function compose(debater: Debater, { id: occasion, values }: Step): string {
  const ids = listIds(values['findings']);
  const keeps = debater.approves('A', occasion);
  return JSON.stringify({
    findings: keeps ? ids.map((id) => ({ ids: [id], title: null, detail: null, fix: null })) : [],
    dropped: keeps ? [] : ids.map((id) => ({ id, reason: state(debater.held, []) })),
  });
}

function voteOnReport(debater: Debater, { id: occasion, values }: Step): string {
  const vote = debater.approves('A', occasion) ? 'approve' : 'reject';
  const reason = state(debater.held, []);
  return JSON.stringify({ votes: listIds(values['entries']).map((id) => ({ id, vote, reason })) });
}

const ACTS: Readonly<Record<string, Act>> = {
  turn: takeTurn,
  vote: voteOnDecision,
  revision: decide,
  opening: open,
  ballot: fillBallot,
  'challenge-agreement': challengeAgreement,
  position: (debater) =>
    [
      writeAnswer(debater.held),
      ...debater.claims(IN_A_POSITION).map((claim, index) => `${index + 1}. ${writeClaim(claim)}`),
    ].join('\n\n'),
  challenge,
  review,
  cross: judgeFindings,
  dispute: judgeFindings,
  compose,
  validate: voteOnReport,
  reply,
  decision: writeDown,
  'minority-report': (debater) => writeAnswer(debater.held),
  converge: (debater) => JSON.stringify({ synthesis: writeAnswer(debater.held), points: [] }),
};

/** What the debater says, having read all that it may see. */
export function speakAs(debater: Debater, step: Step, entries: readonly TranscriptEntry[]): string {
  const act = ACTS[step.act];
  if (act === undefined) throw new Error(`No simulated debater knows what "${step.act}" is.`);
  debater.read(entries, step.id);
  return act(debater, step, entries);
}
