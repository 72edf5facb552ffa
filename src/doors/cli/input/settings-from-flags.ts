// Turns flags that configure something into settings of the configuration, named as people typed them.

import { defined } from '../../../domain/defined.ts';
import type { Limits, RuleData } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { AnswerKind } from '../../../domain/question/choices.ts';
import type { AgentSpec, SeatSpec } from '../../../hall/config/seat-spec.ts';
import { parseAgentSpec, parseSeatSpec } from '../../../hall/config/seat-spec.ts';
import type { Setting } from '../../../hall/config/sources/variables.ts';
import { ledgerLimits } from '../../../hall/operations/debate/opening/limits.ts';
import type { QuestionInput } from '../../../hall/operations/debate/opening/question.ts';
import { namedValues } from './named-values.ts';

export interface SeatFlags {
  readonly wind?: string;
  readonly wall?: string;
  readonly door?: string;
  readonly mediator?: string;
  readonly seat?: readonly string[];
}

export interface LimitFlags {
  readonly maxTokens?: number;
  readonly maxUsd?: number;
  readonly maxMinutes?: number;
}

export interface QuestionFlags {
  readonly options?: string;
  readonly answer?: AnswerKind;
  readonly unit?: string;
}

export interface DebateFlags extends SeatFlags, LimitFlags, QuestionFlags {
  readonly tag?: readonly string[];
  readonly gate?: string;
  readonly weigh?: string;
  readonly escalateSeat?: readonly string[];
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
  readonly allowSecrets?: boolean;
  readonly retries?: number;
  readonly unchecked?: boolean;
  readonly maxReads?: number;
}

interface SeatFlag {
  readonly flag: string;
  readonly seat: string;
  readonly spec: string;
}

/** `seat=agent` of a flag that is repeated. Throws `usage`. */
function readSeats(flag: string, texts: readonly string[] = []): SeatFlag[] {
  return texts.map((text) => {
    const equals = text.indexOf('=');
    if (equals > 0) return { flag: `${flag} ${text}`, seat: text.slice(0, equals), spec: text.slice(equals + 1) };
    throw new HallError('usage', `"${flag} ${text}" is missing an agent.`, {
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

/** The agents of `--agents claude,codex:gpt-5.5#high`. Throws `bad-input`. */
export function agentsFrom({ agents }: { readonly agents?: string }): readonly SeatSpec[] | undefined {
  return agents?.split(',').map((text) => parseSeatSpec(text.trim()));
}

export function settingsFrom(flags: DebateFlags): Setting[] {
  const settings: Setting[] = seatFlags(flags).map(({ flag, seat, spec }) => ({
    name: flag,
    path: ['seats', seat],
    value: spec,
  }));
  for (const { flag, seat, spec } of readSeats('--escalate-seat', flags.escalateSeat))
    settings.push({ name: flag, path: ['escalate', 'seats', seat], value: spec });
  const add = (name: string, path: string[], value: unknown) => {
    if (value !== undefined) settings.push({ name, path, value });
  };
  add('--preset', ['preset'], flags.preset);
  add('--recipe', ['recipe'], flags.recipe);
  add('--format', ['format'], flags.format);
  add('--max-tokens', ['limits', 'tokens'], flags.maxTokens);
  add('--max-usd', ['limits', 'usd'], flags.maxUsd);
  add('--max-minutes', ['limits', 'minutes'], flags.maxMinutes);
  add('--max-turns', ['limits', 'turns'], flags.maxTurns);
  add('--max-rounds', ['limits', 'rounds'], flags.maxRounds);
  add('--allow-secrets', ['context', 'allowSecrets'], flags.allowSecrets);
  add('--retries', ['agentRetries'], flags.retries);
  add('--unchecked', ['unchecked'], flags.unchecked);
  add('--max-reads', ['reading', 'maxReads'], flags.maxReads);
  return settings;
}

/** The same for a debate of equals: the agents of a list take its seats in their order. */
export function panelSettings(flags: DebateFlags & { readonly agents?: string }, seat: string): Setting[] {
  const listed = (flags.agents?.split(',') ?? []).map((spec, index) => ({
    name: '--agents',
    path: ['seats', `${seat}-${index + 1}`],
    value: spec.trim(),
  }));
  return [...listed, ...settingsFrom(flags)];
}

/** Limits that take the place of the recorded ones; empty when no flag gives one. */
export function raisedLimits({ maxTokens, maxUsd, maxMinutes }: LimitFlags): { readonly limits?: Partial<Limits> } {
  const all = ledgerLimits({
    tokens: maxTokens ?? null,
    usd: maxUsd ?? null,
    minutes: maxMinutes ?? null,
    turns: null,
    rounds: null,
  });
  const given = Object.entries(all).filter(([, value]) => value !== null);
  return given.length === 0 ? {} : { limits: Object.fromEntries(given) };
}

/** What kind of answer the topic asks for, where flags say it. */
export function questionFrom({ answer, options, unit }: QuestionFlags): { readonly question?: QuestionInput } {
  const question = defined({ answer, options: options?.split(','), unit });
  return Object.keys(question).length === 0 ? {} : { question };
}

/** Options of the format that flags choose. */
export function optionsFrom(flags: DebateFlags): RuleData {
  return {
    ...namedValues('--option', flags.option ?? []),
    ...defined({ rounds: flags.rounds }),
    ...(flags.mediated === true ? { order: 'mediated' } : {}),
    ...(flags.strict === true ? { strictCognition: true } : {}),
    ...defined({ consensus: flags.vote, gate: flags.gate, weigh: flags.weigh }),
  };
}
