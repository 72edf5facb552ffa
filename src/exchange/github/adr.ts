// What a decision record is called on GitHub, and what its pull request says.
import { inertLine, quoteBlock } from '../../domain/words/markdown-safe.ts';
import {
  adrMarker,
  adrTitle,
  type DecisionRecordInput,
  joinBlocks,
  renderCaution,
  renderDecisionRecord,
  renderFacts,
  renderReferences,
  renderSection,
} from '../exporters/decision-record.ts';
import { renderWithin } from './comment.ts';

const DECISION_CHARACTERS = 20_000;
const TOPIC_CHARACTERS = 5_000;

export interface AdrTexts {
  readonly file: string;
  /** Of the commit and the pull request. */
  readonly title: string;
  readonly pullBody: string;
}

export function renderAdr(input: DecisionRecordInput & { readonly number: number }): AdrTexts {
  const { record, number } = input;
  const { threadId, topic, decision } = record;
  const pullBody = joinBlocks([
    adrMarker(threadId),
    renderFacts(record),
    renderCaution(record),
    renderSection('Context', topic === null ? undefined : renderWithin(topic, TOPIC_CHARACTERS, quoteBlock)),
    renderSection('Decision', renderWithin(decision ?? '', DECISION_CHARACTERS, quoteBlock)),
    renderSection('References', renderReferences(input)),
    '*Proposed by Debate Hall. Merging accepts the decision.*',
  ]);
  return { file: renderDecisionRecord(input), title: inertLine(adrTitle(record, number)), pullBody };
}
