// One debate: its report, with what is going on in it and what a person can do about it.
import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { showAnchor } from '../../app/address.ts';
import { App } from '../../app/app.tsx';
import { listenToPrinting } from '../../app/printing.ts';
import { safe } from '../../report/words.ts';
import { TakePart } from '../part/take-part.tsx';
import { jump } from '../route.ts';
import { beginnings, changesOf } from '../state.ts';
import { session } from '../talk/session.ts';
import { CheckLedger } from './check-ledger.tsx';
import { LivePanel } from './live-panel.tsx';
import { closeDebate, openDebate, problem, readAgain, view } from './reading.ts';
import { Related } from './related.tsx';

listenToPrinting();

export function Debate({ id }: { readonly id: string }) {
  useEffect(() => {
    openDebate(id);
    return closeDebate;
  }, [id]);
  useSignalEffect(() => {
    if (beginnings.value + changesOf(id) > 0 && session.value === 'open') void readAgain();
  });
  const isThere = view.value !== undefined;
  useEffect(() => {
    if (isThere) return jump.subscribe(({ anchor }) => showAnchor(anchor));
  }, [isThere]);
  if (view.value === undefined) {
    return (
      <main>
        <h1 class="plain">{safe(id)}</h1>
        <p role={problem.value === '' ? 'status' : 'alert'}>{problem.value === '' ? 'Reading …' : problem.value}</p>
      </main>
    );
  }
  const { running, record } = view.value;
  const entries = [...(running ? [{ id: 'live', title: 'Live' }] : []), { id: 'take-part', title: 'Take part' }];
  const content = (
    <>
      {problem.value !== '' && (
        <p class="banner" role="alert">
          {problem.value}
        </p>
      )}
      <LivePanel id={id} view={view.value} />
      <TakePart key={id} view={view.value} />
      <Related key={`related ${id}`} id={id} record={record} />
    </>
  );
  return <App lead={{ content, entries, check: <CheckLedger key={id} id={id} /> }} />;
}
