// The ADR export: the decision record that `github ratify` proposes, with the number and thread that the ledger remembers.
import type { DebateRecord } from '../../../domain/record.ts';
import { renderDecisionRecord } from '../decision-record.ts';
import type { Exporter } from '../exporter.ts';

function render(record: DebateRecord): string {
  const { thread, decisionRecord } = record.github ?? {};
  return renderDecisionRecord({ record, number: decisionRecord?.number, threadUrl: thread });
}

export const exporter: Exporter = {
  id: 'adr',
  extension: '.adr.md',
  mimeType: 'text/markdown',
  pieces: (record) => [render(record)],
};
