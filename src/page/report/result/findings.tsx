// What a review found, the worst first, each with its part of the change and who holds it.
import type { Hunk } from '../../../domain/diffs/diff.ts';
import type { FindingHunk } from '../../../domain/diffs/finding-hunks.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import type { Finding, ReviewResult, Severity } from '../../../domain/results/review-result.ts';
import { formatPlace } from '../../../domain/words/describe-reviewed.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { Markdown } from '../markdown.tsx';
import { SeatMark } from '../seat-mark.tsx';
import { createLabels, safe } from '../words.ts';

const SEVERITY_ORDER: readonly { readonly severity: Severity; readonly title: string }[] = [
  { severity: 'P0', title: 'must be fixed' },
  { severity: 'P1', title: 'should be fixed' },
  { severity: 'P2', title: 'could be better' },
];

const SIGNS = { added: '+', removed: '−', context: ' ' } as const;
const WORDS = { added: 'added', removed: 'removed', context: '' } as const;

function HunkView({ hunk, finding: { line, removed } }: { readonly hunk: Hunk; readonly finding: Finding }) {
  const isNamed = (kind: string, number: number) => number === line && (kind === 'removed') === (removed === true);
  return (
    <div class="scrolls hunk" tabIndex={0} role="group" aria-label="Part of the change">
      <table>
        <tbody>
          {hunk.lines.map(({ kind, number, text }, index) => (
            <tr key={`${kind} ${number} ${index}`} class={isNamed(kind, number) ? `${kind} named` : kind}>
              <td class="number">{number}</td>
              <td class="sign">
                <span aria-hidden="true">{SIGNS[kind]}</span>
                <span class="hidden">{WORDS[kind]}</span>
              </td>
              <td>
                <code>{safe(text)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const VERIFIED: Readonly<Record<Finding['verified'], string>> = {
  quote: 'quote found in the material',
  line: 'line is in the diff',
  file: 'file is in the diff',
  unverified: 'place not found in the diff',
};

const STATUS: Readonly<Record<Finding['status'], string>> = {
  confirmed: 'confirmed',
  disputed: 'disputed',
  unchecked: 'not cross-checked',
};

interface FindingViewProps {
  readonly record: DebateRecord;
  readonly finding: Finding;
  readonly hunk: Hunk | undefined;
  readonly reason?: string | undefined;
}

function FindingView({ record, finding, hunk, reason }: FindingViewProps) {
  const { id, severity, title, detail, fix, evidence, verified, foundBy, votes, status, dissent } = finding;
  const label = createLabels(record);
  const place = formatPlace(finding);
  return (
    <article class={`finding ${severity}`} id={`finding-${safe(id)}`}>
      <h4 dir="auto">
        <span class="severity">{severity}</span> {safe(title)}
      </h4>
      <p class="facts-line">
        <span>{safe(id)}</span>
        {place !== undefined && <code>{safe(place)}</code>}
        <span>{STATUS[status]}</span>
        <span>{VERIFIED[verified]}</span>
        <span>
          {votes.valid} valid, {votes.invalid} invalid
        </span>
        <span class="marks">
          found by
          {foundBy.map((seat) => (
            <span key={seat} class="seat">
              <SeatMark record={record} seat={seat} /> {label(seat)}
            </span>
          ))}
        </span>
      </p>
      {reason !== undefined && <p class="redacted">{safe(reason)}</p>}
      {hunk === undefined ? (
        evidence !== null && (
          <pre tabIndex={0}>
            <code>{safe(evidence)}</code>
          </pre>
        )
      ) : (
        <HunkView hunk={hunk} finding={finding} />
      )}
      <Markdown text={detail} heading={5} />
      {fix !== '' && (
        <div class="fix">
          <strong>Fix:</strong> <Markdown text={fix} heading={5} />
        </div>
      )}
      {dissent.map(({ seat, reason: why }) => (
        <p key={seat} class="objection" dir="auto">
          {label(seat)} disagrees{why === null ? '.' : `: ${safe(why)}`}
        </p>
      ))}
    </article>
  );
}

interface FindingsProps {
  readonly record: DebateRecord;
  readonly review: ReviewResult;
  readonly hunks: readonly FindingHunk[];
}

export function Findings({ record, review, hunks }: FindingsProps) {
  const findHunk = (id: string) => hunks.find(({ finding }) => finding === id)?.hunk;
  const counts = SEVERITY_ORDER.map(({ severity, title }) => {
    const found = review.findings.filter((finding) => finding.severity === severity);
    return { severity, title, found };
  });
  return (
    <>
      {!review.reviewed && (
        <p class="banner">
          <strong>Not reviewed.</strong> Having no findings does not mean that nothing is wrong.
        </p>
      )}
      <ul class="tiles">
        {counts.map(({ severity, title, found }) => (
          <li key={severity} class={`tile ${severity}`}>
            <strong>{found.length}</strong> {severity} {title}
          </li>
        ))}
        {review.overlap !== null && (
          <li class="tile">
            <strong>{review.overlap}%</strong> overlap
          </li>
        )}
      </ul>
      {counts
        .filter(({ found }) => found.length > 0)
        .map(({ severity, title, found }) => (
          <div key={severity}>
            <h3>
              {severity}, {title}
            </h3>
            {found.map((finding) => (
              <FindingView key={finding.id} record={record} finding={finding} hunk={findHunk(finding.id)} />
            ))}
          </div>
        ))}
      {review.eliminated.length > 0 && (
        <details>
          <summary>{countNoun(review.eliminated.length, 'eliminated finding')}</summary>
          {review.eliminated.map((finding) => (
            <FindingView
              key={finding.id}
              record={record}
              finding={finding}
              hunk={findHunk(finding.id)}
              reason={finding.reason}
            />
          ))}
        </details>
      )}
    </>
  );
}
