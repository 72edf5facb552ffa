// debate_position and debate_challenge: what a session says, with the id that only it has.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import { isEvent } from '../../../../domain/events.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { say } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import type { Dispatched } from '../../../../ledger/engine/engine.ts';
import { words } from '../shapes.ts';
import { defineTool, type ToolCall, WRITES } from '../tool.ts';
import { findSession, getStanding, giveUpSilent, parseSession } from './asymmetric-debate.ts';

const session_id = z.string().max(200);
const saidShape = {
  session_id: z.string(),
  debate_id: z.string(),
  phase: z.string(),
  status: z.string(),
  content_length: z.number(),
};

/** For the trail, which never gets the key in it. */
const findDebateId = (args: { readonly session_id: string }) => findSession(args.session_id)?.threadId;

interface Saying {
  readonly session_id: string;
  readonly content: string;
  readonly act: string;
  readonly data?: Parameters<typeof say>[2]['data'];
}

/** Refuses an act in a phase that it does not belong to, before anything else is said about it. */
async function speak(
  { hall, gate, author }: ToolCall,
  { session_id, content, act, data = {} }: Saying,
): Promise<Dispatched> {
  const { threadId, seat, key } = parseSession(session_id);
  const { debate } = await giveUpSilent(hall, threadId, author);
  // A seat that nobody has taken with a key has no session; an agent may fill it.
  if (debate.seats[seat]?.keySha256 === undefined) {
    throw new HallError('not-found', 'That session does not belong to this debate.', {
      hint: 'Join with debate_join.',
    });
  }
  return await say(hall, gate, { threadId, seat, act, content, data, author, seatKey: key });
}

function result(saying: Saying, { snapshot }: Dispatched) {
  return {
    session_id: saying.session_id,
    debate_id: snapshot.threadId,
    phase: getStanding(snapshot).phase,
    status: 'recorded',
    content_length: [...saying.content].length,
  };
}

export const debatePosition = defineTool({
  name: 'debate_position',
  title: 'Take a position',
  description:
    'Records your position on the prompt. Nobody sees it before all positions are in; until then you may replace it. ' +
    'The session that started the debate may add a summary, shown to semi_fresh sessions when they join.',
  input: z.strictObject({
    session_id,
    content: words,
    summary: words.optional().describe('From the experienced side, for semi_fresh sessions'),
  }),
  output: z.object({ ...saidShape, all_positions_in: z.boolean(), summary_recorded: z.boolean().optional() }),
  operation: 'say',
  findDebateId,
  hints: WRITES,
  async run({ session_id, content, summary }, call) {
    const saying = { session_id, content, act: 'position' };
    let done = await speak(call, saying);
    // The position may have been the last one that was missing, which ends the time for summaries.
    const inTime = getStanding(done.snapshot).phase === 'position';
    if (summary !== undefined && inTime) done = await speak(call, { session_id, content: summary, act: 'summary' });
    const structured = {
      ...result(saying, done),
      all_positions_in: getStanding(done.snapshot).phase === 'challenge',
      ...(summary === undefined ? {} : { summary_recorded: inTime }),
    };
    const next = structured.all_positions_in
      ? 'All positions are in: read them with debate_status, then call debate_challenge.'
      : 'Other positions are missing; debate_status shows when all are in.';
    return { structured, text: `Your position is recorded. ${next}` };
  },
});

export const debateChallenge = defineTool({
  name: 'debate_challenge',
  title: 'Answer a position',
  description:
    'Answers the other positions, as often as you like; each call is one point with one action. Or pass several points ' +
    'as JSON in content: {"points": [{"point", "target", "action", "reason", "resolution"}]}.',
  input: z.strictObject({
    session_id,
    content: words,
    action: z
      .enum(['agree', 'challenge', 'propose_alternative', 'synthesize'])
      .optional()
      .describe('For plain text that does not begin with it, as in "agree: …"'),
    target: z.string().max(64).optional().describe('Seat that plain text is about; default: the other side'),
  }),
  output: z.object({ ...saidShape, action: z.string(), points: z.number() }),
  operation: 'say',
  findDebateId,
  hints: WRITES,
  async run({ session_id, content, action, target }, call) {
    const data = defined({ action, target });
    const saying = { session_id, content, act: 'challenge', data };
    const done = await speak(call, saying);
    const turn = done.events.find((event) => isEvent(event, 'turn-recorded'));
    const points = turn?.data.data['points'];
    const moves = Array.isArray(points) ? (points as { action: string }[]) : [];
    const [said = '', ...others] = new Set(moves.map((move) => move.action));
    const structured = {
      ...result(saying, done),
      action: others.length === 0 ? said : 'several',
      points: moves.length,
    };
    return {
      structured,
      text: `Recorded ${countNoun(moves.length, 'point')}. When everyone has answered: debate_converge.`,
    };
  },
});
