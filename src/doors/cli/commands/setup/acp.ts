// `debate-hall acp`: a panel as one agent for editors that speak the Agent Client Protocol.

import { defined } from '../../../../domain/defined.ts';
import { serve } from '../../../acp/serve.ts';
import type { HallFlags } from '../../actions/run-action.ts';
import { type DebateFlags, settingsFrom } from '../../input/settings-from-flags.ts';

export async function run(flags: HallFlags & DebateFlags): Promise<void> {
  const { hall, config, trust } = flags;
  await serve({
    settings: [
      ...settingsFrom(flags),
      ...(hall === undefined ? [] : [{ name: '--hall', path: ['hall'], value: hall }]),
    ],
    ...defined({ configFile: config }),
    ...(trust === true ? { trust } : {}),
  });
}
