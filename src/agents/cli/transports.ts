// The ways to ask a CLI that its settings allow.
import type { Failure } from '../../domain/failures/failures.ts';
import type { OpenOptions, Prompt, Reply } from '../agent.ts';
import type { LiveDescription } from '../session/dialogue.ts';
import { type CliCall, SCRATCH_NAME } from './cli-call.ts';
import type { CliDescription, CliProgram, OneShot } from './cli-description.ts';

/** The transports that the settings allow; at least one. */
type Transports =
  | { readonly oneShot: OneShot; readonly live: LiveDescription | undefined; readonly sessionRequired: boolean }
  | { readonly oneShot: undefined; readonly live: LiveDescription };

export function selectTransports(description: CliDescription): Transports {
  if (!('call' in description)) return { oneShot: undefined, live: description.live };
  const { live, transport } = description;
  return {
    oneShot: description,
    live: transport === 'one-shot' ? undefined : live,
    sessionRequired: transport === 'session',
  };
}

export const failedCall = (failure: Failure): Reply => ({
  status: 'failed',
  failure,
  details: { durationMs: 0, notes: [] },
});

export function planFirstCall(
  transports: Transports,
  prompt: Prompt,
  { tools }: OpenOptions,
  only: CliProgram['toolTransport'],
): CliCall | Failure {
  if (transports.oneShot === undefined) return transports.live.call(prompt.system, SCRATCH_NAME, tools);
  if (tools !== undefined && only === 'one-shot') return transports.oneShot.call(prompt, SCRATCH_NAME, tools);
  return (
    transports.live?.call(prompt.system, SCRATCH_NAME, tools) ?? transports.oneShot.call(prompt, SCRATCH_NAME, tools)
  );
}
