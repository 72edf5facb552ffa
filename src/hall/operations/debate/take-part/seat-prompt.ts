// Renders the prompt of a seat for a manual turn: the same texts that an agent would get.
import type { Prompt } from '../../../../agents/agent.ts';
import { withSight } from '../../../../agents/pictures.ts';
import { unknownSeatProblem } from '../../../../domain/admit-event.ts';
import { HallError, problemToError } from '../../../../domain/failures/errors.ts';
import type { Step } from '../../../../formats/format.ts';
import { listDueSteps, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { buildPrompt, listExtraTexts } from '../../../../runner/build-prompt.ts';
import type { Hall } from '../../hall.ts';

export interface SeatPrompt {
  readonly system: string;
  /** The material and the request; absent without a debate. */
  readonly user?: string;
}

/** Throws `not-found`, and `not-your-turn` when this seat is not due in the debate. */
export async function seatPrompt(hall: Hall, input: { seat: string; threadId?: string }): Promise<SeatPrompt> {
  const { seat, threadId } = input;
  if (threadId === undefined) {
    const texts = await hall.prompts(await hall.format(hall.loaded.config.format));
    return { system: texts.render(seat, {}) };
  }
  const { prompt } = await readDueTurn(hall, threadId, seat);
  return { system: prompt.system, user: withSight(prompt) };
}

export interface DueTurn {
  readonly snapshot: Snapshot;
  readonly step: Step;
  readonly prompt: Prompt;
}

/** What the seat is asked now. Throws `not-found`, `not-your-turn`. */
export async function readDueTurn(hall: Hall, threadId: string, seat: string): Promise<DueTurn> {
  const snapshot = await hall.engine.snapshot(threadId);
  const steps = listDueSteps(snapshot);
  const step = steps.find((each) => each.seat === seat);
  if (step === undefined) {
    if (snapshot.debate.seats[seat] === undefined) throw problemToError(unknownSeatProblem(snapshot.debate, seat));
    throw new HallError('not-your-turn', `It is not ${seat}'s turn in "${threadId}".`, {
      hint:
        steps.length === 0
          ? 'No turn is pending there.'
          : `Choose a seat that is next: ${steps.map(({ label }) => label).join(', ')}.`,
    });
  }
  return { snapshot, step, prompt: await promptFor(hall, snapshot, step) };
}

/** What a person who takes the step is asked, and how it may be written, in Markdown. */
export function describeTask({ step: { plainForm, blankForm }, personRequest }: Prompt): string {
  const labels = blankForm === undefined ? [] : [`\`\`\`text\n${blankForm}\n\`\`\``];
  return [personRequest, ...(plainForm === undefined ? [] : [plainForm]), ...labels].join('\n\n');
}

/** What somebody who takes the step is asked, and may read. */
export async function promptFor(hall: Hall, snapshot: Snapshot, step: Step): Promise<Prompt> {
  const { opened, pictures } = snapshot.debate;
  return buildPrompt(snapshot, step, await hall.prompts(snapshot.format, listExtraTexts(opened, pictures)));
}
