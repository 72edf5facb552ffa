// The person at the terminal as an agent: takes a seat under the same rules as any other.
import * as z from 'zod';
import { PERSON_KIND } from '../../../domain/event-parts.ts';
import type { Agent, AgentKind, AgentPorts, AskOptions, PersonPort, Prompt, Reply } from '../../agent.ts';

const optionsSchema = z.strictObject({});

async function ask(
  person: PersonPort,
  clock: AgentPorts['clock'],
  prompt: Prompt,
  { signal }: AskOptions,
): Promise<Reply> {
  const startedAt = clock.elapsed();
  const text = await person.write({ seat: prompt.step.seat, prompt, signal });
  const details = { durationMs: clock.elapsed() - startedAt, author: person.name, notes: [] };
  if (text === undefined) {
    return { status: 'failed', failure: { code: 'cancelled', message: 'The person left the seat open.' }, details };
  }
  return { status: 'answered', text, details };
}

function createHuman(name: string, ports: AgentPorts): Agent {
  const { person, clock } = ports;
  return {
    ref: { agent: name, kind: PERSON_KIND },
    attended: true,
    probe: async () =>
      person === undefined
        ? { usable: false, failure: { code: 'not-installed', message: 'Nobody is at a terminal.' }, notes: [] }
        : { usable: true, notes: [] },
    plan: () => ({ argv: [], env: [], stdin: 'none' }),
    open: async () => ({
      ask: async (prompt, options) => {
        if (person === undefined) throw new TypeError('A human seat was opened without a person.');
        return await ask(person, clock, prompt, options);
      },
      close: async () => {},
    }),
  };
}

export const agentKind: AgentKind<z.infer<typeof optionsSchema>> = {
  kind: PERSON_KIND,
  title: 'The person at the terminal',
  options: optionsSchema,
  builtIn: { human: { settings: {}, seatable: false } },
  create: (name, _options, ports) => createHuman(name, ports),
};
