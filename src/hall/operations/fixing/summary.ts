// What a chain of reviews and fixes came to, for people and for programs, out of its ledgers alone.
import { type Redact, redactArguments } from '../../../agents/failures/redact.ts';
import { defined } from '../../../domain/defined.ts';
import type { LeftOut } from '../../../domain/event-parts.ts';
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import { describeLeftOut, listMissed } from '../../../domain/left-out.ts';
import { FATES, type Fate, type TrackedFinding, trackFindings } from '../../../domain/results/fixing.ts';
import { compareSeverity, type Severity } from '../../../domain/results/review-result.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { formatPlace } from '../../../domain/words/describe-reviewed.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { codeSpan, escapePlain, webLink } from '../../../domain/words/markdown-safe.ts';
import { MOST_CHARACTERS } from '../../../exchange/github/comment.ts';
import { getExitCode } from '../debate/running/outcome-exit.ts';
import type { FixingEnd, Link } from './chain.ts';
import type { NextDebate } from './next-debate.ts';
import { TESTS } from './run-tests.ts';
import { readWork } from './work-place.ts';

export interface FixingSummary {
  readonly kind: 'fixing';
  readonly end: FixingEnd;
  /** Null where there was nothing to fix. */
  readonly branch: string | null;
  /** The commit that it is at, and the one that the change begins at. */
  readonly commit: string | null;
  readonly from: string | null;
  /** The commit that keeps what was not committed, which is also in the person's own files. */
  readonly kept: string | null;
  /** How often an author answered. */
  readonly rounds: number;
  /** Of the last round; null without a command. */
  readonly tests: { readonly command: string; readonly passed: boolean } | null;
  /** What the last review was to see and did not. */
  readonly missed: readonly LeftOut[];
  /** IDs of the debates, in their order. */
  readonly debates: readonly string[];
  readonly findings: readonly {
    readonly id: string;
    readonly severity: Severity;
    readonly title: string;
    readonly file: string | null;
    readonly line: number | null;
    readonly removed?: true;
    readonly fate: Fate;
    readonly origin: TrackedFinding['origin'];
    readonly answers: TrackedFinding['answers'];
  }[];
}

function readTests(review: Link | undefined): FixingSummary['tests'] {
  const found = review?.snapshot.debate.opened.context.find(({ source }) => source.startsWith(TESTS));
  if (found === undefined) return null;
  const command = found.source.slice(TESTS.length);
  return { command, passed: readSealed(found.content)?.startsWith(`${command} passed`) === true };
}

function readKept([first]: readonly Link[]): string | null {
  const { context = [], options } = first?.snapshot.debate.opened ?? {};
  const isKept = context.some(({ source }) =>
    /^git:(?:uncommitted changes|staged changes|changes since )/.test(source),
  );
  return isKept && typeof options?.['commits'] === 'string' ? (options['commits'].split('..')[1] ?? null) : null;
}

export function summarizeFixing({ end, chain, rounds }: Extract<NextDebate, { kind: 'ended' }>): FixingSummary {
  const fixes = chain.flatMap(({ snapshot }) => readWork(snapshot) ?? []);
  const review = chain.findLast(({ kind }) => kind === 'review');
  const { commits } = review?.snapshot.debate.opened.options ?? {};
  const [from, commit] = typeof commits === 'string' ? commits.split('..') : [];
  return {
    kind: 'fixing',
    end,
    branch: fixes[0]?.work.branch ?? null,
    commit: commit ?? null,
    from: from ?? null,
    kept: readKept(chain),
    rounds: rounds.filter(({ answers }) => answers !== undefined).length,
    tests: readTests(review),
    missed: listMissed(review?.record.contextLeftOut ?? []),
    debates: chain.map(({ threadId }) => threadId),
    findings: trackFindings(rounds).map(({ id, finding, fate, origin, answers }) => {
      const { severity, title, file, line, removed } = finding;
      return { id, severity, title, file, line, ...defined({ removed }), fate, origin, answers };
    }),
  };
}

/** Findings that stand, or tests that fail, fail the whole; else the last review says how far it can be relied on. */
export function exitCodeOfFixing({ end, tests, findings }: FixingSummary, last: Link, failOn: Severity): ExitCode {
  if (end === 'standstill' || end === 'limit') return EXIT.findings;
  const isUnchanged = findings.some(({ fate }) => fate === 'unchanged');
  if (end === 'clean' && (isUnchanged || tests?.passed === false)) return EXIT.findings;
  if (end === 'undone') return EXIT.ok;
  const reason = last.record.status === 'force-closed' ? 'force-closed' : 'closed';
  return getExitCode(reason, last.record, failOn);
}

const ENDS: Readonly<Record<FixingEnd, string>> = {
  clean: 'Nothing is left to answer',
  standstill: 'Author and reviewers disagree, and neither has moved',
  limit: 'The rounds are used up, and findings are left',
  undone: 'The author took the whole change back',
  stopped: 'Stopped before the end',
};

const HEADINGS: Readonly<Record<Fate, string>> = {
  'not-fixed': 'Not fixed, as the last review has them again',
  unchanged: 'Called fixed, though nothing was changed',
  disputed: 'Disputed and open',
  open: 'Not answered',
  answered: 'Answered, and not reviewed again',
  accepted: 'Disputed and accepted',
  fixed: 'Fixed',
  dropped: 'No longer reported',
};

