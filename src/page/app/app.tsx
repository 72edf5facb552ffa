// The report of one debate: what was decided first, then how it came about, then every word.
import type { ComponentChildren } from 'preact';
import { Summary } from '../report/summary.tsx';
import { Guarded } from './guarded.tsx';
import { Replay } from './replay.tsx';
import { describeRecord, pictures, type Section } from './sections.tsx';
import { record } from './state.ts';
import { Transcript } from './transcript.tsx';
import { Verify } from './verify.tsx';

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

function Contents({ lead }: { readonly lead: Lead['entries'] }) {
  const { dissent } = record.value;
  const entries = [
    { id: 'top', title: 'Outcome' },
    ...(dissent.length === 0 ? [] : [{ id: 'dissent', title: 'Dissent' }]),
    ...lead,
    ...pictures.value,
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

/** What stands between the outcome and how it came about, where the page follows the debate. */
export interface Lead {
  readonly content: ComponentChildren;
  /** Its sections. */
  readonly entries: readonly Pick<Section, 'id' | 'title'>[];
  /** In place of the check of a ledger that the file carries. */
  readonly check: ComponentChildren;
}

export function App({ lead }: { readonly lead?: Lead }) {
  return (
    <>
      <Contents lead={lead?.entries ?? []} />
      <main>
        <Guarded>
          <Summary record={record.value} isFollowed={lead !== undefined} />
        </Guarded>
        {lead?.content}
        {pictures.value.map((section) => (
          <SectionView key={section.id} section={section} />
        ))}
        <Transcript />
        <SectionView section={describeRecord(lead === undefined ? <Verify /> : lead.check)} />
      </main>
      <Replay />
    </>
  );
}
