// The report of one debate: what was decided first, then how it came about, then every word.
import type { ComponentChildren } from 'preact';
import type { DebateState } from '../../domain/words/describe-state.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import { Summary } from '../report/summary.tsx';
import { Guarded } from './guarded.tsx';
import { Replay } from './replay.tsx';
import { describeRecord, pictures, type Section } from './sections.tsx';
import { pageData, record } from './state.ts';
import { Transcript } from './transcript.tsx';
import { checkedLedger, Verify } from './verify.tsx';

function Damage({ parts }: { readonly parts: readonly string[] }) {
  return (
    <p class="check-line bad" role="alert">
      <strong>✗ This file is damaged.</strong> Its {parts.join(' and its ')} cannot be read, so nothing here is checked.
    </p>
  );
}

/** One line at the top of a file about the file itself: damaged, being checked, checked, or not able to check itself. */
function CheckLine() {
  const { ledger, record, damaged = [] } = pageData.value;
  if (damaged.length > 0) return <Damage parts={damaged} />;
  const found = checkedLedger.value;
  if (ledger === undefined) {
    return (
      <p class="check-line">
        This file carries no ledger, so it cannot check itself. <a href="#about">How to check it</a>
      </p>
    );
  }
  if (found === undefined) return <p class="check-line">Checking {countNoun(record.ledger.events, 'event')} …</p>;
  if (found.problem !== undefined) {
    return (
      <p class="check-line bad" role="alert">
        <strong>✗ The check failed: do not rely on this page.</strong> {found.problem}
      </p>
    );
  }
  return (
    <p class="check-line good">
      <strong>✓ Checked against its own ledger.</strong> <a href="#about">What that means</a>
    </p>
  );
}

function Content({ section }: { readonly section: Section }) {
  return <>{section.content()}</>;
}

function SectionView({ section }: { readonly section: Section }) {
  const titleId = `${section.id}-title`;
  return (
    <section id={section.id} aria-labelledby={titleId}>
      <h2 id={titleId}>{section.title}</h2>
      <Guarded>
        <Content section={section} />
      </Guarded>
    </section>
  );
}

function Contents({ lead }: { readonly lead: Pick<Lead, 'first' | 'later'> }) {
  const { dissent } = record.value;
  const entries = [
    { id: 'top', title: 'Outcome' },
    ...(dissent.length === 0 ? [] : [{ id: 'dissent', title: 'Dissent' }]),
    ...lead.first.entries,
    ...pictures.value,
    ...lead.later.entries,
    { id: 'transcript', title: 'Transcript' },
    { id: 'about', title: 'This record' },
  ];
  return (
    <nav class="contents" aria-label="On this page">
      <ul>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface Part {
  readonly content: ComponentChildren;
  readonly entries: readonly Pick<Section, 'id' | 'title'>[];
}

/** What a page that follows the debate has beside its report. */
export interface Lead {
  readonly state: DebateState;
  /** The one thing to do next. */
  readonly action: ComponentChildren;
  /** What goes on now, between the outcome and how it came about. */
  readonly first: Part;
  /** What can wait until all of that was read. */
  readonly later: Part;
  /** In place of the check of a ledger that the file carries. */
  readonly check: ComponentChildren;
}

const NOTHING: Part = { content: null, entries: [] };
const FILE: Pick<Lead, 'first' | 'later'> = { first: NOTHING, later: NOTHING };

export function App({ lead }: { readonly lead?: Lead }) {
  return (
    <>
      <Contents lead={lead ?? FILE} />
      <main>
        <Guarded>
          <Summary
            record={record.value}
            state={lead?.state}
            action={lead?.action}
            check={lead === undefined ? <CheckLine /> : undefined}
          />
        </Guarded>
        {lead?.first.content}
        {pictures.value.map((section) => (
          <SectionView key={section.id} section={section} />
        ))}
        {lead?.later.content}
        <Transcript />
        <SectionView section={describeRecord(lead === undefined ? <Verify /> : lead.check)} />
      </main>
      <Replay />
    </>
  );
}
