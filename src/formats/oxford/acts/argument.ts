// The arguments of one side in one exchange: blind to the other side's, whose earlier ones they may attack.
import type * as z from 'zod';
import { toJsonSchema } from '../../../domain/answers/schema.ts';
import { writeBlankForm } from '../../common/labelled/blank-form.ts';
import { type ActContext, defineAct } from '../../define-act.ts';
import {
  type Argument,
  ATTACK_TYPES,
  argumentsSchema,
  DEFENSE_TYPES,
  formatArgument,
  openingForm,
} from '../answers.ts';
import { argumentData } from '../data.ts';
import { nameArguments } from '../judging/ballot.ts';
import type { Order } from '../judging/neutral-names.ts';
import { argumentId, argumentsDue, isSide, labelSeat, otherSide, SIDES, type Side } from '../setup.ts';
import { readOrder, type State } from '../state.ts';
import { cutArgument, warnOfLength } from '../text-limits.ts';
import { exchangeName, exchangeValues, joinIds, MAX_ANSWER, titleTurn } from '../words.ts';
import { checkArguments, createTargetFinder, type Targets } from './check-arguments.ts';

type Answer = z.infer<typeof argumentsSchema>;
type Data = z.infer<typeof argumentData>;

function listTargets({ arguments: given, exchange }: State, side: Side): Targets {
  const earlier = (of: Side) => given[of].filter((each) => each.exchange < exchange).map(({ id }) => id);
  return { own: earlier(side), opposing: earlier(otherSide(side)) };
}

const THEMES: Readonly<Record<Side, readonly (readonly [title: string, claim: string])[]>> = {
  proposition: [
    ['Waiting has a price', 'Every month without a change costs more than the change.'],
    ['The first step can be undone', 'We can undo a first step, so it needs less proof than a final one.'],
    ['Those affected gain first', 'The people who live with it gain before anyone else does.'],
  ],
  opposition: [
    ['Nobody measured the need', 'The need is asserted; there is no number behind it.'],
    ['Switching is never free', 'The cost of a change comes at once, the gain later, if at all.'],
    ['A smaller fix would do', 'We can fix what is wrong and keep what works.'],
  ],
};

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;

function createArgument(side: Side, index: number, targets: Targets): Argument {
  const [title, claim] = pick(THEMES[side], index);
  const [opposing, own] = [targets.opposing.at(-1 - (index % 2)), targets.own.at(0)];
  return {
    title,
    claim,
    grounds: [
      {
        source: 'Rehearsal',
        content: `Rehearsed: a model would name its evidence for the ${side} here.`,
        relevance: 'It shows where evidence goes in an argument.',
      },
    ],
    warrant: 'What holds for the part holds for the whole, because nothing sets it apart.',
    backing: null,
    qualifier: index === 0 ? null : 'Unless the numbers say otherwise',
    attacks:
      opposing === undefined
        ? null
        : [
            {
              target_id: opposing,
              attack_type: pick(ATTACK_TYPES, index),
              content: 'It assumes what it sets out to show.',
            },
          ],
    defends:
      own === undefined
        ? null
        : [
            {
              target_id: own,
              defense_type: pick(DEFENSE_TYPES, index),
              content: 'The objection does not touch its grounds.',
            },
          ],
  };
}

function sample(side: Side, exchange: number, targets: Targets): string {
  const given = Array.from({ length: argumentsDue(exchange) }, (_, index) =>
    createArgument(side, exchange + index, targets),
  );
  return JSON.stringify({ arguments: given }, null, 2);
}

interface Naming {
  readonly name: (id: string) => string;
  readonly change: (argument: Argument) => Argument;
  readonly note: (id: string) => string;
}

const REAL: Naming = { name: (id) => id, change: (argument) => argument, note: () => '' };

function format({ arguments: given }: Answer, { arguments: recorded }: Data, { name, change, note }: Naming): string {
  const lines = recorded.flatMap((each, index) => {
    const argument = given[index];
    return argument === undefined ? [] : [formatArgument(change(argument), each, name, note(each.id))];
  });
  return lines.join('\n\n');
}

