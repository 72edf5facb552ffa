// What a person can do in this debate now; nothing that the hall would refuse is offered.
import { useComputed } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import {
  type DebateView,
  PAGE_EXPORTS,
  type PageExport,
  type PossibleActions,
} from '../../../domain/hall-page/debate.ts';
import type { AskRequest, CloseRequest, InterjectRequest } from '../../../domain/hall-page/writes.ts';
import { safe } from '../../report/words.ts';
import { Problem, useAnswer } from '../problem.tsx';
import { debatePath, getBlob } from '../talk/api.ts';
import { Action } from './action.tsx';
import { draftsChanged, listDrafts } from './drafts.ts';
import { Choice, Text } from './fields.tsx';
import { FoldedForm } from './fold.tsx';
import { Leftover } from './leftover.tsx';
import { Outcome } from './outcome.tsx';
import { RaiseLimit } from './raise-limit.tsx';
import { Again, Compare, Fork } from './reopen.tsx';
import { underWay } from './sending.ts';
import { Turn } from './turn/turn.tsx';

const TITLES: Readonly<Record<PageExport, string>> = { html: 'HTML', markdown: 'Markdown', json: 'JSON' };
const EXTENSIONS: Readonly<Record<PageExport, string>> = { html: 'html', markdown: 'md', json: 'json' };

