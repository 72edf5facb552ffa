// The one comment that says what a debate about a pull request came to. It is edited whenever there is something new.
import { OUTCOME_WORDS } from '../../domain/outcomes.ts';
import { reportMark } from '../../domain/own-documents.ts';
import type { DebateRecord } from '../../domain/record.ts';
import { escapePlain } from '../../domain/words/markdown-safe.ts';
import { listAuthority, listEnding } from '../exporters/record-words.ts';
import { conclusionBlocks, MOST_CHARACTERS } from './comment.ts';

/** Where the rest is, and what it is about. */
export interface ReportFacts {
  /** Address of the whole report. */
  readonly link?: URL;
  /** The commit that was looked at. */
  readonly commit?: string;
}

const COMMIT_DIGITS = 12;

function factLines({ link, commit }: ReportFacts): string[] {
  return [
    ...(commit === undefined ? [] : [`- **Commit:** ${commit.slice(0, COMMIT_DIGITS)}`]),
    // No address that was parsed holds the brackets that end it.
    ...(link === undefined ? [] : [`- [The whole report](<${link.href}>)`]),
  ];
}

function assemble(
  threadId: string,
  title: string,
  facts: readonly string[],
  renderBody: (most: number) => string,
): string {
  const before = `${reportMark(threadId)}\n## ${title}\n\n${facts.join('\n')}`;
  const after = `---\n\n*Debate Hall: debate ${escapePlain(threadId)}*`;
  const words = renderBody(MOST_CHARACTERS - before.length - after.length);
  return [before, ...(words === '' ? [] : [words]), after].join('\n\n');
}

export function reportBody(record: DebateRecord, facts: ReportFacts): string {
  const { threadId, outcome, status } = record;
  const lines = [...listEnding(record), ...listAuthority(record), ...factLines(facts)];
  if (outcome === null) return assemble(threadId, `Not finished: the debate is ${status}`, lines, () => '');
  const renderBody = (most: number) => conclusionBlocks(record, most);
  return assemble(threadId, OUTCOME_WORDS[outcome].title, lines, renderBody);
}

/** In place of an earlier outcome, which says nothing about this commit. */
export function missingReportBody(threadId: string, facts: ReportFacts): string {
  const words =
    'There is no debate about this commit, so nothing here says whether it is good. The log of the run says why.';
  return assemble(threadId, 'No outcome', factLines(facts), () => words);
}
