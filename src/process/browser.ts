// Opens an address in the person's browser.
import { execa } from 'execa';
import type { Environment } from '../support/environment.ts';
import { findProgram } from './find-program.ts';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  // An address may hold "&", which the shell of Windows would take for its own.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Over SSH a browser would open on the wrong machine, and without a screen none can. */
function canOpen({ SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY, BROWSER }: Environment): boolean {
  if (SSH_CONNECTION !== undefined) return BROWSER !== undefined;
  return process.platform in OPENERS || (BROWSER ?? DISPLAY ?? WAYLAND_DISPLAY) !== undefined;
}

/** Whether one could be opened. */
export async function openBrowser(address: string, env: Environment): Promise<boolean> {
  if (!canOpen(env)) return false;
  const [name = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const program = findProgram(name, env, '.');
  if (program === undefined) return false;
  const result = await execa(program, [...args, address], { stdio: 'ignore', reject: false, detached: true });
  return !result.failed;
}