/** A request with the token cannot be a link, so what came of it is saved. */
async function save(debate: string, format: PageExport): Promise<void> {
  const address = URL.createObjectURL(await getBlob(`${debatePath(debate, 'export')}?format=${format}`));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${debate}.${EXTENSIONS[format]}`;
  link.click();
  URL.revokeObjectURL(address);
}

/** The debate as a file: what "debate-hall export" writes. */
function ExportButtons({ debate }: { readonly debate: string }) {
  const { problem, ask } = useAnswer<void>();
  return (
    <div class="exports" role="group" aria-label="Save this debate">
      <span class="quiet">Save as</span>
      {PAGE_EXPORTS.map((format) => (
        <button key={format} type="button" onClick={() => void ask(save(debate, format))}>
          {TITLES[format]}
        </button>
      ))}
      <Problem text={problem.value} />
    </div>
  );
}

/** Without what is the next step anyway, and so stands at the top. */
function RunControls({ view: { record, can, due } }: { readonly view: DebateView }) {
  const debate = record.threadId;
  const isPersonNext = due.length > 0;
  return (
    <>
      {can.pause && <Action debate={debate} action="pause" title="Pause" body={{}} />}
      {can.resume && isPersonNext && <Action debate={debate} action="resume" title="Resume" body={{}} />}
      {can.close === 'by-rules' && (isPersonNext || can.resume || can.raise !== null) && (
        <Action debate={debate} action="close" title="Close as the rules have it" body={{}} />
      )}
    </>
  );
}

interface PicksProps {
  readonly debate: string;
  readonly seats: PossibleActions['pick'];
}

function Picks({ debate, seats }: PicksProps) {
  return (
    <section class="due-turn" aria-labelledby="pick-title">
      <h3 id="pick-title">Who speaks next?</h3>
      <p class="submit">
        {seats.map(({ seat, label }) => (
          <Action key={seat} debate={debate} action="pick" title={safe(label)} body={{ seat }} />
        ))}
      </p>
    </section>
  );
}

/** Closes a debate that nobody runs, with a decision in a person's words. */
function CloseInWords({ debate }: { readonly debate: string }) {
  return (
    <FoldedForm<CloseRequest>
      debate={debate}
      kind="close"
      fold="Close with a decision"
      title="Decision"
      submit="Close the debate"
      danger
      body={({ decision = '' }) => (decision.trim() === '' ? undefined : { decision: decision.trim() })}
    >
      {(writing) => (
        <Text
          writing={writing}
          name="decision"
          label="The decision"
          hint="The record says that someone outside the seats wrote it. No seat speaks after this."
          rows={4}
        />
      )}
    </FoldedForm>
  );
}

function Interject({ debate }: { readonly debate: string }) {
  return (
    <FoldedForm<InterjectRequest>
      debate={debate}
      kind="interject"
      fold="Interject"
      title="Interjection"
      submit="Interject"
      body={({ text = '' }) => (text.trim() === '' ? undefined : { text })}
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
    </FoldedForm>
  );
}

const EVERYBODY = 'everybody';

/** One more question to the seats of a debate that is over. */
function Ask({ debate, seats }: { readonly debate: string; readonly seats: PossibleActions['ask'] }) {
  const options = [
    { value: EVERYBODY, title: `All ${seats.length}` },
    ...seats.map(({ seat, label }) => ({ value: seat, title: safe(label) })),
  ];
  return (
    <FoldedForm<AskRequest>
      debate={debate}
      kind="ask"
      fold="Ask one more question"
      title="Question"
      submit="Ask"
      initial={{ seat: EVERYBODY }}
      body={({ text = '', seat = EVERYBODY }) => {
        if (text.trim() === '') return undefined;
        return { text: text.trim(), ...(seat === EVERYBODY ? {} : { seat }) };
      }}
    >
      {(writing) => (
        <>
          <Text
            writing={writing}
            name="text"
            label="Your question"
            hint="Each seat answers in one call, in the context of this debate. The outcome stays as it is."
            rows={3}
          />
          {seats.length > 1 && <Choice writing={writing} name="seat" label="Who answers" options={options} />}
        </>
      )}
    </FoldedForm>
  );
}

const listTurns = ({ can, waitsFor }: DebateView) => (can.say ? waitsFor : []);

/** Whether this person can take a turn or pick who speaks. */
export const isTheirTurn = (view: DebateView) => listTurns(view).length > 0 || view.can.pick.length > 0;

export function YourTurn({ view }: { readonly view: DebateView }) {
  const { record, can } = view;
  const debate = record.threadId;
  return (
    <section id="your-turn" class="take-part" aria-labelledby="your-turn-title">
      <h2 id="your-turn-title">Your turn</h2>
      {listTurns(view).map((turn) => (
        <Turn key={turn.step} debate={debate} turn={turn} />
      ))}
      {can.pick.length > 0 && <Picks debate={debate} seats={can.pick} />}
    </section>
  );
}

/** All that can be done beside a turn, always at the same place: a form that moves is made anew under who writes in it. */
export function TakePart({ view }: { readonly view: DebateView }) {
  const { record, can } = view;
  const debate = record.threadId;
  const drafts = useComputed(() => {
    void draftsChanged.value;
    return listDrafts(debate);
  });
  const others = [...(record.relation === undefined ? [] : [record.relation.of]), ...(record.forks ?? [])];
  /** Each of their forms, or nothing while it is not possible, by the kind of its draft. */
  const forms: Readonly<Record<string, ComponentChildren>> = {
    resume: can.raise !== null && <RaiseLimit debate={debate} limit={can.raise} />,
    interject: can.interject && <Interject debate={debate} />,
    ask: can.ask.length > 0 && <Ask debate={debate} seats={can.ask} />,
    outcome: can.outcome.length > 0 && <Outcome view={view} />,
    again: can.again && <Again record={record} />,
    fork: can.fork.length > 0 && <Fork record={record} points={can.fork} />,
    compare: <Compare debate={debate} others={others} />,
    close: can.close === 'in-words' && <CloseInWords debate={debate} />,
  };
  const due = new Set(listTurns(view).map(({ step }) => step));
  const leftover = drafts.value.filter(
    ({ kind, step, draft }) => !(kind === 'turn' ? due.has(step) : forms[kind]) && !underWay.value.has(draft.key),
  );
  return (
    <section id="take-part" class="take-part" aria-labelledby="take-part-title">
      <h2 id="take-part-title">Take part</h2>
      {leftover.map((kept) => (
        <Leftover key={`${kept.id} ${kept.draft.key}`} kept={kept} />
      ))}
      {Object.entries(forms).map(([kind, form]) => (
        <Fragment key={kind}>{form}</Fragment>
      ))}
      <div class="controls">
        <RunControls view={view} />
        <ExportButtons debate={debate} />
      </div>
    </section>
  );
}
