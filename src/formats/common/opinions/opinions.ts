// What the base does for formats whose seats answer by themselves, before and after the turns of the format.
import type { Range } from '../../../domain/calls.ts';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { OutcomeKind } from '../../../domain/outcomes.ts';
import { isAbstention } from '../../../domain/question/tally.ts';
import type { FormatResult } from '../../../domain/record.ts';
import type { OpinionsResult } from '../../../domain/results/opinions-result.ts';
import { addDetails, writeReport } from '../../../domain/words/conclusions.ts';
import { describeSettlement } from '../../../domain/words/describe-settlement.ts';
import { formatCounts } from '../../../domain/words/describe-tallies.ts';
import { type LabelSeat, labelSeats } from '../../../domain/words/label-seats.ts';
import { uncapitalize } from '../../../domain/words/sentence.ts';
import type { ActContext, AnyAct } from '../../define-act.ts';
import type { Due, Format, RuleNote, Step } from '../../format.ts';
import type { BaseState, Opinionated } from '../base-state.ts';
import { addArgumentation, summariseArgumentation } from '../claims/argumentation.ts';
import type { ClaimRules } from '../claims/keep.ts';
import { NO_CLAIMS } from '../claims/state.ts';
import type { ActEntry } from '../transcript.ts';
import { ballot } from './acts/ballot.ts';
import { challengeAgreement } from './acts/challenge-agreement.ts';
import { opening } from './acts/opening.ts';
import { areOutcome, createView, markBlind, nextOpinion, type OpinionRules } from './course.ts';
import { isOpinionAct } from './data.ts';
import type { OpinionOptions } from './options.ts';
import { buildOpinionsHeadline, renderOpeningClaims, renderOpinions } from './render.ts';
import { leaveOpen, listDissent, summariseOpinions } from './result.ts';
import { listSeated, settleOpinions } from './settlement.ts';
import { doOpeningsAgree, evolveOpinions, initialOpinions, listRejections, type OpinionState } from './state.ts';

const PROMPTS = ['seat', 'opening', 'challenge-agreement'];

function listPrompts({ votes, alone }: Pick<OpinionRules<never, never>, 'votes' | 'alone'>): readonly string[] {
  if (alone === true) return ['seat', 'opening'];
  if (votes === 'open-questions') return [...PROMPTS, 'ballot', 'ballot-and-vote'];
  return [...PROMPTS, votes === true ? 'ballot-and-vote' : 'ballot'];
}

const NEVER: Range = { atLeast: 0, atMost: 0 };
const ONCE = (): Range => ({ atLeast: 1, atMost: 1 });

/** The calls of a debate with those that opinions take. */
function addCalls<Options>(
  { atLeast, atMost }: Range,
  options: Options & OpinionOptions,
  { isReviewed, ...rules }: OpinionRules<Options, never> & { readonly isReviewed: boolean },
) {
  const { length } = rules.seats(options);
  const openings = options.openings ? length : 0;
  const { ballots: times = ONCE } = rules;
  const ballots = options.ballot ? times(options) : NEVER;
  const challenge = options.gate === 'challenge' ? 1 : 0;
  const whole = atLeast + openings + ballots.atLeast * length;
  return {
    atLeast: options.gate === 'off' ? whole : Math.min(whole, openings + challenge + (isReviewed ? 1 : 0)),
    atMost: atMost + openings + challenge + ballots.atMost * length,
  };
}

function describeDue(due: Due, review: string | undefined): string {
  if (due.kind === 'close') return 'the debate ends here';
  const isDue = (wanted: string | undefined) => due.kind === 'ask' && due.asked.some(({ act }) => act === wanted);
  if (isDue('challenge-agreement')) return 'one seat challenges that before the debate ends';
  return isDue(review) ? 'the reviewer judges that before the debate ends' : 'the debate begins';
}

function announceOpenings(state: OpinionState, opinions: OpinionsResult, next: string): string {
  const { question, openings } = opinions;
  if (question.answer === 'text') return `Openings are in; answers in words cannot be compared, so ${next}.`;
  const isChosen = Object.values(state.openings).some(({ answer }) => !isAbstention(answer));
  const what = !isChosen ? 'choose none of the answers' : doOpeningsAgree(state) ? 'agree' : 'differ';
  return `Openings ${what}: ${formatCounts(opinions, openings)}; ${next}.`;
}

/**
 * What openings or ballots came to, for whoever follows the debate; `undefined` unless they were the last to be given. Where the debate
 * closes now, its outcome says what the ballots came to.
 */
function announce(
  log: readonly LedgerEvent[],
  state: OpinionState,
  opinions: OpinionsResult | undefined,
  { due, review }: { readonly due: Due; readonly review: string | undefined },
): string | undefined {
  const last = log.findLast((event) => isEvent(event, 'turn-recorded'))?.data.act;
  if (opinions === undefined) return undefined;
  if (last === 'opening') return announceOpenings(state, opinions, describeDue(due, review));
  if (last !== 'ballot') return undefined;
  return due.kind === 'close' ? 'Final answers are in.' : `Final answers are in. ${buildOpinionsHeadline(opinions)}.`;
}

/** Adds what the opinions come to to what the format has to say itself. */
function addOpinions(
  own: FormatResult | undefined,
  opinions: OpinionsResult | undefined,
  { label, claims }: { readonly label: LabelSeat; readonly claims: boolean },
): FormatResult | undefined {
  if (opinions === undefined) return own;
  const headline = buildOpinionsHeadline(opinions);
  const markdown = renderOpinions(opinions, label);
  const listed = claims ? renderOpeningClaims(opinions, label) : '';
  if (own === undefined) return addDetails({ data: opinions, headline, markdown, besideDecision: true }, [listed]);
  const { details = '', ...rest } = own;
  const both = { ...rest, data: { ...own.data, ...opinions }, headline: `${headline}; ${uncapitalize(own.headline)}` };
  return addDetails(both, [markdown, listed, details]);
}

