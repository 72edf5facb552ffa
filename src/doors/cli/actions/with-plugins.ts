// What commands need that add or remove plug-ins: the programs of this machine, and an end at Ctrl-C.
import { homedir } from 'node:os';
import { onStopSignal } from '../../../process/cleanup/stop-signals.ts';
import { createProcessRunner } from '../../../process/process-runner.ts';
import { systemClock } from '../../../support/clock.ts';
import type { PluginPorts } from '../../plugins/install-plugin.ts';

export async function withPlugins<T>(work: (ports: PluginPorts) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const release = onStopSignal(() => stop.abort());
  const processes = createProcessRunner({ clock: systemClock });
  try {
    return await work({
      ...{ env: process.env, home: homedir(), cwd: process.cwd() },
      ...{ processes, signal: stop.signal },
    });
  } finally {
    await processes.close();
    release();
  }
}
