// The view of a run on standard error: streamed on a terminal, one line a step in a log.
import { defined } from '../../../../domain/defined.ts';
import type { LiveEvent } from '../../../../runner/live/live-events.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { coloursFor } from '../../terminal/io.ts';
import { logView } from './log-view.ts';
import type { View } from './view.ts';

interface Choice {
  readonly quiet?: boolean;
  readonly log?: boolean;
}

const NOTHING: View = { listen: () => {}, rest: () => {}, close: () => {} };

async function fullView(stream: NodeJS.WriteStream): Promise<View> {
  const [{ TerminalView }, { createPage: pageOf }] = await Promise.all([
    import('./terminal-view.ts'),
    import('../layout/speech.ts'),
  ]);
  return new TerminalView(stream, await pageOf(stream, coloursFor(stream)));
}

/** Streamed on a terminal, a log elsewhere, nothing when quiet. Whatever it gets is fit for a terminal. */
export async function viewFor({ quiet, log }: Choice): Promise<View> {
  const stream = process.stderr;
  if (quiet === true) return NOTHING;
  const isStreamed = log !== true && stream.isTTY === true;
  const view = isStreamed ? await fullView(stream) : logView(stream, coloursFor(stream));
  return {
    listen: (event: LiveEvent) => view.listen(toPrintable(event)),
    ...defined({ follow: view.follow?.bind(view), remark: view.remark?.bind(view) }),
    rest: () => view.rest(),
    close: () => view.close(),
  };
}
