// The bench of verdicts: its debates are those of the product, and its debaters are what their worlds say they are.
import fs from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { type Setting, seatPanel, toOpening } from '../../bench/verdict/debate.ts';
import { Debater } from '../../bench/verdict/debater.ts';
import { measureAlone, poseQuestions } from '../../bench/verdict/measure.ts';
import { seatOxford } from '../../bench/verdict/oxford.ts';
import { playOut, type Speaker, toRequest } from '../../bench/verdict/play.ts';
import { answerAlone, poseQuestion, type Question } from '../../bench/verdict/question.ts';
import { CHECK, OXFORD, PANELS, RECIPES } from '../../bench/verdict/settings.ts';
import { BASE, DOUBTFUL, KINDS, type World } from '../../bench/verdict/world.ts';
import type { Prompt } from '../../src/agents/agent.ts';
import { isEvent, type LedgerEvent } from '../../src/domain/events.ts';
import { readSealed } from '../../src/domain/sealed/sealed.ts';
import type { Snapshot } from '../../src/ledger/engine/snapshot.ts';
import { said, setTable } from '../runner/table.ts';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { temporaryFolder, testEngine } from '../support/hall.ts';

/** Everything that was said, which depends on all that each seat was shown, and what came of it. */
function summarize({ log, debate, format, state }: Snapshot) {
  const turns = log.flatMap((event: LedgerEvent) =>
    isEvent(event, 'turn-recorded')
      ? [[event.data.key, event.data.seat, event.data.act, readSealed(event.data.content)]]
      : [],
  );
  const { headline } = format.result?.(log, state) ?? {};
  // Seats that are asked at the same time are heard in any order.
  return { turns: turns.toSorted(), outcome: debate.closed?.outcome, headline };
}

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

const SETTINGS = [...RECIPES, ...PANELS, CHECK].flatMap((setting) =>
  [BASE, DOUBTFUL].map((where) => [setting.name, where.name, setting, where] as const),
);
const OTHER_KINDS = KINDS.map((where) => ['panel standard', where.name, PANELS[1] as Setting, where] as const);

/** In CI one setting of each format poses one question in the first of its worlds. */
const ALL = [...SETTINGS, ...OTHER_KINDS, [OXFORD.name, BASE.name, OXFORD, BASE] as const];
const formatOf = ([, , { format }]: (typeof ALL)[number]) => format.id;

const OF_EACH = ALL.filter((one, at) => ALL.findIndex((other) => formatOf(other) === formatOf(one)) === at);

describe.each(inCampaign ? ALL : sample(OF_EACH, 3))('%s in %s', (_name, _world, setting, where) => {
  test.each(inCampaign ? [1, 2] : [1])('is the debate that the product holds about question %i', async (seed) => {
    const question = poseQuestion(where, seed);
    const seat = (): Speaker =>
      setting.format.id === 'oxford' ? seatOxford(question) : seatPanel(question, setting).speak;
    const opening = toOpening(question, setting, `${seed}`);
    const inMemory = playOut(opening, seat());

    const folder = temporaryFolder();
    folders.push(folder);
    const engine = testEngine(folder);
    const request = toRequest(opening);
    await engine.open(request);
    const speak = seat();
    const answers = Object.fromEntries(
      request.seats.map(({ seat: id }) => [id, ({ step, transcript }: Prompt) => said(speak(step, transcript))]),
    );
    const table = await setTable(engine, { answers }, { threadId: request.threadId });
    const { snapshot } = await table.run();

    expect(summarize(snapshot)).toEqual(summarize(inMemory.snapshot));
    expect(table.asked.length).toBe(inMemory.calls);
  });
});

const QUESTIONS = 4_000;
const world = (change: Partial<World>): World => ({ ...BASE, ...change });
const shareOf = <T>(all: readonly T[], is: (each: T) => boolean) => all.filter(is).length / all.length;

/** What becomes of somebody who hears one other seat say this, on many questions. */
function hear(where: World, text: (question: Question) => string): readonly { debater: Debater; question: Question }[] {
  return poseQuestions(where, QUESTIONS).map((question) => {
    const debater = new Debater(question, 'wall', { vendor: 1, number: 0 });
    debater.read([{ seq: 1, title: 'Round 1, Wind', seat: 'wind', round: 1, text: text(question) }], 'turn-2');
    return { debater, question };
  });
}

const isWrong = ({ debater, question }: { debater: Debater; question: Question }) => debater.opening !== question.truth;
const hasMoved = ({ debater }: { debater: Debater }) => debater.held !== debater.opening;

describe('simulated debaters', () => {
  test('are right alone as often as their world says, whichever answer is right', () => {
    const questions = poseQuestions(world({ accuracy: [0.4, 0.7, 0.9] }), QUESTIONS);
    for (const [vendor, accuracy] of [0.4, 0.7, 0.9].entries()) {
      const isRight = (question: Question) => answerAlone(question, { vendor, number: 0 }) === question.truth;
      expect(shareOf(questions, isRight)).toBeCloseTo(accuracy, 1);
      expect(
        shareOf(
          questions.filter(({ truth }) => truth === 'B'),
          isRight,
        ),
      ).toBeCloseTo(accuracy, 1);
    }
    expect(shareOf(questions, ({ truth }) => truth === 'A')).toBeCloseTo(0.5, 1);
  });

  test.runIf(inCi)('gain from a vote only where they err independently', () => {
    const alone = poseQuestions(world({ alike: 0, common: 0 }), QUESTIONS);
    const alike = poseQuestions(world({ alike: 1, common: 1 }), QUESTIONS);
    const [few, many] = [measureAlone(alone, 3, 9), measureAlone(alike, 3, 9)];
    expect(few.voteAtCost).toBeGreaterThan(few.vote + 0.05);
    expect(many.voteAtCost).toBe(many.vote);
  });

  test('are moved by a claim as often as their world says, and name it', () => {
    const swayed = world({ conformity: 0, truth: 0.5, error: 0.2 });
    const told = hear(swayed, ({ truth }) => `Claim wind.1 speaks for ${truth}.`).filter(isWrong);
    const misled = hear(swayed, ({ truth }) => `Claim wind.1 speaks for ${truth === 'A' ? 'B' : 'A'}.`).filter(
      (each) => !isWrong(each),
    );
    expect(shareOf(told, hasMoved)).toBeCloseTo(0.5, 1);
    expect(shareOf(misled, hasMoved)).toBeCloseTo(0.2, 1);
    expect(told.filter(hasMoved).every(({ debater }) => debater.movedBy?.id === 'wind.1')).toBe(true);
  });

  test.runIf(inCi)('give in to what others say without naming a reason, unless they pretend one', () => {
    const claim = ({ truth }: Question) => `I hold ${truth}. Claim wind.1 speaks for ${truth}.`;
    const honest = hear(world({ truth: 0, conformity: 0.6 }), claim).filter(isWrong);
    const pretending = hear(world({ truth: 0, conformity: 0.6, pretence: 1 }), claim).filter(isWrong);
    expect(shareOf(honest, hasMoved)).toBeCloseTo(0.6, 1);
    expect(honest.every(({ debater }) => debater.movedBy === undefined)).toBe(true);
    expect(pretending.filter(hasMoved).every(({ debater }) => debater.movedBy?.id === 'wind.1')).toBe(true);
  });

  test('stay where nothing is planted that moves them', () => {
    const stubborn = hear(
      world({ stubbornness: 1, truth: 1, error: 1, conformity: 1 }),
      ({ truth }) => `I hold ${truth}.`,
    );
    expect(stubborn.some(hasMoved)).toBe(false);
  });
});
