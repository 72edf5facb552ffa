// Keeps one comment in a thread up to date with what a debate came to.
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { checkThreadId } from '../../../domain/ids.ts';
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import { reportMark } from '../../../domain/own-documents.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { escapePlain } from '../../../domain/words/markdown-safe.ts';
import { listAuthority, listEnding } from '../../../exchange/exporters/record-words.ts';
import { conclusionBlocks, MOST_CHARACTERS } from '../../../exchange/github/comment.ts';
import type { Comment, GitHub, Thread } from '../../../exchange/github/github.ts';
import { withoutPaths } from '../../../exchange/without-paths.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import type { Hall } from '../hall.ts';
import {
  findThread,
  type GitHubInput,
  isSameName,
  requireGitHub,
  resolveTarget,
  type TargetInput,
  withPostingClaim,
} from './input.ts';
import { postOnce } from './own-comments.ts';

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
function missingReportBody(threadId: string, facts: ReportFacts): string {
  const words =
    'There is no debate about this commit, so nothing here says whether it is good. The log of the run says why.';
  return assemble(threadId, 'No outcome', factLines(facts), () => words);
}

export interface ReportInput extends GitHubInput, TargetInput {
  /** Address of the whole report. */
  readonly link?: string;
  readonly commit?: string;
  /** Without such a debate, the comment says that there is none. */
  readonly allowMissing?: boolean;
}

export interface ReportOutput {
  readonly threadId: string;
  /** Of the comment. */
  readonly url: string;
  readonly change: 'posted' | 'edited' | 'none';
  /** Whether there was no debate to report on. */
  readonly missing: boolean;
}

function readFacts({ link, commit }: ReportInput): ReportFacts {
  const url = link === undefined || !URL.canParse(link) ? undefined : new URL(link);
  if (link !== undefined && !['https:', 'http:'].includes(url?.protocol ?? '')) {
    throw new HallError('bad-input', 'The link to the report is not a web address.', {
      hint: 'Begin it with https://.',
    });
  }
  if (commit !== undefined && !/^[0-9a-f]{7,64}$/i.test(commit)) {
    throw new HallError('bad-input', 'That is not the hash of a commit.', {
      hint: 'Pass what "git rev-parse HEAD" prints.',
    });
  }
  return defined({ link: url, commit });
}

/** Anybody can write our marker, so only what the account behind the token wrote counts; some Apps may not ask who they are. */
async function findOwn(github: GitHub, thread: Thread, marker: string): Promise<readonly Comment[]> {
  const marked = (await github.comments(thread)).filter(({ body }) => /^[^\r\n]*/.exec(body)?.[0] === marker);
  if (marked.length === 0) return [];
  const ours = (await github.viewer()) ?? marked.find(({ author }) => author.endsWith('[bot]'))?.author;
  return marked.filter(({ author }) => ours !== undefined && isSameName(author, ours));
}

/**
 * Posts the comment, or edits the one that is there. Throws `not-found`, `bad-input`, `not-linked`, `already-running`,
 * `github-disabled`, and what GitHub throws.
 */
export async function reportDebate(hall: Hall, input: ReportInput): Promise<ReportOutput> {
  requireGitHub(hall);
  const { threadId } = input;
  const facts = readFacts(input);
  // It comes to stand in the marker.
  checkThreadId(threadId);
  const missing = input.allowMissing === true && !(await hall.store.exists(threadId));
  const snapshot = missing ? undefined : await hall.engine.snapshot(threadId);
  const linked = snapshot?.debate.linked;
  const target = resolveTarget(input, linked);
  const body =
    snapshot === undefined ? missingReportBody(threadId, facts) : reportBody(withoutPaths(toRecord(snapshot)), facts);
  const write = async (call: GitHubInput): Promise<ReportOutput> => {
    const github = await hall.github(call);
    const thread = await findThread(github, target, linked);
    // Of several, which two halls may have posted at once, the oldest stays.
    const keepOne = async () => {
      const [oldest, ...others] = await findOwn(github, thread, reportMark(threadId));
      for (const { id } of others) await github.remove(thread, id);
      return oldest;
    };
    const own = await keepOne();
    if (own?.body === body) return { threadId, url: own.url, change: 'none', missing };
    if (own !== undefined && (await github.edit(thread, own.id, body)))
      return { threadId, url: own.url, change: 'edited', missing };
    const findArrived = async () => (await findOwn(github, thread, reportMark(threadId)))[0];
    const posted = await postOnce({ github, thread, input: call }, body, findArrived);
    const kept = (await keepOne()) ?? posted;
    if (kept.id !== posted.id) await github.edit(thread, kept.id, body);
    return { threadId, url: kept.url, change: 'posted', missing };
  };
  // Of two at once the second would not see the comment of the first yet.
  return missing ? await write(input) : await withPostingClaim(hall, input, write);
}
