// Any program as an agent, by a template of its arguments and of its output; docs/agents/command.md shows how to write one.
import { defined } from '../../../domain/defined.ts';
import type { AgentRef } from '../../../domain/event-parts.ts';
import type { FailureCode } from '../../../domain/failures/failures.ts';
import type { Agent, AgentKind, AgentPorts } from '../../agent.ts';
import { createCliAgent } from '../../cli/cli-agent.ts';
import type { OneShot, OutputReader } from '../../cli/cli-description.ts';
import {
  createEnvironment,
  leadProgram,
  NOT_KNOWN_TO_WORK,
  testedVersions,
  toBuiltIn,
  toIsolationNeeds,
} from '../../cli/generic-program.ts';
import { classifyMessage, parseRetryAfter } from '../../failures/service-failure.ts';
import type { CallResult, ReplyFacts } from '../../failures/verdict.ts';
import { findPlaceholders } from './argv.ts';
import { createCall, findMissingSetting, getProgram, listSeenTypes } from './call.ts';
import { type CommandOptions, type OutputOptions, optionsSchema } from './options.ts';
import { readAnswerInLine, readOutput } from './read-output.ts';
import { TEMPLATES } from './templates.ts';

/** The part of an answer in a line, for output formats that mark answers. */
function readDelta(output: OutputOptions, line: string): string | undefined {
  if (output.format === 'text') return `${line}\n`;
  return output.format === 'jsonl' && output.collect === 'join' ? readAnswerInLine(output, line) : undefined;
}

function createReader(output: OutputOptions): OutputReader {
  const lines: string[] = [];

  function verdict({ end, stderrTail }: Parameters<OutputReader['verdict']>[0]): CallResult {
    const { answer, complete, error, usage, sessionId, reportedModel } = readOutput(output, lines.join('\n'));
    const facts: ReplyFacts = defined({ usage, sessionId, reportedModel });
    const partial = defined({ partial: answer });
    const failed = (code: FailureCode, message: string) => ({
      ...{ status: 'failed' as const, code, message, ...parseRetryAfter(code, message), facts },
    });
    if (error !== undefined) return failed(classifyMessage(error) ?? 'crashed', error);
    const clean = end.reason === 'exited' && end.code === 0;
    if (answer !== undefined && answer !== '' && (clean || complete))
      return { status: 'answered', text: answer, facts };
    if (!clean) {
      const code = end.reason === 'exited' ? classifyMessage(`${stderrTail}\n${answer ?? ''}`) : undefined;
      if (code === undefined) return { status: 'undecided', ...partial, facts };
      return { ...failed(code, stderrTail.trim().split('\n').at(-1) || (answer ?? '')), ...partial };
    }
    if (answer === '' || lines.every((line) => line.trim() === '')) return { status: 'failed', code: 'empty', facts };
    const explanation = 'It does not match the form that "output" in its settings describes.';
    return { status: 'failed', code: 'unreadable', explanation, facts };
  }

  return {
    readLine(line) {
      lines.push(line);
      return readDelta(output, line);
    },
    isSettled: () => false,
    verdict,
  };
}

function createAgent(name: string, options: CommandOptions, ports: AgentPorts): Agent {
  const { vendor, model, effort, limits, output, versionArgs } = options;
  const ref: AgentRef = { agent: name, kind: 'command', ...defined({ vendor, model, effort }) };
  const oneShot: OneShot = {
    call: (prompt, scratch, tools) => createCall(options, ports, prompt, scratch, tools),
    reader: () => createReader(output),
  };
  const agent = createCliAgent(
    {
      ref,
      program: getProgram(options),
      limits,
      versionArgs,
      isolation: () => toIsolationNeeds(options),
      tested: testedVersions(name, TEMPLATES, options),
      probeEnv: createEnvironment(options, ports),
      usesTools: options.argv.flat().some((part) => findPlaceholders(part).includes('toolUrl')) ? true : undefined,
      whyIdle: NOT_KNOWN_TO_WORK,
      author: options.works === true ? { hosts: options.hosts ?? [], ...oneShot } : undefined,
      ...oneShot,
      sees: listSeenTypes(options),
    },
    ports,
  );
  const missing = findMissingSetting(options);
  if (missing === undefined) return agent;
  const obstacle = async () => (await agent.obstacle?.()) ?? missing;
  const probe = async (signal: AbortSignal) => {
    const { failure = missing, ...found } = await agent.probe(signal);
    return { ...found, usable: false, failure };
  };
  return { ...agent, probe, obstacle };
}

export const agentKind: AgentKind<CommandOptions> = {
  kind: 'command',
  title: 'Any program',
  options: optionsSchema,
  builtIn: toBuiltIn(TEMPLATES),
  create: createAgent,
  lead: leadProgram,
};
