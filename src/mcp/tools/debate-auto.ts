// debate_auto: opens a debate and lets agents hold it, as `debate-hall run` does.
import { z } from 'zod';
import type { Setting } from '../../config/variables.ts';
import type { Snapshot } from '../../engine/snapshot.ts';
import { type Forecast, forecastDebate } from '../../operations/forecast.ts';
import { forecastText } from '../../operations/forecast-text.ts';
import type { Hall } from '../../operations/hall.ts';
import { openDebate } from '../../operations/open-debate.ts';
import { refuseReentry } from '../../operations/reentry.ts';
import { takeAnswer } from '../person.ts';
import { runAndTell, runInBackground, runShape, tellRun } from '../run-and-tell.ts';
import { limitsShape, seatsShape, words } from '../shapes.ts';
import { defineTool, RUNS_AGENTS, type ToolCall } from '../tool.ts';
import { summaryOf } from '../view.ts';

const name = z.string().min(1).max(100);

const inputSchema = z.strictObject({
  topic: words,
  thread_id: z.string().max(200).optional(),
  format: name.optional(),
  recipe: name.optional().describe('quick, standard (default) or deep'),
  preset: name.optional().describe('Such as "rehearsal": no model, no cost'),
  seats: seatsShape.optional(),
  context: z.array(z.string().max(1_000)).max(100).optional().describe('Files, folders, globs or git:RANGE'),
  mode: z.enum(['fixed', 'mediated']).optional(),
  rounds: z.number().int().min(1).max(100).optional(),
  vote: z.boolean().optional().describe('Wind and Wall vote on the decision'),
  limits: limitsShape.optional(),
  pause_at: z.enum(['decision']).optional().describe('A person approves the decision with resume_debate'),
  wait: z.boolean().optional().describe('false: return at once'),
});

type Args = z.output<typeof inputSchema>;

function settingsFrom({ format, recipe, preset, seats = {}, limits = {} }: Args): Setting[] {
  const settings: Setting[] = [
    ...Object.entries({ format, recipe, preset }).map(([key, value]) => ({ name: key, path: [key], value })),
    ...Object.entries(seats).map(([seat, value]) => ({
      name: `seats.${seat}`,
      path: ['seats', seat],
      value,
    })),
    ...Object.entries(limits).map(([key, value]) => ({ name: `limits.${key}`, path: ['limits', key], value })),
  ];
  return settings.filter(({ value }) => value !== undefined);
}

async function open(args: Args, { signal }: ToolCall, hall: Hall) {
  const { topic, thread_id, mode, rounds, vote, context = [], pause_at } = args;
  return await openDebate(hall, {
    topic,
    ...(thread_id === undefined ? {} : { threadId: thread_id }),
    options: {
      ...(mode === undefined ? {} : { order: mode }),
      ...(rounds === undefined ? {} : { rounds }),
      ...(vote === undefined ? {} : { consensus: vote }),
      ...(pause_at === undefined ? {} : { review: true }),
    },
    context: context.filter((source) => source !== '-'),
    seating: 'agents',
    signal,
  });
}

/** For a client that does not wait: how long to look away, and what it will have spent by then. */
async function forecastOf(hall: Hall, { debate, format }: Snapshot): Promise<Forecast> {
  return await forecastDebate(hall, {
    calls: format.calls(format.options.parse(debate.opened.options)),
    seats: debate.opened.seats,
  });
}

function forecastResult({ calls, tokens, ms, pastCalls }: Forecast) {
  const minutes = (value: number) => Math.round(value / 6_000) / 10;
  return {
    calls,
    tokens,
    minutes: ms === null ? null : { atLeast: minutes(ms.atLeast), atMost: minutes(ms.atMost) },
    past_calls: pastCalls,
  };
}

export const debateAuto = defineTool({
  name: 'debate_auto',
  title: 'Let agents debate',
  description:
    'Runs a whole debate between agent CLIs (claude, codex, gemini) and returns the decision; takes minutes and spends ' +
    'tokens. With wait false it returns the thread_id and a forecast at once, to follow with get_debate. ' +
    'Example: {"topic": "Should we rewrite our backend in Rust?", "recipe": "quick"}',
  input: inputSchema,
  output: z.object({ ...runShape, forecast: z.looseObject({}).optional() }),
  hints: RUNS_AGENTS,
  async run(args, call) {
    refuseReentry(call.hall);
    const hall = await call.parts.hallWith(settingsFrom(args));
    let handedOver = false;
    try {
      const answered = await takeAnswer(hall, call);
      if (answered?.recorded === false) {
        return tellRun(summaryOf(await hall.engine.snapshot(answered.threadId)), 'paused');
      }
      if (answered !== undefined) return await runAndTell(call, hall, { threadId: answered.threadId });
      const opened = await open(args, call, hall);
      const { threadId } = opened;
      if (args.wait !== false) return await runAndTell(call, hall, { threadId });
      const forecast = await forecastOf(hall, opened);
      handedOver = true;
      const started = await runInBackground(call, hall, { threadId }, () => hall.close());
      return {
        ...started,
        structured: { ...started.structured, forecast: forecastResult(forecast) },
        text: `${started.text}\n${forecastText(forecast)}`,
      };
    } finally {
      if (!handedOver) await call.parts.runs.track(hall.close());
    }
  },
});
