// One look: runs a tool on the pinned sources and says exactly what it gave, so that the same look can be repeated.
import { HallError } from '../../domain/failures/errors.ts';
import { mergePlaces, type Place } from '../../domain/reading/reading.ts';
import { findProblems, problemSentence } from '../../domain/values/problems.ts';
import { sha256Hex } from '../../support/canonical.ts';
import { waitFor } from '../../support/wait.ts';
import { fence } from '../prompts/fence.ts';
import type { Sources } from './sources.ts';
import { TOOLS } from './tools/tool-table.ts';
import { UnreadableError } from './unreadable.ts';

export interface ToolRequest {
  readonly tool: string;
  readonly arguments: unknown;
}

export interface LookResult {
  /** What the seat gets. */
  readonly text: string;
  readonly seen: readonly Place[];
  readonly refused: boolean;
  /** Of `text`. */
  readonly sha256: string;
  readonly bytes: number;
}

function toResult(text: string, seen: readonly Place[], refused: boolean): LookResult {
  return { text, seen: mergePlaces(seen), refused, sha256: sha256Hex(text), bytes: Buffer.byteLength(text) };
}

/** What a request has a tool do. @throws UnreadableError for one that no tool takes */
export function readRequest(request: ToolRequest): (sources: Sources) => ReturnType<(typeof TOOLS)[number]['run']> {
  const tool = TOOLS.find(({ name }) => name === request.tool);
  if (tool === undefined)
    throw new UnreadableError(`There is no such tool. The tools are ${TOOLS.map(({ name }) => name).join(', ')}.`);
  const given = request.arguments ?? {};
  const input = tool.input.safeParse(given);
  if (!input.success) {
    const [problem] = findProblems(tool.input, given, 1);
    const hint = problem?.hint === undefined ? '' : ` ${problem.hint}`;
    throw new UnreadableError(
      `The arguments are wrong: ${problem === undefined ? 'they do not fit' : problemSentence(problem, 'they')}.${hint}`,
    );
  }
  return (sources) => tool.run(input.data, sources);
}

/** @throws UnreadableError */
async function find(sources: Sources, marker: string, request: ToolRequest): Promise<LookResult> {
  const { title, lines, seen, more } = await readRequest(request)(sources);
  const fenced = fence(marker, title, lines.join('\n'));
  return toResult(more === undefined ? fenced : `${fenced}\n${more}`, seen, false);
}

/** Longer than a program of git may take; what is stuck then is a disk. */
const MAX_LOOK_MS = 90_000;

/** Never throws for what is asked, only for faults. */
export async function lookUp(sources: Sources, marker: string, request: ToolRequest): Promise<LookResult> {
  try {
    const found = await waitFor(find(sources, marker, request), MAX_LOOK_MS);
    return found ?? toResult('This takes too long. Ask for a smaller part.', [], true);
  } catch (error) {
    if (error instanceof UnreadableError) return toResult(error.message, [], true);
    // Such as git that takes too long or prints too much; its hint names nothing of the source.
    if (error instanceof HallError && error.code === 'context-unreadable') {
      return toResult('It is too large or takes too long to read. Ask for a smaller part.', [], true);
    }
    throw error;
  }
}
