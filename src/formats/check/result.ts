// The answers of a check, one below the other, as people read them.
import { isClosed } from '../../domain/question/question.ts';
import type { FormatResult } from '../../domain/record.ts';
import { plain } from '../../domain/words/markdown-safe.ts';
import type { OpinionState } from '../common/opinions/state.ts';
import { seatLabel } from './seats.ts';

/** As `summariseOpinions` has it. */
interface OpeningRow {
  readonly seat: string;
  readonly answer: string | null;
  readonly confidence: number | null;
  readonly claims: readonly { readonly claim: string }[];
  readonly changeMind: string | null;
}

function renderOpening({ seat, answer, confidence, claims, changeMind }: OpeningRow): string {
  const sure = confidence === null ? '' : ` (${confidence} % sure)`;
  return [
    `**${seatLabel(seat)}: ${plain(answer ?? '(redacted)')}**${sure}`,
    claims.map(({ claim }) => `- ${plain(claim)}`).join('\n'),
    changeMind === null ? '' : `Would change its mind: ${plain(changeMind)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The opinions are all there is, so they are the result and not something beside a decision. */
export function renderCheck({ question }: OpinionState, { data, headline }: FormatResult): FormatResult {
  const { seats } = data['openings'] as unknown as { readonly seats: readonly OpeningRow[] };
  const words = `${seats.length} answers in words, which no rule compares`;
  const shown = isClosed(question) ? headline : words;
  return {
    data,
    headline: shown,
    markdown: [`**${plain(shown)}**`, ...seats.map(renderOpening)].join('\n\n'),
  };
}