/** Texts name arguments, too, however they set them, and those names would tell the side. */
const REAL_NAME = /(?<![a-z0-9])(prop|opp)[\s_.#‐‑–-]{1,2}(\d{3}[a-z]?)(?![a-z0-9])/gi;

/** For a judge: neutral names, and no more of a text than was asked for. */
function formatNeutral(answer: Answer, data: Data, { state, step }: ActContext<State>, order: Order): string {
  const { names } = nameArguments(state, state.exchange, step?.seat ?? '', order);
  const name = (id: string) => names.get(id.toLowerCase()) ?? '(an argument)';
  const all = SIDES.flatMap((side) => state.arguments[side]);
  const scored = new Set(all.filter(({ score }) => score !== undefined).map(({ id }) => id));
  // A judge who knows earlier scores repeats them.
  const note = (id: string) => (scored.has(id) ? '' : ' (new)');
  const text = format(answer, data, { name, change: cutArgument, note });
  return text.replace(REAL_NAME, (said: string, side: string, number: string) => {
    const id = `${side}_${number}`.toLowerCase();
    return said.toLowerCase() === id ? name(id) : (names.get(id) ?? said);
  });
}

export const argument = defineAct<State, Answer, Data>({
  answer: argumentsSchema,
  data: argumentData,
  longest: MAX_ANSWER,
  request(state, seat) {
    const { exchange } = state;
    const side = isSide(seat) ? seat : 'proposition';
    const targets = listTargets(state, side);
    const opening = exchange === 0;
    return {
      id: `exchange-${exchange}-${side}`,
      task: opening ? 'open' : 'rebut',
      label: `${labelSeat(side)} ${opening ? 'opens' : `argues in ${exchangeName(exchange)}`}`,
      data: { exchange },
      values: { ...exchangeValues(state), opposing: joinIds(targets.opposing), own: joinIds(targets.own) },
      sample: () => sample(side, exchange, targets),
      ...(opening ? writeBlankForm(toJsonSchema(openingForm)) : {}),
    };
  },
  fits: ({ exchange }, { exchange: recorded, arguments: given }, { seat }) =>
    isSide(seat) &&
    recorded === exchange &&
    given.every(({ id }, index, { length }) => id === argumentId(seat, exchange, index, length)),
  read(state, { arguments: given }, { seat }) {
    const { exchange } = state;
    const side = isSide(seat) ? seat : 'proposition';
    const targets = listTargets(state, side);
    const findId = createTargetFinder(targets);
    const read = given.map(({ attacks, defends }, index) => ({
      id: argumentId(side, exchange, index, given.length),
      attacks: (attacks ?? []).map(({ target_id, attack_type }) => ({ target: findId(target_id), type: attack_type })),
      defends: (defends ?? []).map(({ target_id, defense_type }) => ({
        target: findId(target_id),
        type: defense_type,
      })),
    }));
    const fatal = checkArguments(given, exchange, targets);
    return { data: { exchange, arguments: read }, fatal, warnings: warnOfLength(given) };
  },
  apply(state, { seat, seq, at, data }) {
    if (!isSide(seat)) return state;
    const given = data.arguments.map((each) => ({ ...each, side: seat, exchange: state.exchange, score: undefined }));
    const argued = [...state.argued, seat];
    return {
      ...state,
      arguments: { ...state.arguments, [seat]: [...state.arguments[seat], ...given] },
      argued,
      phase: argued.length < SIDES.length ? state.phase : { seq: seq + 1, at },
    };
  },
  title({ seat, data: { exchange } }, { state, step }) {
    const order = readOrder(step?.act);
    if (step === undefined || order === undefined) return titleTurn(exchange, labelSeat(seat));
    const { first } = nameArguments(state, state.exchange, step.seat, order);
    return titleTurn(exchange, `Side ${seat === first ? 'A' : 'B'}`);
  },
  text(answer, { data }, history) {
    const order = readOrder(history.step?.act);
    return order === undefined ? format(answer, data, REAL) : formatNeutral(answer, data, history, order);
  },
});
