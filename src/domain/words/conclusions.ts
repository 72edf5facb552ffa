// What a debate has come to, in the parts that every view shows, and who disagrees with it.
import type { DebateRecord } from '../record.ts';

export interface Conclusion {
  readonly title: 'Result' | 'Decision';
  /** Markdown; of a result escaped, of a decision as its seat or a person wrote it. */
  readonly text: string;
}

/** The result of the format, the decision in words, or one after the other where neither holds the other. */
export function listConclusions({
  result,
  decision,
}: Pick<DebateRecord, 'result' | 'decision'>): readonly Conclusion[] {
  const isDecisionShown = decision !== null && (result === null || result.besideDecision === true);
  return [
    ...(result === null ? [] : [{ title: 'Result', text: result.markdown } as const]),
    ...(isDecisionShown ? [{ title: 'Decision', text: decision } as const] : []),
  ];
}

/** One document of all parts, of which the first needs no heading. */
export function joinConclusions(conclusions: readonly Conclusion[]): string | undefined {
  if (conclusions.length === 0) return undefined;
  return conclusions.map(({ title, text }, index) => (index === 0 ? text : `## ${title}\n\n${text}`)).join('\n\n');
}

/** "did not approve" of somebody who voted on the decision, "dissents" of somebody who gave another answer or an objection. */
export function describeDissent({ entries }: Pick<DebateRecord, 'entries'>, seat: string): string {
  const last = entries.findLast((entry) => entry.kind === 'turn' && entry.seat === seat);
  return last?.kind === 'turn' && last.act === 'vote' ? 'did not approve' : 'dissents';
}
