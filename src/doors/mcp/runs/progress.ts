// Tells a waiting client how far a run is: with every turn, and at least every five seconds in between.
import type { ServerContext } from '@modelcontextprotocol/server';
import type { LiveEvent, LiveListener } from '../../../domain/live-events.ts';
import { readLabels, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { clip } from '../texts/text.ts';
import { listViewing } from '../texts/view.ts';

const EVERY_MS = 4_000;
/** Enough to see what it is about; the whole of it is in the transcript. */
const INTERJECTION_CHARACTERS = 300;

export interface RunProgress {
  readonly listen: LiveListener;
  stop(): void;
}

const SILENT: RunProgress = { listen: () => {}, stop: () => {} };

function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 100 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** How far each call has told that it is, which grows with every message, whatever part of the call it comes from. */
const reached = new WeakMap<ServerContext, number>();
const LEAST_STEP = 2 ** -20;

/** Silent when the client gave no token. */
function notify(context: ServerContext, message: string, { counted = 0, total = 0 } = {}): void {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const progress = Math.max(counted, (reached.get(context) ?? 0) + LEAST_STEP);
  reached.set(context, progress);
  const params = { progressToken, progress, ...(progress <= total ? { total } : {}), message };
  // A client that is gone cancels the call by itself.
  context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
}

/** The number counts contributions. */
export function progressFor(context: ServerContext, snapshot: Snapshot, elapsed: () => number): RunProgress {
  if (context.mcpReq._meta?.progressToken === undefined) return SILENT;
  const { format, options, debate } = snapshot;
  const { rounds: most } = options as { readonly rounds?: unknown };
  const label = readLabels(snapshot);
  const rounds = typeof most === 'number' ? `/${most}` : '';
  const total = format.calls(options).atMost;
  const startedAt = elapsed();
  const speaking = new Map<string, { readonly what: string; readonly since: number }>();
  let done = Object.values(debate.seats).reduce((sum, { contributions }) => sum + contributions, 0);
  let beats = 1;

  const tell = (message: string) => {
    // Whole with a contribution, and between two of them ever nearer to the next whole number.
    notify(context, message, { counted: done + beats / (beats + 1), total });
    beats += 1;
  };
  const beat = () => {
    const now = elapsed();
    const waits = [...speaking.values()].map(({ what, since }) => `${what}, ${formatDuration(now - since)}`);
    tell(waits.length === 0 ? `running, ${formatDuration(now - startedAt)}` : waits.join('; '));
  };
  const timer = setInterval(beat, EVERY_MS);
  // Before anybody is asked.
  if (done === 0) for (const sentence of listViewing(snapshot.log)) tell(sentence);

  const onEvent = (event: LiveEvent) => {
    switch (event.type) {
      case 'seat-started': {
        const round = event.round === undefined ? '' : `round ${event.round}${rounds}, `;
        const seat = label(event.seat);
        speaking.set(event.step, { what: `${round}${seat} is answering`, since: elapsed() });
        beat();
        break;
      }
      case 'turn-recorded':
        speaking.delete(event.step);
        done += 1;
        beats = 0;
        tell(`${event.title} is recorded, ${formatDuration(elapsed() - startedAt)}`);
        break;
      case 'turn-taken':
        if (event.copied === undefined) done += 1;
        beats = 0;
        tell(event.copied === undefined ? `${event.title} was taken by ${event.by}` : `${event.title} was copied`);
        break;
      case 'interjection':
        tell(`${event.title}: ${clip(event.text.replace(/\s+/g, ' ').trim(), INTERJECTION_CHARACTERS)}`);
        break;
      case 'retrying':
        tell(`${label(event.seat)} gets another try (${event.failure.code})`);
        break;
      case 'seat-failed':
        speaking.delete(event.step);
        tell(`${label(event.seat)} failed (${event.failure.code})`);
        break;
      case 'seat-left':
        tell(`the debate continues without ${label(event.seat)}`);
        break;
      case 'seat-replaced':
        tell(`${label(event.seat)} was replaced by ${event.to}`);
        break;
      case 'waiting-for-person':
        tell(`waiting for a person: ${event.label}`);
        break;
      case 'phase-ended':
        tell(clip(event.message, INTERJECTION_CHARACTERS));
        break;
      case 'limit-reached':
        tell(`reached the limit on ${event.limit}`);
        break;
      default:
    }
  };
  return { listen: onEvent, stop: () => clearInterval(timer) };
}

/** Passes sentences on as they come, each as one more step. */
export function sentencesFor(context: ServerContext): (sentence: string) => void {
  let counted = 0;
  return (message) => {
    counted += 1;
    notify(context, message, { counted });
  };
}

/** The same of what is waited for, which counts next to nothing. */
export const waitsFor = (context: ServerContext) => (sentence: string) => notify(context, sentence);
