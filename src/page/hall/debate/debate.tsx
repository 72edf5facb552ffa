// One debate: its report, with what is going on in it and what a person can do about it.
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DebateView } from '../../../domain/hall-page/debate.ts';
import { describeState } from '../../../domain/words/describe-state.ts';
import { showAnchor } from '../../app/address.ts';
import { App, type Lead } from '../../app/app.tsx';
import { listenToPrinting } from '../../app/printing.ts';
import { createLabels, safe } from '../../report/words.ts';
import { isFocusLost } from '../focus.ts';
import { Action } from '../part/action.tsx';
import { confirmed } from '../part/sending.ts';
import { isTheirTurn, TakePart, YourTurn } from '../part/take-part.tsx';
import { debateAddress, jump } from '../route.ts';
import { beginnings, countChanges } from '../state.ts';
import { session } from '../talk/session.ts';
import { nameTab } from '../title.ts';
import { CheckLedger } from './check-ledger.tsx';
import { LivePanel } from './live-panel.tsx';
import { isMissing, leaveDebate, openDebate, problem, readAgain, view, wanted } from './reading.ts';
import { Related } from './related.tsx';

/** The one thing to do next, at the top: take the turn, pick, resume, close, or ask again what was decided. */
function NextStep({ view: { record, waitsFor, can, running } }: { readonly view: DebateView }) {
  const debate = record.threadId;
  const [turn] = can.say ? waitsFor : [];
  const toPart = (words: string, part = 'take-part') => (
    <a class="button primary" href={debateAddress(debate, part)}>
      {words}
    </a>
  );
  const button = () => {
    if (turn !== undefined) return toPart(`Take the turn: ${safe(turn.label)}`, 'your-turn');
    if (can.pick.length > 0) return toPart('Pick who speaks next', 'your-turn');
    if (can.resume) return <Action debate={debate} action="resume" title="Resume" body={{}} isPrimary />;
    if (can.raise !== null) return toPart('Resume with a higher limit');
    if (can.close === 'by-rules')
      return <Action debate={debate} action="close" title="Close the debate" body={{}} isPrimary />;
    if (running && can.interject) return toPart('Interject');
    if (!can.again) return null;
    return (
      <a class="button primary" href={debateAddress(debate, 'again')}>
        Ask again
      </a>
    );
  };
  const content = button();
  return content === null ? null : <p class="submit next-step">{content}</p>;
}

listenToPrinting();

function Absent({ id }: { readonly id: string }) {
  const isReading = wanted.value !== id || (problem.value === '' && !isMissing.value);
  return (
    <main>
      <h1 class="plain">{!isReading && isMissing.value ? 'There is no such debate' : safe(id)}</h1>
      {!isReading && isMissing.value ? (
        <p role="alert">
          This hall has no debate with the ID <code>{safe(id)}</code>. It may have been deleted, or be in another hall.
        </p>
      ) : (
        <p role={isReading ? 'status' : 'alert'}>{isReading ? 'Loading…' : problem.value}</p>
      )}
      {!isReading && (
        <p>
          <a href="#/">All debates</a>
        </p>
      )}
    </main>
  );
}

/** What was recorded last in this debate, at a place that stays where it is while turns come and go. */
function Confirmed({ debate }: { readonly debate: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  const said = confirmed.value?.debate === debate ? confirmed.value : undefined;
  useEffect(() => {
    if (said !== undefined && isFocusLost()) line.current?.focus();
  }, [said]);
  // What was recorded here is no news when its reader comes back.
  useEffect(
    () => () => {
      if (confirmed.peek()?.debate === debate) confirmed.value = undefined;
    },
    [debate],
  );
  return (
    <p ref={line} class="confirmed" role="status" tabIndex={-1} dir="auto">
      {safe(said?.words ?? '')}
    </p>
  );
}

/** What goes on or waits for this person comes before the evidence; all else can wait until that was read. */
function arrange(id: string, view: DebateView): Lead {
  const { running, queued, record, due } = view;
  const { status, outcome, authority } = record;
  const state = describeState({
    status,
    outcome,
    running,
    waitsFor: due,
    queued,
    failed: authority.failed.map(createLabels(record)),
  });
  const isDue = isTheirTurn(view);
  const live = {
    content: (
      <>
        {problem.value !== '' && (
          <p class="banner" role="alert">
            {problem.value}
          </p>
        )}
        <LivePanel id={id} view={view} />
        <Confirmed key={`confirmed ${id}`} debate={id} />
        {isDue && <YourTurn key={`turn ${id}`} view={view} />}
      </>
    ),
    entries: [
      ...(running ? [{ id: 'live', title: 'Live' }] : []),
      ...(isDue ? [{ id: 'your-turn', title: 'Your turn' }] : []),
    ],
  };
  const later = {
    content: (
      <>
        <TakePart key={id} view={view} />
        <Related key={`related ${id}`} id={id} record={record} />
      </>
    ),
    entries: [{ id: 'take-part', title: 'Take part' }],
  };
  return { state, action: <NextStep view={view} />, first: live, later, check: <CheckLedger key={id} id={id} /> };
}

export function DebatePage({ id }: { readonly id: string }) {
  useEffect(() => {
    openDebate(id);
    return leaveDebate;
  }, [id]);
  useSignalEffect(() => {
    if (beginnings.value + countChanges(id) > 0 && session.value === 'open') void readAgain();
  });
  // The one before is shown no more, not even until this one is opened.
  const current = wanted.value === id ? view.value : undefined;
  const isThere = current !== undefined;
  useEffect(() => {
    if (isThere) return jump.subscribe(({ anchor }) => showAnchor(anchor));
  }, [isThere]);
  const lead = current && arrange(id, current);
  const topic = current?.record.topic ?? id;
  const takesTurns = current !== undefined && isTheirTurn(current);
  useEffect(() => {
    nameTab(topic, lead?.state, takesTurns);
  }, [topic, lead?.state.kind, takesTurns]);
  return lead === undefined ? <Absent id={id} /> : <App lead={lead} />;
}