const listActs = ({ votes }: Pick<OpinionRules<never, never>, 'votes'>) => ({
  opening,
  ballot: votes === undefined ? ballot : { ...ballot, outright: ['vote'] },
  'challenge-agreement': challengeAgreement,
});

/** The parts of a definition that its opinions and claims are about. */
interface Definition<Options, State extends BaseState>
  extends Pick<Format<Options, State>, 'seats' | 'calls' | 'prompts'> {
  readonly opinions?: OpinionRules<Options, State>;
  readonly claims?: ClaimRules<State>;
}

/** What the base does for formats whose seats answer by themselves or answer claims; nothing for all others. */
export function defineOpinions<Options, State extends BaseState & { readonly options: Options }>({
  opinions: rules,
  claims,
  ...definition
}: Definition<Options, State>) {
  const begin = (options: Options): OpinionState | undefined => {
    const given = options as Options & OpinionOptions;
    if (rules === undefined || !(given.openings || given.ballot)) return undefined;
    const { votes = false, dissents = false, language } = rules;
    return initialOpinions({
      ...{ options: given, seats: rules.seats(options), specs: definition.seats(options), votes, dissents },
      language: language?.(options) ?? 'the language of the topic',
    });
  };
  /** Of a debate that came to what its opinions do. */
  const settled = (state: State) => {
    const { opinions, decidedBy } = state;
    if (rules === undefined || opinions === undefined || decidedBy !== 'seats') return undefined;
    const opinionated = { ...state, opinions };
    return areOutcome(opinionated, rules) ? settleOpinions(opinionated) : undefined;
  };
  const summarise = (log: readonly LedgerEvent[], state: State) =>
    state.opinions === undefined ? undefined : summariseOpinions(log, state as unknown as Opinionated);
  const label = ({ options }: State): LabelSeat => labelSeats(definition.seats(options));
  return {
    begin,
    acts: (rules === undefined ? {} : listActs(rules)) as Readonly<Record<string, AnyAct<State>>>,
    next: (state: State) => rules && nextOpinion(state, rules),
    /** What the record has to say before anything else happens. */
    listNotes: ({ opinions }: State): readonly RuleNote[] =>
      opinions?.noteOfWeights === undefined ? [] : [opinions.noteOfWeights],
    markBlind: (state: State, seq: number) => (rules === undefined ? state : markBlind(state, rules, seq)),
    evolve: (state: State, event: LedgerEvent): State =>
      state.opinions === undefined
        ? state
        : { ...state, opinions: evolveOpinions(state.opinions, event, rules?.review?.seat) },
    filterView(entries: readonly ActEntry[], history: ActContext<State>, step: Pick<Step, 'seat' | 'act'>) {
      if (rules === undefined || !entries.some(({ act }) => act !== undefined && isOpinionAct(act))) return entries;
      const isSeen = createView(history, step, rules);
      return entries.filter(({ seq }) => isSeen(seq));
    },
    listDissent: (log: readonly LedgerEvent[], state: State) =>
      state.opinions === undefined || state.decidedBy !== 'seats'
        ? []
        : listDissent(log, state.opinions, settled(state)),
    explain(state: State, outcome: OutcomeKind, label: LabelSeat): string | undefined {
      const settlement = settled(state);
      const { opinions, numberedClaims = NO_CLAIMS } = state;
      if (opinions === undefined || settlement?.label !== outcome) return undefined;
      const { question, options } = opinions;
      const seated = listSeated(opinions, numberedClaims);
      return describeSettlement(settlement, { seated, question, weigh: options.weigh, label });
    },
    addTo(own: FormatResult | undefined, log: readonly LedgerEvent[], state: State): FormatResult | undefined {
      if (state.opinions === undefined && state.numberedClaims === undefined) return own;
      const given = summarise(log, state);
      const rejecting = state.opinions && state.decidedBy === 'seats' ? listRejections(state.opinions) : [];
      const summary = given && settled(state) === undefined ? leaveOpen(given, rejecting) : given;
      const argued = summariseArgumentation(log, state, claims, summary);
      const labels = { label: label(state), claims: argued.claims === undefined };
      const result = addArgumentation(addOpinions(own, summary, labels), argued, labels.label);
      if (rules?.alone !== true || result === undefined) return result;
      // There is no decision beside the answers, nor a debate that they could have come from.
      const { data, headline } = result;
      return { data, headline, markdown: writeReport(result) };
    },
    /** Of the format, where it has opinions. */
    members: rules && {
      prompts: [...definition.prompts, ...listPrompts(rules)],
      calls(options: Options) {
        const isReviewed = definition.seats(options).some(({ id }) => id === rules.review?.seat);
        return addCalls(definition.calls(options), options as Options & OpinionOptions, { ...rules, isReviewed });
      },
      isAskedAsItself(options: Options, seat: string) {
        const { openings, ballot } = options as Options & OpinionOptions;
        return (openings || ballot) && rules.seats(options).includes(seat);
      },
      answer: (state: State) => settled(state)?.answer,
      announce: (log: readonly LedgerEvent[], state: State, due: Due) =>
        // What follows the openings of a debate that has nothing else is the end, which speaks for itself.
        state.opinions === undefined || rules.alone === true
          ? undefined
          : announce(log, state.opinions, summarise(log, state), { due, review: rules.review?.act }),
    },
  };
}
