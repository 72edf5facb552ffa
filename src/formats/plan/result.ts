// The result for people: one sentence, and the plan by phases as Markdown in which nothing that a seat wrote is markup.
import type { LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { buildData } from './result/data.ts';
import { buildHeadline } from './result/headline.ts';
import { renderMarkdown } from './result/markdown.ts';
import type { State } from './state.ts';

/** Whoever ended the debate in words of their own before it had run its course decided instead of it. */
function isDecidedManually(log: readonly LedgerEvent[], { phase }: State): boolean {
  return phase !== 'done' && log.some(({ type, data }) => type === 'debate-closed' && data.decision !== null);
}

export function result(log: readonly LedgerEvent[], state: State): FormatResult | undefined {
  if (isDecidedManually(log, state)) return undefined;
  const data = buildData(log, state);
  return {
    data: { ...data } as unknown as FormatResult['data'],
    headline: buildHeadline(data),
    markdown: renderMarkdown(data),
  };
}
