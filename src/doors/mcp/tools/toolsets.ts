// The toolsets: named groups of tools that can be switched on. A new one is a file and a line here.
import { githubAvailability } from '../../../hall/operations/github/input.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { debateConverge } from './asymmetric/asymmetric-converge.ts';
import { debateCancel, debateDelete } from './asymmetric/asymmetric-end.ts';
import { debateJoin, debateStart } from './asymmetric/asymmetric-open.ts';
import { debateHumanReview } from './asymmetric/asymmetric-review.ts';
import { debateChallenge, debatePosition } from './asymmetric/asymmetric-speak.ts';
import { debateStatus } from './asymmetric/asymmetric-status.ts';
import { addTurn, pickNextSpeaker } from './debates/add-turn.ts';
import { debateAsk } from './debates/debate-ask.ts';
import { debateAuto, debateAutoAsymmetric } from './debates/debate-auto.ts';
import { closeDebate, forceCloseDebate } from './debates/end-debate.ts';
import { getDebate } from './debates/get-debate.ts';
import { initDebate } from './debates/init-debate.ts';
import { resumeDebate } from './debates/resume-debate.ts';
import { exportDebateTool, verifyDebateTool } from './debates/take-out.ts';
import { tombstoneTurn } from './debates/tombstone-turn.ts';
import { githubListComments, githubSyncDebate, humanInterject, ratifyRfc } from './hall/github.ts';
import { runAgent } from './hall/run-agent.ts';
import { debateHistory, listAgents } from './hall/surveys.ts';
import { calibrationTool, recordOutcomeTool } from './memory/outcomes.ts';
import { recallDecisionsTool } from './memory/recall-decisions.ts';
import { debatePlan } from './reviews/debate-plan.ts';
import { debate360, debateReview } from './reviews/debate-review.ts';
import { readDiffTool } from './reviews/read-diff.ts';
import type { Tool } from './tool.ts';
import { forkDebate } from './what-if/fork-debate.ts';
import { compareDebatesTool, replayDebateTool } from './what-if/look-back.ts';

export interface Toolset {
  readonly name: string;
  readonly tools: readonly Tool[];
  /** Whether it is on when nobody chose toolsets; `undefined` when the configuration cannot be read. */
  readonly byDefault: (hall: Hall | undefined) => boolean;
}

export const TOOLSETS: readonly Toolset[] = [
  {
    name: 'core',
    tools: [
      initDebate,
      addTurn,
      getDebate,
      closeDebate,
      pickNextSpeaker,
      forceCloseDebate,
      tombstoneTurn,
      debateAuto,
      resumeDebate,
      debateHistory,
      listAgents,
      verifyDebateTool,
      exportDebateTool,
    ],
    byDefault: () => true,
  },
  {
    name: 'github',
    tools: [githubSyncDebate, githubListComments, humanInterject, ratifyRfc],
    byDefault: (hall) => {
      if (hall === undefined) return false;
      const { enabled, tokenSet } = githubAvailability(hall.loaded.env);
      return enabled && tokenSet;
    },
  },
  {
    name: 'asymmetric',
    tools: [
      debateAutoAsymmetric,
      debateStart,
      debateJoin,
      debatePosition,
      debateChallenge,
      debateConverge,
      debateStatus,
      debateHumanReview,
      debateCancel,
      debateDelete,
      debateHistory,
      getDebate,
      resumeDebate,
    ],
    byDefault: () => false,
  },
  {
    name: 'review',
    // Getters come along, since a run that is not waited for is followed with one and continued with the other.
    tools: [readDiffTool, runAgent, debateReview, debatePlan, debate360, getDebate, resumeDebate],
    byDefault: () => false,
  },
  {
    name: 'memory',
    tools: [recordOutcomeTool, calibrationTool, recallDecisionsTool],
    byDefault: () => false,
  },
  {
    name: 'what-if',
    tools: [debateAsk, forkDebate, compareDebatesTool, replayDebateTool, getDebate, resumeDebate],
    byDefault: () => false,
  },
];

export const TOOL_NAMES: readonly string[] = TOOLSETS.flatMap(({ tools }) => tools.map(({ name }) => name));

/**
 * The tools of the toolsets that were asked for, else of those that are on by default. Of tools with one name, the later
 * toolset's is taken, which can do more.
 */
export function chosenTools(
  wanted: readonly string[] | undefined,
  hall: Hall | undefined,
  { readOnly = false }: { readonly readOnly?: boolean },
): readonly Tool[] {
  const sets = TOOLSETS.filter(({ name, byDefault }) => wanted?.includes(name) ?? byDefault(hall));
  const tools = [...new Map(sets.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool] as const))).values()];
  return readOnly ? tools.filter(({ hints }) => hints.readOnlyHint) : tools;
}
