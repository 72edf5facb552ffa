// What commands need that add or remove plug-ins: the programs of this machine, and an end at Ctrl-C.
import { onStopSignal } from '../../../process/cleanup/stop-signals.ts';
import { createProcessRunner } from '../../../process/process-runner.ts';
import { systemClock } from '../../../support/clock.ts';
import { homeFolder, withHome } from '../../../support/home-folder.ts';
import type { PluginPorts } from '../../plugins/install-plugin.ts';

export async function withPlugins<T>(work: (ports: PluginPorts) => Promise<T>): Promise<T> {
  const home = homeFolder();
  const stop = new AbortController();
  const release = onStopSignal(() => stop.abort());
  const processes = createProcessRunner({ clock: systemClock });
  try {
    return await work({
      ...{ env: withHome(process.env, home), home, cwd: process.cwd() },
      ...{ processes, signal: stop.signal },
    });
  } finally {
    await processes.close();
    release();
  }
}
