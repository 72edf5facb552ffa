// How much each side wrote in an exchange, against what it gained there.
import type { OxfordResult } from '../../../domain/results/oxford-result.ts';
import type { JudgedExchange } from '../state.ts';
import { countArgumentWords } from '../text-limits.ts';
import type { WordedArgument } from './arguments.ts';

/** Of a redacted text nobody knows the words; `change` in thousandths. */
export type ExchangeLength = OxfordResult['lengths'][number];

/** `judged`: those that judges saw. */
type WordCount = ExchangeLength['proposition'];

function countGivenWords(given: readonly WordedArgument[]): WordCount {
  const counts = given.map(({ words }) => (words === undefined ? null : countArgumentWords(words)));
  return counts.reduce<WordCount>(
    (sum, count) =>
      sum === null || count === null
        ? null
        : { written: sum.written + count.written, judged: sum.judged + count.judged },
    { written: 0, judged: 0 },
  );
}

export function measureLengths(shown: readonly WordedArgument[], settled: readonly JudgedExchange[]): ExchangeLength[] {
  return settled.map(({ exchange, total }, index) => {
    const own = shown.filter((argument) => argument.exchange === exchange);
    return {
      exchange,
      proposition: countGivenWords(own.filter(({ side }) => side === 'proposition')),
      opposition: countGivenWords(own.filter(({ side }) => side === 'opposition')),
      change: total - (settled[index - 1]?.total ?? 0),
    };
  });
}

/** In how many exchanges the side whose text judges saw more of gained, and in how many it lost. */
export function compareLengths(lengths: readonly ExchangeLength[]): { readonly gained: number; readonly lost: number } {
  const agreements = lengths.flatMap(({ proposition, opposition, change }) => {
    if (proposition === null || opposition === null) return [];
    return [Math.sign(proposition.judged - opposition.judged) * Math.sign(change)];
  });
  const count = (sign: number) => agreements.filter((each) => each === sign).length;
  return { gained: count(1), lost: count(-1) };
}
