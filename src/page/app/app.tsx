// The report of one debate: what was decided first, then how it came about, then every word.
import type { ComponentChildren } from 'preact';
import { Summary } from '../report/summary.tsx';
import { Guarded } from './guarded.tsx';
import { Replay } from './replay.tsx';
import { about, pictures, type Section } from './sections.tsx';
import { record } from './state.ts';
import { Transcript } from './transcript.tsx';

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

function Contents() {
  const { dissent } = record.value;
  const entries = [
    { id: 'top', title: 'Outcome' },
    ...(dissent.length === 0 ? [] : [{ id: 'dissent', title: 'Dissent' }]),
    ...pictures.value,
    { id: 'transcript', title: 'Transcript' },
    about,
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

interface AppProps {
  /** What is going on in the debate, and what can be done about it. */
  readonly lead?: ComponentChildren;
}

export function App({ lead }: AppProps) {
  return (
    <>
      <Contents />
      <main>
        <Guarded>
          <Summary record={record.value} />
        </Guarded>
        {lead}
        {pictures.value.map((section) => (
          <SectionView key={section.id} section={section} />
        ))}
        <Transcript />
        <SectionView section={about} />
      </main>
      <Replay />
    </>
  );
}
