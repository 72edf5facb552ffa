// What a decision record is called on GitHub, and what its pull request says.
import { inertLine, quoteBlock } from '../domain/words/markdown-safe.ts';
import {
  adrMarker,
  adrTitle,
  type DecisionRecordInput,
  joined,
  references,
  renderCaution,
  renderDecisionRecord,
  renderFacts,
  section,
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
  const pullBody = joined([
    adrMarker(threadId),
    renderFacts(record),
    renderCaution(record),
    section('Context', topic === null ? undefined : renderWithin(topic, TOPIC_CHARACTERS, quoteBlock)),
    section('Decision', renderWithin(decision ?? '', DECISION_CHARACTERS, quoteBlock)),
    section('References', references(input)),
    '*Proposed by Debate Hall. Merging accepts the decision.*',
  ]);
  return { file: renderDecisionRecord(input), title: inertLine(adrTitle(record, number)), pullBody };
}
