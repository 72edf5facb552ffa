// Turns flags that configure something into settings of the configuration, named as people typed them.
import type { DebateRequest } from '../../../domain/debate-request.ts';
import { defined } from '../../../domain/defined.ts';
import type { Limits, RuleData } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { type AgentSpec, parseAgentSpec } from '../../../hall/config/seat-spec.ts';
import type { Setting } from '../../../hall/config/sources/variables.ts';
import { raisedLimits } from '../../../hall/operations/debate/opening/limits.ts';
import { requestedSettings } from '../../../hall/operations/debate/opening/request.ts';
import { namedValues } from './named-values.ts';
import {
  type AddedBy,
  ALLOW_SECRETS,
  type addGateOption,
  type addLimitOptions,
  type addQuestionOptions,
  type addReadingOptions,
  type addSeatOptions,
  type addTagOption,
} from './options.ts';
import type { addCallOptions, addInputOptions, withFollowUps, withRecall } from './run-options.ts';

export type SeatFlags = AddedBy<typeof addSeatOptions>;
export type LimitFlags = AddedBy<typeof addLimitOptions>;
type QuestionFlags = AddedBy<typeof addQuestionOptions> & AddedBy<typeof addGateOption> & AddedBy<typeof addTagOption>;
type InputFlags = AddedBy<typeof addInputOptions> & AddedBy<typeof addReadingOptions> & AddedBy<typeof withRecall>;
type CallFlags = AddedBy<typeof addCallOptions> & AddedBy<typeof withFollowUps>;

export interface DebateFlags extends SeatFlags, LimitFlags, QuestionFlags, InputFlags, CallFlags {
  readonly id?: string;
  readonly agents?: string;
  readonly recipe?: string;
  readonly rounds?: number;
  readonly preset?: string;
  readonly format?: string;
  readonly mediated?: boolean;
  readonly option?: readonly string[];
  readonly strict?: boolean;
  readonly vote?: boolean;
  readonly maxTurns?: number;
  readonly maxRounds?: number;
}

interface SeatFlag {
  readonly flag: string;
  readonly seat: string;
  readonly spec: string;
}

/** `seat=agent` of a flag that is repeated. Throws `bad-input`. */
function readSeats(flag: string, texts: readonly string[] = []): SeatFlag[] {
  return texts.map((text) => {
    const equals = text.indexOf('=');
    if (equals > 0) return { flag: `${flag} ${text}`, seat: text.slice(0, equals), spec: text.slice(equals + 1) };
    throw new HallError('bad-input', `"${flag} ${text}" is missing an agent.`, {
      hint: `Write ${flag} wind=claude:opus#high.`,
    });
  });
}

function seatFlags(flags: SeatFlags): SeatFlag[] {
  const named = (['wind', 'wall', 'door', 'mediator'] as const).flatMap((seat) => {
    const spec = flags[seat];
    return spec === undefined ? [] : [{ flag: `--${seat}`, seat, spec }];
  });
  return [...named, ...readSeats('--seat', flags.seat)];
}

/** Seats by name, for a debate that exists. */
export function seatSpecs(flags: SeatFlags): Record<string, AgentSpec> {
  return Object.fromEntries(seatFlags(flags).map(({ seat, spec }) => [seat, parseAgentSpec(spec)]));
}

/** What flags call a limit; every other member of a request has its own name. */
const LIMIT_FLAGS = {
  ...{ tokens: '--max-tokens', usd: '--max-usd', minutes: '--max-minutes' },
  ...{ turns: '--max-turns', rounds: '--max-rounds' },
} as const;

/** What the configuration is overruled by. Throws `bad-input`, `usage`. */
export function collectSettings(flags: Omit<DebateFlags, 'read'>): Setting[] {
  if (flags.escalateSeat !== undefined && flags.escalate !== true) {
    throw new HallError('usage', '"--escalate-seat" seats a step that only "--escalate" runs.', {
      hint: 'Add --escalate, or leave it out.',
    });
  }
  const { format, recipe, preset, maxTokens: tokens, maxUsd: usd, maxMinutes: minutes } = flags;
  const named = seatFlags(flags);
  const limits = { tokens, usd, minutes, turns: flags.maxTurns, rounds: flags.maxRounds };
  const seats = Object.fromEntries(named.map(({ seat, spec }) => [seat, spec]));
  const nameFlag = ([member = '', key = '']: readonly string[]) =>
    member === 'seats'
      ? (named.findLast(({ seat }) => seat === key)?.flag ?? '--seat')
      : member === 'limits'
        ? LIMIT_FLAGS[key as keyof typeof LIMIT_FLAGS]
        : `--${member}`;
  const others = [
    ...readSeats('--escalate-seat', flags.escalateSeat).map(({ flag, seat, spec }) => ({
      name: flag,
      path: ['escalate', 'seats', seat],
      value: spec,
    })),
    { ...ALLOW_SECRETS, value: flags.allowSecrets },
    { name: '--retries', path: ['agentRetries'], value: flags.retries },
    { name: '--unchecked', path: ['unchecked'], value: flags.unchecked },
    { name: '--max-reads', path: ['reading', 'maxReads'], value: flags.maxReads },
  ];
  const wanted = { format, recipe, preset, seats, limits };
  return [...requestedSettings(wanted, nameFlag), ...others.filter(({ value }) => value !== undefined)];
}

/** Limits of a debate that is there; empty when no flag gives one. */
export const buildLimits = ({ maxTokens: tokens, maxUsd: usd, maxMinutes: minutes }: LimitFlags) =>
  raisedLimits({ tokens, usd, minutes });

/** What flags change about a debate that is there: who sits where from now on, and its limits. Empty when no flag does. */
export function readChanges(flags: SeatFlags & LimitFlags): {
  readonly reseat?: Record<string, AgentSpec>;
  readonly limits?: Partial<Limits>;
} {
  const reseat = seatSpecs(flags);
  return { ...(Object.keys(reseat).length === 0 ? {} : { reseat }), ...buildLimits(flags) };
}

/** What flags ask for beside the configuration. Throws `bad-input`. */
export function buildRequest(topic: string, flags: DebateFlags): DebateRequest {
  const {
    id: threadId,
    tag: tags,
    answer,
    options,
    unit,
    agents,
    rehearse,
    context,
    read,
    recall,
    perspectives,
  } = flags;
  return {
    topic,
    ...defined({ threadId, tags, answer, unit, rehearse, context, read, recall, perspectives }),
    ...defined({ options: options?.split(','), agents: agents?.split(',').map((text) => text.trim()) }),
    rules: buildRules(flags),
  };
}

/** Options of the format that flags choose. Throws `bad-input`. */
function buildRules(flags: DebateFlags): RuleData {
  return {
    ...namedValues('--option', flags.option ?? []),
    ...defined({ rounds: flags.rounds }),
    ...(flags.mediated === true ? { order: 'mediated' } : {}),
    ...(flags.strict === true ? { strictCognition: true } : {}),
    ...defined({ consensus: flags.vote, gate: flags.gate, weigh: flags.weigh }),
  };
}
