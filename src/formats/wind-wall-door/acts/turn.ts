// The turn of a debater, by the kind of thinking that the seat is for; Door's last one is the decision.
import { isClosed } from '../../../domain/question/question.ts';
import { describeUnanswered, NO_CLAIMS } from '../../common/claims/state.ts';
import { type ActReading, defineAct, readWords } from '../../define-act.ts';
import type { Contribution } from '../../format.ts';
import { COGNITIONS, type Cognition, checkCognition, parseCognition } from '../cognition.ts';
import { sampleTurn } from '../samples.ts';
import { DEBATERS, type Debater, isDebater, LABELS } from '../setup.ts';
import { createNote, isLast, type State, toRound } from '../state.ts';
import { describeLastLines, fitsProse, formatProse, type ProseData, proseData, readProse } from './prose.ts';

const COGNITION_OF: Readonly<Record<Debater, Cognition>> = { wind: 'PATHOS', wall: 'ETHOS', door: 'LOGOS' };

/** What is asked for by a number or a probability is the case, whatever anybody does about it. */
function decisionTask({ opinions }: State): string {
  const kind = opinions?.question.answer;
  return kind === 'number' || kind === 'probability' ? 'conclude' : 'decide';
}

/** The topic may hold its answers without anybody having been asked for them. */
const OPEN =
  ' If the topic asks for yes or no, or names its possible answers, take these one by one. Else open two to four options that exclude one another, with doing nothing or removing something among them where that can be: if someone could do two of them next week without conflict, they are one option.';

/** Wind opens alternatives only where nobody has said which there are. */
function describeOptions({ opinions }: State): string {
  return opinions !== undefined && isClosed(opinions.question)
    ? ' The possible answers are given: take them one by one, and open no others.'
    : OPEN;
}

const STRICT: Readonly<Record<Debater, string>> = {
  wind: ' Your turn needs a list of options and a question.',
  wall: ' Your turn needs two parts, headed `Evidence:` and `Verdict:`, in English whatever language you write in.',
  door: ' Your turn needs numbered lines.',
};

const describeShape = (state: State, seat: string): string =>
  `${seat === 'wind' ? describeOptions(state) : ''}${state.options.strictCognition ? STRICT[seat as Debater] : ''}`;

const doesDecide = (state: State, seat: string) => seat === 'door' && isLast(state, state.turns + 1);

/** The form that this kind of thinking has; a seat whose cognition is not its own speaks out of role. */
function readCognition(
  { options: { strictCognition } }: State,
  text: string,
  { seat, byHand, data: { cognition: named } }: Contribution,
): ActReading<{ cognition?: Cognition }> {
  if (named === undefined) return { data: {}, fatal: strictCognition ? ['The turn has no cognition.'] : [] };
  const cognition = typeof named === 'string' ? parseCognition(named) : undefined;
  if (cognition === undefined) {
    return { data: {}, fatal: [`Unknown cognition "${String(named)}"; choose from ${COGNITIONS.join(', ')}.`] };
  }
  const own = isDebater(seat) ? COGNITION_OF[seat] : cognition;
  // Unless it is strict, no agent was asked for this form.
  if (own === cognition && !byHand && !strictCognition) return { data: { cognition } };
  const { violations, advice } =
    own === cognition
      ? checkCognition(cognition, text)
      : { violations: [`${LABELS[seat]} speaks with ${own}.`], advice: [] };
  if (strictCognition) return { data: { cognition }, fatal: violations, warnings: advice };
  return { data: { cognition }, warnings: [...violations, ...advice] };
}

/** Debating turns without a word from a seat after which the record warns, in mediated order. */
const STARVING_AFTER = 6;

const warnOfStarving = (seat: Debater) =>
  createNote(
    'seat-starved',
    `${LABELS[seat]} has not spoken for ${STARVING_AFTER} turns, which biases the debate.`,
    seat,
  );

export const turn = defineAct<State, string, ProseData>({
  parse: readWords,
  data: proseData,
  outright: ['cognition'],
  request(state, seat) {
    const number = state.turns + 1;
    const decides = doesDecide(state, seat);
    return {
      id: `turn-${number}`,
      task: decides ? decisionTask(state) : 'speak',
      label: decides ? 'Door decides' : `${LABELS[seat]} speaks`,
      data: { cognition: COGNITION_OF[seat as Debater] },
      values: {
        seat: LABELS[seat] as string,
        round: String(toRound(number)),
        rounds: String(state.options.rounds ?? state.options.maxRounds),
        open_claims: describeUnanswered(state.numberedClaims ?? NO_CLAIMS, seat, (each) => LABELS[each] ?? each),
        ...(decides ? describeLastLines(state) : { shape: describeShape(state, seat) }),
      },
      sample: (rehearsal) => sampleTurn(state, seat as Debater, decides, rehearsal),
    };
  },
  fits(state, data, { seat }) {
    const isOwn = isDebater(seat) && data.cognition === COGNITION_OF[seat];
    return fitsProse(state, data) && (isOwn || !state.options.strictCognition);
  },
  read(state, text, contribution) {
    const prose = readProse(state, text, contribution, doesDecide(state, contribution.seat));
    const { data, fatal = [], warnings = [] } = readCognition(state, text, contribution);
    return {
      data: { ...prose.data, ...data },
      fatal: [...(prose.fatal ?? []), ...fatal],
      doubts: prose.doubts,
      warnings: [...(prose.warnings ?? []), ...warnings],
    };
  },
  apply(state, { seat, seq, data: { answer } }) {
    if (!isDebater(seat)) return state;
    const turns = state.turns + 1;
    // Assigned to copies, as in src/domain/debate.ts.
    const lastSpokenAt = Object.assign({ ...state.lastSpokenAt }, { [seat]: turns });
    const starving =
      state.options.order === 'mediated' ? DEBATERS.filter((each) => turns - lastSpokenAt[each] >= STARVING_AFTER) : [];
    const newlyStarving = starving.filter((each) => !state.starving.includes(each));
    return Object.assign(
      { ...state },
      {
        turns,
        spoken: Object.assign({ ...state.spoken }, { [seat]: state.spoken[seat] + 1 }),
        lastSpokenAt,
        starving,
        last: seat,
        picked: undefined,
        closing: state.picked === 'close',
        decision: seat === 'door' ? seq : state.decision,
        decided: seat === 'door' ? answer : state.decided,
        due: newlyStarving.length === 0 ? state.due : [...state.due, ...newlyStarving.map(warnOfStarving)],
      },
    );
  },
  title({ seat }, { count, label }) {
    const round = toRound(count('turn'));
    return { title: `Round ${round}, ${label(seat)}`, round };
  },
  text: (text, { data }) => formatProse(text, data),
});