const ORIGINS = { change: '', fix: '; caused by a fix', late: '; found by a later review' } as const;

function formatLine(finding: FixingSummary['findings'][number]): string {
  const { id, severity, title, origin, answers } = finding;
  const named = formatPlace(finding);
  const place = named === undefined ? '' : ` (${escapePlain(named)})`;
  const reason = answers.at(-1)?.reason ?? '';
  const answer = reason === '' ? '' : `\n  Author: ${escapePlain(reason)}`;
  return `- ${id} ${severity}: ${escapePlain(title)}${place}${ORIGINS[origin]}${answer}`;
}

/** In the order in which they are counted; what is no longer reported is not. */
const COUNTED = {
  fixed: 'fixed',
  accepted: 'disputed and accepted',
  disputed: 'disputed and open',
  'not-fixed': 'not fixed',
  unchanged: 'called fixed, though nothing was changed',
  open: 'not answered',
  answered: 'not reviewed again',
} as const satisfies Partial<Record<Fate, string>>;

/** "2 fixed, 1 disputed and accepted; nothing is left to answer." */
export function describeFixing({ end, findings, rounds, tests }: FixingSummary): string {
  const counts = Object.entries(COUNTED).flatMap(([fate, text]) => {
    const count = findings.filter((each) => each.fate === fate).length;
    return count === 0 ? [] : [`${count} ${text}`];
  });
  const caused = findings.filter(({ origin }) => origin === 'fix').length;
  const parts = [
    // That nobody has reviewed says nothing about the change.
    ...(counts.length === 0 && end !== 'stopped' ? ['No findings'] : counts),
    ...(caused === 0 ? [] : [`${caused} of them caused by a fix`]),
  ];
  const found = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  const failed = tests?.passed === false ? ` ${tests.command} fails.` : '';
  return `${ENDS[end]}, after ${countNoun(rounds, 'round')}${found}.${failed}`;
}

function renderFates({ findings }: FixingSummary): readonly string[] {
  return FATES.flatMap((fate) => {
    const those = findings.filter((each) => each.fate === fate).toSorted(compareSeverity);
    return those.length === 0 ? [] : [`## ${HEADINGS[fate]}\n\n${those.map(formatLine).join('\n')}`];
  });
}

const renderTests = ({ tests, commit }: FixingSummary): readonly string[] =>
  tests === null
    ? []
    : [`Tests: ${codeSpan(tests.command)} ${tests.passed ? 'passed' : 'failed'} on ${commit?.slice(0, 7)}.`];

const renderMissed = ({ missed }: FixingSummary): readonly string[] =>
  missed.length === 0 ? [] : [`Not reviewed: ${escapePlain(describeLeftOut(missed))}.`];

const KEPT =
  'What you had not committed is on it, too. git merges it only after the second line has set your own copies of those files aside.';
/** Of what is deleted there is no copy. In any folder: paths begin at the root; names mean themselves, and none means nothing. */
const listCopies = (kept: string) => `git diff --name-only --no-renames --diff-filter=d -z ${kept}~1 ${kept}`;
const SET_ASIDE =
  'xargs -0 -r git -C "$(git rev-parse --show-toplevel)" --literal-pathspecs stash push --include-untracked --';

export function renderFixing(summary: FixingSummary, pull: { readonly url: string } | null): string {
  const { branch, from, kept, debates } = summary;
  const where =
    branch === null
      ? []
      : [
          `The work is on the branch \`${branch}\`: read it before you run it. Deleting the branch undoes everything.`,
          ...(kept === null ? [] : [KEPT]),
          [
            '```sh',
            `git log --patch ${from}..${branch}`,
            ...(kept === null ? [] : [`${listCopies(kept)} | ${SET_ASIDE}`]),
            `git merge ${branch}`,
            `git branch --delete --force ${branch}`,
            '```',
          ].join('\n'),
        ];
  return [
    '# Fix',
    describeFixing(summary),
    ...renderTests(summary),
    ...renderMissed(summary),
    ...where,
    ...(pull === null ? [] : [`Pull request: ${webLink(pull.url)}`]),
    ...renderFates(summary),
    `Debates: ${debates.join(', ')}`,
  ].join('\n\n');
}

const CUT = 'The rest is left out here: `--json` and the records of the debates have it.';

function redactTests(tests: FixingSummary['tests'], redact: Redact): FixingSummary['tests'] {
  if (tests === null) return null;
  return { ...tests, command: redactArguments(redact(tests.command).split(' '), redact).join(' ') };
}

/** The text of its pull request, where what agents said notifies nobody and closes nothing, and others see no secret of the command. */
export function renderForPull(summary: FixingSummary, redact: Redact): string {
  const tests = redactTests(summary.tests, redact);
  const before = [
    describeFixing({ ...summary, tests: null }),
    ...renderTests({ ...summary, tests }),
    ...renderMissed(summary),
  ];
  const after = `*Reviewed and fixed by Debate Hall: debates ${summary.debates.map(escapePlain).join(', ')}. People read and merge it.*`;
  const fates = renderFates(summary).join('\n\n').split('\n');
  let room = MOST_CHARACTERS - before.join('\n\n').length - CUT.length - after.length;
  const kept = fates.filter((line) => {
    room -= line.length + 1;
    return room > 0;
  });
  return [...before, kept.join('\n'), ...(kept.length < fates.length ? [CUT] : []), after].join('\n\n');
}
