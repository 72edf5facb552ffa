// Where the debate stands, what it is to others, and how to check it.
import type { DebateRecord } from '../../domain/record.ts';
import { describeRelation } from '../../domain/words/describe-relation.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import { labelSeats } from '../../domain/words/label-seats.ts';
import { describeTime, safe } from './words.ts';

const WEB = /^https:\/\//;

export function About({ record }: { readonly record: DebateRecord }) {
  const { threadId, relation, forks = [], github, ledger, openedAt, endedAt, warnings } = record;
  return (
    <dl class="about">
      <dt>Debate</dt>
      <dd>
        <code>{safe(threadId)}</code>
      </dd>
      {relation !== undefined && (
        <>
          <dt>Related</dt>
          <dd>{safe(describeRelation(relation, labelSeats(record.seats)))}</dd>
        </>
      )}
      {forks.length > 0 && (
        <>
          <dt>Forks</dt>
          <dd>{forks.map(safe).join(', ')}</dd>
        </>
      )}
      {github?.thread !== undefined && WEB.test(github.thread) && (
        <>
          <dt>Discussed at</dt>
          <dd>
            <a href={github.thread} rel="noopener noreferrer nofollow">
              {safe(github.thread)}
            </a>
          </dd>
        </>
      )}
      {github?.decisionRecord !== undefined && (
        <>
          <dt>Decision record</dt>
          <dd>
            {safe(github.decisionRecord.repo)}, <code>{safe(github.decisionRecord.path)}</code>
          </dd>
        </>
      )}
      <dt>Opened</dt>
      <dd>{describeTime(openedAt)}</dd>
      {endedAt !== null && (
        <>
          <dt>Closed</dt>
          <dd>{describeTime(endedAt)}</dd>
        </>
      )}
      {warnings.length > 0 && (
        <>
          <dt>Warnings</dt>
          {warnings.map((warning) => (
            <dd key={warning}>{safe(warning)}</dd>
          ))}
        </>
      )}
      <dt>Ledger</dt>
      <dd>
        {countNoun(ledger.events, 'event')}, head <code class="hash">{ledger.head}</code>
      </dd>
      <dt>Check it</dt>
      <dd>
        <code>
          debate-hall verify {safe(threadId)} <span class="whole-word">--head</span>{' '}
          {ledger.closing?.hash ?? ledger.head}
        </code>
      </dd>
    </dl>
  );
}
