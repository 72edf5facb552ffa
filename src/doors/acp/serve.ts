// Serves one client of the Agent Client Protocol over standard input and output, and ends with it: runs are paused, agents
// ended, nothing is left.
import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { exitProcess, onStopSignal } from '../../process/cleanup/stop-signals.ts';
import type { HallSettings } from './halls.ts';
import { PanelAgent } from './panel-agent.ts';

/** Ending agents takes a few seconds at most; whatever still hangs then must not keep the process. */
const LONGEST_END_MS = 15_000;

/** Returns never: the process ends with the client, or with a signal. */
export async function serve(settings: HallSettings): Promise<void> {
  // Standard output belongs to the protocol: whatever a library prints goes to standard error.
  globalThis.console = new Console(process.stderr);
  const panel = new PanelAgent(settings);
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
  const { closed } = panel.connect(ndJsonStream(Writable.toWeb(process.stdout), input));
  await new Promise<void>((over) => {
    closed.then(over, over);
    onStopSignal(over);
  });
  setTimeout(() => exitProcess(1), LONGEST_END_MS).unref();
  await panel.close();
  exitProcess(0);
}
