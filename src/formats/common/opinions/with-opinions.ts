// Gives a format openings and ballots: what seats answer by themselves, before and after the turns of the format.
import { type EventData, type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { describeSettlement } from '../../../domain/words/describe-settlement.ts';
import type { DueSteps, StepRequest } from '../../define-format.ts';
import type { Format, Next, Step } from '../../format.ts';
import { accept, notDue, refuse } from '../admission.ts';
import { type BaseState, evolveBase, listCorrections } from '../base-state.ts';
import { addArgumentation } from '../claims/add.ts';
import { summariseArgumentation } from '../claims/argumentation.ts';
import { keepClaims } from '../claims/keep.ts';
import { NO_CLAIMS } from '../claims/state.ts';
import { isRuled, refuseOutcome } from '../closing.ts';
import { findOpening } from '../transcript.ts';
import { admitOpinion } from './admit.ts';
import { announceOpinions } from './announce.ts';
import { markBlind, nextOpinion } from './course.ts';
import { isOpinionAct } from './data.ts';
import type { OpinionOptions } from './options.ts';
import { addOpinions, leaveOpen, listDissent, summariseOpinions } from './result.ts';
import { hasVote, type OpinionRules } from './rules.ts';
import { listSeated, settle } from './settlement.ts';
import { evolveOpinions, initialOpinions } from './state.ts';
import { isOpinionTurn, type OpinionReading, readingOf, transcribeOpinions, viewOpinions } from './transcript.ts';

const PROMPTS = ['seat', 'opening', 'challenge-agreement'];

function listBallotPrompts(votes: OpinionRules<never, BaseState>['votes']): readonly string[] {
  if (votes === 'open-questions') return ['ballot', 'ballot-and-vote'];
  return [votes === true ? 'ballot-and-vote' : 'ballot'];
}

/** Entries of the format and of the opinions, in the order in which they were said. */
function mergeBySeq<Entry extends { readonly seq: number }>(
  own: readonly Entry[],
  more: readonly Entry[],
): readonly Entry[] {
  return more.length === 0 ? own : [...own, ...more].sort((one, other) => one.seq - other.seq);
}

function completeStep(state: BaseState, step: StepRequest): Step {
  return { data: {}, values: {}, ...step, corrections: listCorrections(state, step.seat, step.act) };
}

const labelIn = ({ labels }: OpinionReading, seat: string) => labels.get(seat) ?? seat;

export function withOpinions<Options extends OpinionOptions, State extends BaseState>(
  format: Format<Options, State>,
  rules: OpinionRules<Options, State>,
): Format<Options, State> {
  const readOptions = (log: readonly LedgerEvent[]) =>
    format.options.parse(findOpening(log)?.options ?? {}, { jitless: true });
  const specsOf = (options: Options) => format.seats(options);
  const specsIn = (state: State) => specsOf((state as unknown as { options: Options }).options);
  const due = (state: State): DueSteps | undefined =>
    state.ended === undefined ? nextOpinion(state, rules, specsIn(state)) : undefined;
  const read = (log: readonly LedgerEvent[]) => {
    const options = readOptions(log);
    return { options, reading: readingOf(log, specsOf(options), rules.seats(options), rules.claims !== undefined) };
  };
  const withoutOpinions = (log: readonly LedgerEvent[]) =>
    log.some(isOpinionTurn) ? log.filter((event) => !isOpinionTurn(event)) : log;
  const isAsked = (state: State, seat: string, act: string) => {
    const now = due(state);
    return now?.kind === 'ask' && now.steps.some((step) => step.seat === seat && step.act === act);
  };

  const namesOf = ({ data }: EventOf<'debate-opened'>) => {
    const { options, seed } = data;
    return rules.readerNames?.({ options: format.options.parse(options, { jitless: true }), seed });
  };

  const settled = ({ opinions, numberedClaims }: State) =>
    opinions === undefined ? undefined : settle({ opinions, numberedClaims });

  function evolve(state: State, event: LedgerEvent): State {
    const told = keepClaims(state, evolveTurns(state, event), event, rules.claims);
    return markBlind(rules.evolve?.(told, event) ?? told, rules, event.seq);
  }

  function evolveTurns(state: State, event: LedgerEvent): State {
    const { opinions } = state;
    if (opinions === undefined) return format.evolve(state, event);
    const isOwn =
      (isEvent(event, 'turn-recorded') || isEvent(event, 'answer-rejected')) && isOpinionAct(event.data.act);
    const next = isOwn
      ? evolveBase(state, event, (seat, act) => isAsked(state, seat, act))
      : format.evolve(state, event);
    return next.opinions === undefined ? next : { ...next, opinions: evolveOpinions(next.opinions, event) };
  }

  return {
    ...format,
    outright: { ...format.outright, ...(rules.votes === undefined ? {} : { ballot: ['vote'] }) },
    prompts: [...format.prompts, ...PROMPTS, ...listBallotPrompts(rules.votes)],
    initial(options) {
      const state = format.initial(options);
      const isAsking = options.openings || options.ballot;
      return isAsking
        ? { ...state, opinions: initialOpinions(options, rules.seats(options), rules.language?.(options)) }
        : state;
    },
    calls(options) {
      const { atLeast, atMost } = format.calls(options);
      const seats = rules.seats(options).length;
      const openings = options.openings ? seats : 0;
      const ballots = options.ballot ? seats : 0;
      const challenge = options.gate === 'challenge' ? 1 : 0;
      const whole = atLeast + openings + ballots;
      return {
        atLeast: options.gate === 'off' ? whole : Math.min(whole, openings + challenge),
        atMost: atMost + openings + challenge + ballots * (rules.maxBallots?.(options) ?? 1),
      };
    },
    isAskedAsItself: (options, seat) => (options.openings || options.ballot) && rules.seats(options).includes(seat),
    sampleStep(options, seat) {
      const state = this.initial(options);
      const now = nextOpinion(state, rules, specsOf(options));
      const steps = now?.kind === 'ask' ? now.steps : [];
      const own = steps.find((step) => step.seat === seat);
      return own === undefined ? format.sampleStep(options, seat) : completeStep(state, own);
    },
    evolve,
    next(state): Next {
      const now = due(state);
      if (now === undefined) return format.next(state);
      return now.kind === 'ask' ? { kind: 'ask', steps: now.steps.map((step) => completeStep(state, step)) } : now;
    },
    admit(state, contribution) {
      const now = due(state);
      const { seat, act } = contribution;
      if (now === undefined) {
        if (isOpinionAct(act)) return refuse(notDue(format.next(state), contribution));
        return format.admit(state, contribution);
      }
      if (!isAsked(state, seat, act)) return refuse(notDue(now, contribution));
      const votes = state.opinions !== undefined && hasVote(rules, state.opinions);
      return admitOpinion(state, contribution, { votes });
    },
    admitClose(state, close: EventData<'debate-closed'>, text) {
      const now = due(state);
      const isManual = close.decision !== null && 'text' in close.decision;
      if (now === undefined || isManual) return format.admitClose(state, close, text);
      return isRuled(now, close) ? accept({}) : refuseOutcome(close.outcome);
    },
    transcript(log) {
      if (!log.some(isOpinionTurn)) return format.transcript(log);
      return mergeBySeq(format.transcript(withoutOpinions(log)), transcribeOpinions(log, read(log).reading));
    },
    view(log, step) {
      if (!log.some(isOpinionTurn)) return format.view(log, step);
      const { options, reading } = read(log);
      const { blindActs = [] } = rules;
      const [opened] = log;
      const names = opened !== undefined && isEvent(opened, 'debate-opened') ? namesOf(opened) : undefined;
      const labels = new Map([...reading.labels, ...(names ?? [])]);
      const seen = viewOpinions(log, { ...reading, labels }, step, { blindActs, holders: rules.seats(options) });
      return mergeBySeq(format.view(withoutOpinions(log), step), seen);
    },
    blindSince(state) {
      const starts = [state.opinions?.blindFrom, format.blindSince?.(state)].filter((seq) => seq !== undefined);
      return starts.length === 0 || state.ended === 'closed' ? undefined : Math.min(...starts);
    },
    dissent(log, state) {
      if (state.opinions === undefined) return format.dissent?.(log, state);
      return listDissent(state.opinions, settled(state));
    },
    announce(log, state) {
      const { opinions } = state;
      if (opinions === undefined) return undefined;
      const { reading } = read(log);
      return announceOpinions(log, opinions, summariseOpinions(log, { ...state, opinions }, reading), (seat) =>
        labelIn(reading, seat),
      );
    },
    answer: (state) => settled(state)?.answer,
    explainOutcome(state, outcome, label) {
      const settlement = settled(state);
      const { opinions, numberedClaims = NO_CLAIMS } = state;
      if (opinions === undefined || settlement?.label !== outcome) {
        return format.explainOutcome?.(state, outcome, label);
      }
      const { question, options } = opinions;
      const seated = listSeated(opinions, numberedClaims);
      return describeSettlement(settlement, { seated, question, weigh: options.weigh, label });
    },
    result(log, state) {
      const debated = format.result?.(withoutOpinions(log), state);
      const { opinions, numberedClaims } = state;
      if (opinions === undefined && numberedClaims === undefined) return debated;
      const { reading } = read(log);
      const answers = opinions === undefined ? undefined : summariseOpinions(log, { ...state, opinions }, reading);
      const isClosed = log.some(({ type }) => type === 'debate-closed');
      const summary = answers === undefined || isClosed ? answers : leaveOpen(answers);
      const argued = summariseArgumentation(log, state, { rules: rules.claims, reading, opinions: summary });
      const labelOf = (seat: string) => labelIn(reading, seat);
      const own = addOpinions(debated, summary, { label: labelOf, claims: argued.claims === undefined });
      return addArgumentation(own, argued, labelOf);
    },
  };
}
