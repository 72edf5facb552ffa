// How well confidence was founded, by who was sure, in which format, under which outcome and how much.
import {
  type Calibration,
  computeScore,
  ENOUGH,
  type Forecast,
  type LabelScore,
  type Score,
  scoreBands,
} from '../../../../domain/hindsight/scores.ts';
import type { Hall } from '../../hall.ts';
import { isCalled, type JudgedAnswer, type JudgedDebate, listJudgedDebates } from './judged-debates.ts';

export interface CalibrationInput {
  readonly format?: string;
  /** Only answers of this agent, with or without its model, or of this person. Rehearsals count only where they are named. */
  readonly agent?: string;
  /** Only outcomes that were recorded then or later. */
  readonly since?: Date;
}

interface Scored extends Forecast {
  readonly agent: string;
  readonly format: string;
}

/** A probability is a forecast itself; of any other answer the confidence is one. */
function toForecast({ answer, confidence, verdict }: JudgedAnswer, { truth }: JudgedDebate): Forecast | undefined {
  if (answer.kind === 'probability') {
    if (truth?.kind !== 'probability' || (truth.percent !== 0 && truth.percent !== 100)) return undefined;
    return { percent: answer.percent, happened: truth.percent === 100 };
  }
  if (confidence === null || verdict === undefined || verdict === 'mixed') return undefined;
  return { percent: confidence, happened: verdict === 'right' };
}

const isBy = ({ by, person }: JudgedAnswer, agent: string) => (person ? by === agent : isCalled(by, agent));

function wantedAnswers({ answers }: JudgedDebate, agent: string | undefined): readonly JudgedAnswer[] {
  return answers.filter((answer) => (agent === undefined ? !answer.rehearsal : isBy(answer, agent)));
}

function scoreBy<Key extends 'agent' | 'format'>(scored: readonly Scored[], key: Key) {
  const names = [...new Set(scored.map((each) => each[key]))];
  return names
    .map(
      (name) =>
        ({ [key]: name, ...computeScore(scored.filter((each) => each[key] === name)) }) as Score & Record<Key, string>,
    )
    .sort((one, other) => other.answers - one.answers || one[key].localeCompare(other[key]));
}

function scoreLabels(debates: readonly JudgedDebate[]): readonly LabelScore[] {
  const labels = [...new Set(debates.map(({ outcome }) => outcome))];
  return labels
    .map((outcome) => {
      const verdicts = debates.filter((each) => each.outcome === outcome).flatMap(({ verdict }) => verdict ?? []);
      const count = (wanted: (typeof verdicts)[number]) => verdicts.filter((verdict) => verdict === wanted).length;
      const judged = verdicts.length;
      return {
        outcome,
        debates: judged,
        right: count('right'),
        wrong: count('wrong'),
        mixed: count('mixed'),
        enough: judged >= ENOUGH,
      };
    })
    .filter(({ debates: known }) => known > 0)
    .sort((one, other) => other.debates - one.debates);
}

/** Of openings and ballots with a confidence, in debates whose outcome was recorded. Throws `not-found` for a format that does not exist. */
export async function calibrate(hall: Hall, { format, agent, since }: CalibrationInput = {}): Promise<Calibration> {
  if (format !== undefined) await hall.format(format);
  const judged = (await listJudgedDebates(hall)).filter(
    (debate) =>
      (format === undefined || debate.format === format) &&
      (since === undefined || Date.parse(debate.recordedAt) >= since.getTime()) &&
      wantedAnswers(debate, agent).length > 0,
  );
  const scored = judged.flatMap((debate) =>
    wantedAnswers(debate, agent).flatMap((answer): Scored[] => {
      const forecast = toForecast(answer, debate);
      return forecast === undefined ? [] : [{ ...forecast, agent: answer.by, format: debate.format }];
    }),
  );
  return {
    debates: judged.length,
    enough: ENOUGH,
    all: computeScore(scored),
    agents: scoreBy(scored, 'agent'),
    formats: scoreBy(scored, 'format'),
    bands: scoreBands(scored),
    outcomes: scoreLabels(judged),
  };
}
