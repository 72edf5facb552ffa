// What a person can do in this debate now; nothing that the hall would refuse is offered.

import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DebateView } from '../../../domain/hall-page/debate.ts';
import type { InterjectRequest } from '../../../domain/hall-page/writes.ts';
import { readAgain } from '../debate/reading.ts';
import { debatePath } from '../talk/api.ts';
import { CloseInWords } from './close.tsx';
import { draftId, draftsChanged, listDrafts } from './drafts.ts';
import { ExportButtons } from './export-buttons.tsx';
import { Text } from './fields.tsx';
import { Fold } from './fold.tsx';
import { Leftover } from './leftover.tsx';
import { Outcome } from './outcome.tsx';
import { Again, Compare, Fork } from './reopen.tsx';
import { Picks, RunControls } from './run-controls.tsx';
import { confirmed } from './sending.ts';
import { Turn } from './turn/turn.tsx';
import { WritingForm } from './turn/writing.tsx';

function Interject({ debate }: { readonly debate: string }) {
  return (
    <Fold
      name={`${debate} interject`}
      title="Interject"
      opens={listDrafts(debate).some(({ kind }) => kind === 'interject')}
    >
      <WritingForm<InterjectRequest>
        id={draftId(debate, 'interject')}
        title="Interjection"
        path={debatePath(debate, 'interject')}
        submit="Interject"
        body={({ text = '' }) => (text.trim() === '' ? undefined : { text })}
        onDone={() => void readAgain()}
      >
        {(writing) => (
          <Text
            writing={writing}
            name="text"
            label="Your words"
            hint="Every seat that speaks later reads them."
            rows={4}
          />
        )}
      </WritingForm>
    </Fold>
  );
}

export function TakePart({ view }: { readonly view: DebateView }) {
  const { record, waitsFor, can } = view;
  const debate = record.threadId;
  // What was recorded here is no news in the next debate.
  useEffect(
    () => () => {
      confirmed.value = '';
    },
    [],
  );
  const drafts = useComputed(() => {
    void draftsChanged.value;
    return listDrafts(debate);
  });
  const due = new Set(waitsFor.map(({ step }) => step));
  const leftover = drafts.value.filter(({ kind, step }) => kind === 'turn' && !due.has(step));
  return (
    <section id="take-part" class="take-part" aria-labelledby="take-part-title">
      <h2 id="take-part-title">{waitsFor.length > 0 || can.pick.length > 0 ? 'Your turn' : 'Take part'}</h2>
      <p class="confirmed" role="status">
        {confirmed.value}
      </p>
      {leftover.map((kept) => (
        <Leftover key={`${kept.id} ${kept.draft.key}`} kept={kept} />
      ))}
      {waitsFor.map((turn) => (
        <Turn key={turn.step} debate={debate} turn={turn} />
      ))}
      {can.pick.length > 0 && <Picks debate={debate} seats={can.pick} />}
      {can.interject && <Interject debate={debate} />}
      {can.outcome && <Outcome view={view} />}
      {can.again && <Again record={record} />}
      {can.fork && <Fork record={record} />}
      <Compare
        debate={debate}
        others={[...(record.relation === undefined ? [] : [record.relation.of]), ...(record.forks ?? [])]}
      />
      {can.close === 'in-words' && <CloseInWords debate={debate} />}
      <div class="controls">
        <RunControls view={view} />
        <ExportButtons debate={debate} />
      </div>
    </section>
  );
}
