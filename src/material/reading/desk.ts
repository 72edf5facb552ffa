// Where seats look things up during a run: one desk for each session of a seat. A desk answers only during the seat's turn,
// within its budget, and each look is on record before its result is handed out.
import pLimit from 'p-limit';
import { MAX_PLACES } from '../../domain/event-parts.ts';
import type { EventData, LedgerEvent } from '../../domain/events.ts';
import { onceForName } from '../../domain/once.ts';
import type { ReadingBudget } from '../../domain/reading/reading.ts';
import { countLooks, describeTightBudget, findSpentBudget } from '../../domain/reading/usage.ts';
import { shorten } from '../../domain/words/cut-line.ts';
import type { Clock, RandomHex } from '../../support/clock.ts';
import { findSecret } from '../../support/secrets/find-secret.ts';
import type { LookCache } from './look-cache.ts';
import type { LookResult } from './look-up.ts';
import type { SeatTools, ToolReply } from './seat-tools.ts';
import { startToolServer } from './tool-server.ts';
import { DECLARATIONS } from './tools/tool-table.ts';

/** As it goes into the ledger; `arguments` is JSON. */
export type Look = Omit<EventData<'look-recorded'>, 'arguments'> & { readonly arguments: string };

export interface DeskPorts {
  readonly looks: LookCache;
  readonly budget: ReadingBudget;
  readonly log: () => Promise<readonly LedgerEvent[]>;
  readonly record: (look: Look) => Promise<void>;
  readonly clock: Clock;
  readonly random: RandomHex;
}

export type Desks = ReturnType<typeof createDesks>;
export type SeatDesk = Awaited<ReturnType<Desks['open']>>;

const TOKEN_DIGITS = 64;
const MAX_ARGUMENTS = 700;
const NOT_YOUR_TURN = 'It is not your turn, so nothing can be looked up now.';

const refuse = (text: string): ToolReply => ({ texts: [text], isError: true });

/** As short as an event has to be; what is cut was no legal request. */
function toArguments(input: unknown): string {
  const text = JSON.stringify(input ?? {}) ?? '{}';
  if (findSecret(text) !== undefined) return '"(left out: it looks like a secret)"';
  return text.length <= MAX_ARGUMENTS ? text : JSON.stringify(shorten(text, MAX_ARGUMENTS / 2));
}

export function toLook(
  who: { readonly seat: string; readonly step: string },
  request: { readonly tool: string; readonly arguments: unknown },
  { seen, refused, sha256, bytes }: LookResult,
  durationMs: number,
): Look {
  const more = seen.length - MAX_PLACES;
  return {
    ...who,
    tool: request.tool.slice(0, 100) || '?',
    arguments: toArguments(request.arguments),
    ...(refused ? { refused: true as const } : {}),
    seen: seen.slice(0, MAX_PLACES),
    ...(more > 0 ? { moreSeen: more } : {}),
    sha256,
    bytes,
    durationMs: Math.round(durationMs),
  };
}

export function createDesks(ports: DeskPorts) {
  const { looks, budget, log, record, clock, random } = ports;
  let started: ReturnType<typeof startToolServer> | undefined;
  /** One look of a seat after the other, so that its budget holds. */
  const queueOf = onceForName((_seat: string) => pLimit(1));

  async function look(
    seat: string,
    step: string,
    isOver: () => boolean,
    tool: string,
    input: unknown,
  ): Promise<ToolReply> {
    if (isOver()) return refuse(NOT_YOUR_TURN);
    const spent = findSpentBudget(countLooks(await log(), seat, step), budget);
    if (spent !== undefined) return refuse(`You have used up your ${spent}. Answer now with what you know.`);
    const startedAt = clock.elapsed();
    const request = { tool, arguments: input };
    const result = await looks.get(request);
    if (isOver()) return refuse(NOT_YOUR_TURN);
    await record(toLook({ seat, step }, request, result, clock.elapsed() - startedAt));
    const tight = describeTightBudget(countLooks(await log(), seat, step), budget);
    const warning = tight === undefined ? [] : [`You have used ${tight}.`];
    return { texts: [result.text, ...warning], isError: result.refused };
  }

  return {
    async open(seat: string) {
      started ??= startToolServer();
      const running = await started;
      let turn: { readonly step: string } | undefined;
      const tools: SeatTools = {
        declarations: DECLARATIONS,
        url: running.url,
        token: random(TOKEN_DIGITS),
        call: async (name, input) => {
          const now = turn;
          if (now === undefined) return refuse(NOT_YOUR_TURN);
          return await queueOf(seat)(look, seat, now.step, () => turn !== now, name, input);
        },
      };
      running.admit(tools);
      return {
        tools,
        /** The seat's turn begins: looks of this step are answered until it ends. */
        begin: (step: string): void => {
          turn = { step };
        },
        end: (): void => {
          turn = undefined;
        },
        /** Nobody can use its token any more. */
        close: (): void => {
          turn = undefined;
          running.dismiss(tools);
        },
      };
    },
    close: async (): Promise<void> => await (await started)?.close(),
  };
}
