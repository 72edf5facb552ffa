// What an agent gets from outside, for tests that ask one directly.
import { join } from 'node:path';
import type { AgentPorts, Prompt } from '../../src/agents/agent.ts';
import { describeForSeat, type PromptPictures } from '../../src/agents/pictures.ts';
import { createSessionPool } from '../../src/agents/session/session-pool.ts';
import type { JsonSchema } from '../../src/domain/answers/schema.ts';
import type { OpenPicture } from '../../src/domain/pictures.ts';
import { findPictureType } from '../../src/material/pictures/read-picture.ts';
import type { SeatTools } from '../../src/material/reading/seat-tools.ts';
import { systemClock } from '../../src/support/clock.ts';
import { PICTURES, type PictureName } from './pictures.ts';

export function agentPorts(ports: Pick<AgentPorts, 'processes' | 'env' | 'cwd'> & Partial<AgentPorts>): AgentPorts {
  const sessions = createSessionPool({ maxPrograms: 4, idleMs: 60_000 });
  const isolation = { bubblewrap: async () => ({ problem: 'no test has one' }), least: 'off', hidden: [] } as const;
  const hallFolder = join(ports.cwd, 'debates');
  return { isolation, sessions, versions: new Map(), clock: systemClock, hallFolder, ...ports };
}

/** The hall's tools of a seat, which nobody serves. */
export const SOME_TOOLS: SeatTools = {
  declarations: [{ name: 'read_file', description: 'Reads.', inputSchema: { type: 'object' } }],
  url: 'http://127.0.0.1:9/mcp',
  token: 'a-token-that-stands-in-no-argument',
  call: async () => ({ texts: ['Nothing.'], isError: true }),
};

export const ANSWER_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { findings: { type: 'array', items: { type: 'string' } } },
  required: ['findings'],
  additionalProperties: false,
};

/** As the runner would build it. */
export function aPrompt(user = 'Speak.', parts: Partial<Prompt> = {}): Prompt {
  return {
    system: 'You are the Wall.',
    user,
    opening: '',
    transcript: [],
    request: user,
    personRequest: user,
    redactions: 0,
    digested: 0,
    topic: 'A topic',
    step: {
      id: 's1',
      seat: 'wall',
      act: 'turn',
      task: 'turn',
      label: 'Wall tests',
      data: {},
      values: {},
      corrections: [],
    },
    ...parts,
  };
}

/** As it is read from a file. */
export const aPicture = (name: PictureName): OpenPicture => ({
  ...{ source: `shots/${name}`, width: 6, height: 4, bytes: PICTURES[name].length },
  mediaType: findPictureType(PICTURES[name]) ?? 'image/png',
  data: PICTURES[name].toString('base64'),
});

/** These pictures, as a seat is given them. */
export function somePictures(...names: readonly PictureName[]): PromptPictures {
  return describeForSeat(
    names.map(aPicture).map(({ data, ...picture }) => ({ ...picture, read: () => data })),
    (rows) => rows,
    {
      seen: (numbers) => `You are given ${numbers}.`,
      unseen: (numbers) => `You cannot see ${numbers}.`,
    },
  );
}

/** A question whose answer is asked to fit a schema. */
export function aPromptWithSchema(user = 'Speak.', schema: JsonSchema = ANSWER_SCHEMA): Prompt {
  const prompt = aPrompt(user);
  return { ...prompt, step: { ...prompt.step, schema } };
}
