// Tables of how well confidence was founded; where there is too little data, they say so in place of figures.

import type { Calibration, LabelScore } from '../../../domain/hindsight/calibration.ts';
import type { Score } from '../../../domain/hindsight/scores.ts';
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import { countNoun, formatCount } from '../../../domain/words/format-figures.ts';
import type { Colours } from '../terminal/io.ts';
import { type Column, tableLines } from './layout/table.ts';

interface Paper {
  /** Columns of the terminal, infinite where there is none. */
  readonly room: number;
  readonly colours: Colours;
}

const TOO_LITTLE = 'too little data';
const COLUMNS: readonly Column[] = [
  { title: 'OF' },
  { title: 'ANSWERS', figures: true },
  { title: 'RIGHT', figures: true },
  { title: 'CONFIDENCE', figures: true },
  { title: 'BRIER', figures: true },
  { title: 'RELIABILITY', figures: true },
  { title: '' },
];
const LABEL_COLUMNS: readonly Column[] = [
  { title: 'OUTCOME' },
  { title: 'DEBATES', figures: true },
  { title: 'RIGHT', figures: true },
  { title: 'WRONG', figures: true },
  { title: 'MIXED', figures: true },
  { title: '' },
];

const share = (right: number, all: number) => `${Math.round((100 * right) / all)}%`;

function scoreRow(name: string, { answers, right, meanConfidence, brier, reliability }: Score): string[] {
  if (brier === null || reliability === null) {
    return [name, formatCount(answers), `${right} of ${answers}`, '', '', '', TOO_LITTLE];
  }
  const figures = [brier.toFixed(3), reliability.toFixed(3)];
  return [name, formatCount(answers), share(right, answers), `${meanConfidence}%`, ...figures, ''];
}

function labelRow({ outcome, debates, right, wrong, mixed, enough }: LabelScore): string[] {
  const counts = [debates, right, wrong, mixed].map((count) => formatCount(count));
  return [OUTCOME_WORDS[outcome].title, ...counts, enough ? share(right, debates) : TOO_LITTLE];
}

export function calibrationLines(calibration: Calibration, { room, colours }: Paper): string[] {
  const { debates, all, agents, formats, bands, outcomes } = calibration;
  const table = (columns: readonly Column[], rows: readonly string[][]) => {
    const [head = '', ...body] = tableLines(columns, rows, room);
    return [colours.dim(head), ...body];
  };
  return [
    `${countNoun(all.answers, 'answer')} in ${countNoun(debates, 'debate')} with a recorded outcome`,
    '',
    ...table(COLUMNS, [
      ...agents.map((each) => scoreRow(each.agent, each)),
      ...formats.map((each) => scoreRow(each.format, each)),
      ...bands.map((each) => scoreRow(`${each.from} to ${each.to}% sure`, each)),
      scoreRow('All', all),
    ]),
    '',
    ...table(LABEL_COLUMNS, outcomes.map(labelRow)),
  ];
}
