// What else the hall knows of the question: the debate that this one comes from, its forks, and decisions that resemble it.
import { useSignal, useSignalEffect } from '@preact/signals';
import type { ForksAnswer, RelatedAnswer } from '../../../domain/hall-page/debate.ts';
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import type { FixChain } from '../../../domain/results/fixing.ts';
import { listCaveats } from '../../../domain/words/describe-authority.ts';
import { describeRelation } from '../../../domain/words/describe-relation.ts';
import { labelSeats } from '../../../domain/words/label-seats.ts';
import { LongWords } from '../../report/long-words.tsx';
import { safe } from '../../report/words.ts';
import { debateAddress } from '../route.ts';
import { debatePath, getJson } from '../talk/api.ts';

interface Found extends ForksAnswer, RelatedAnswer {}

async function find(id: string): Promise<Found> {
  const [forks, related] = await Promise.all([
    getJson<ForksAnswer>(debatePath(id, 'forks')),
    getJson<RelatedAnswer>(debatePath(id, 'related')),
  ]);
  return { ...forks, ...related };
}

const DebateLink = ({ id }: { readonly id: string }) => <a href={debateAddress(id)}>{safe(id)}</a>;

function Links({ title, ids }: { readonly title: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <li>
      {title}:{' '}
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <DebateLink id={id} />
        </span>
      ))}
    </li>
  );
}

const KINDS = { review: 'Review', fix: 'Fix' } as const;

/** Whoever has the repository continues, reads or merges; the page only shows how far it is. */
function Chain({ id, chain: { debates, branch, summary, next } }: { readonly id: string; readonly chain: FixChain }) {
  return (
    <li>
      Review and fix:{' '}
      {debates.map(({ threadId, kind, round }, index) => (
        <span key={threadId}>
          {index > 0 && ', '}
          {threadId === id ? (
            <b>
              {KINDS[kind]} {round}
            </b>
          ) : (
            <a href={debateAddress(threadId)}>
              {KINDS[kind]} {round}
            </a>
          )}
        </span>
      ))}
      . {safe(summary)}{' '}
      {branch !== null && (
        <>
          Branch <code>{safe(branch)}</code>.{' '}
        </>
      )}
      Next, in the repository: <code>{safe(next)}</code>
    </li>
  );
}

export function Related({ id, record }: { readonly id: string; readonly record: DebateRecord }) {
  const found = useSignal<Found>({ forks: [], askedAgain: [], decisions: [] });
  useSignalEffect(() => {
    // It is no part of the debate, which is read all the same.
    find(id).then(
      (answer) => {
        found.value = answer;
      },
      () => {},
    );
  });
  const { forks, askedAgain, decisions, chain } = found.value;
  const { relation } = record;
  const isAlone = relation === undefined && chain === undefined;
  if (isAlone && forks.length + askedAgain.length + decisions.length === 0) return null;
  return (
    <section id="related" aria-labelledby="related-title">
      <h2 id="related-title">Related</h2>
      <ul class="related">
        {relation !== undefined && (
          <li>
            {safe(describeRelation(relation, labelSeats(record.seats)))}: <DebateLink id={relation.of} />
          </li>
        )}
        {chain !== undefined && <Chain id={id} chain={chain} />}
        <Links title="Forks" ids={forks} />
        <Links title="Asked again in" ids={askedAgain} />
        {decisions.map(({ threadId, topic, answer, outcome, ...panel }) => (
          <li key={threadId} dir="auto">
            <a href={debateAddress(threadId)}>
              <LongWords text={safe(topic ?? threadId)} />
            </a>{' '}
            <span class="quiet">
              {[
                `${OUTCOME_WORDS[outcome].title}${answer === null ? '' : `: ${safe(answer)}`}`,
                ...listCaveats(panel),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
