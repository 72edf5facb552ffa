// A form whose words are kept as a draft: its fields, its way to the hall, and what stands in the way.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { defined } from '../../../../domain/defined.ts';
import type { WriteAnswer } from '../../../../domain/hall-page/writes.ts';
import { safe } from '../../../report/words.ts';
import { Problem } from '../../problem.tsx';
import { session } from '../../talk/session.ts';
import { canKeep, type DraftFields, type DraftWords, isEmpty, readDraft, removeDraft, writeDraft } from '../drafts.ts';
import { readSending, type Sending, send } from '../sending.ts';

export interface Writing {
  readonly fields: DraftFields;
  readonly set: (name: string, value: string) => void;
}

export interface WritingFormProps<Request extends { readonly key: string }, Answer> {
  /** Of the draft. */
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly initial?: DraftFields;
  /** What is sent, without the key; `undefined` while something is missing. `isAnyway`: also over what is new. */
  readonly body: (fields: DraftFields, isAnyway: boolean) => Omit<Request, 'key'> | undefined;
  readonly submit: string;
  /** What is said aloud once it is recorded. */
  readonly confirmation?: string;
  readonly onDone: (answer: Answer) => void;
  /** Events of the ledger that the person has read. */
  readonly seen?: number;
  /** What was said since; the person has seen it once they say so, or record their words all the same. */
  readonly news?: News;
  readonly children: (writing: Writing) => ComponentChildren;
  readonly danger?: boolean;
}

interface News {
  readonly since: readonly { readonly seq: number; readonly title: string }[];
  readonly onRead: () => void;
}

const NewsList = ({ since }: Pick<News, 'since'>) => (
  <ul>
    {since.map(({ seq, title }) => (
      <li key={seq} dir="auto">
        <a href={`#t${seq}`}>{safe(title)}</a>
      </li>
    ))}
  </ul>
);

function NewsLine({ news: { since, onRead }, onAnyway }: { readonly news: News; readonly onAnyway: () => void }) {
  return (
    <div class="news" role="alert">
      <p>
        <strong>{since.length} new</strong> since you began to write:
      </p>
      <NewsList since={since} />
      <p class="submit">
        <button type="button" onClick={onRead}>
          I have read it
        </button>
        <button type="button" onClick={onAnyway}>
          Record anyway
        </button>
      </p>
    </div>
  );
}

function Stale({ sending: { stale } }: { readonly sending: Sending }) {
  if (stale === undefined) return null;
  return (
    <div class="stale">
      {stale.since.length > 0 && (
        <>
          <p>Since you read the debate:</p>
          <NewsList since={stale.since} />
        </>
      )}
      <p>
        {stale.stillDue
          ? 'Your text is kept. Read what is new, then send it as it is or change it.'
          : 'Your text is kept below. This turn is no longer open.'}
      </p>
    </div>
  );
}

/** Where somebody writes, as the form to sign in is at the top. */
const SignInAgain = () => (
  <div class="problem" role="alert">
    <p>You are no longer signed in. Your text is kept: sign in, then send it. Nothing is recorded twice.</p>
    <p class="submit">
      <button type="button" onClick={() => document.getElementById('sign-in')?.focus()}>
        Go to the form to sign in
      </button>
    </p>
  </div>
);

export function WritingForm<
  Request extends { readonly key: string },
  Answer extends Pick<WriteAnswer, 'threadId' | 'readAs'> = WriteAnswer,
>(props: WritingFormProps<Request, Answer>) {
  const {
    id,
    title,
    path,
    initial = {},
    body,
    submit,
    onDone,
    seen,
    news,
    children,
    danger = false,
    confirmation = `${title}: recorded.`,
  } = props;
  const fields = useSignal<DraftFields>(readDraft(id)?.fields ?? initial);
  const sending = useSignal<Sending>(readSending(id));
  const written = (now: DraftFields): DraftWords => ({ title, fields: now, initial, ...defined({ seen }) });
  const set = (name: string, value: string) => {
    fields.value = { ...fields.value, [name]: value };
    if (isEmpty(fields.value, initial)) removeDraft(id);
    else writeDraft(id, written(fields.value));
    if (sending.value.problem !== undefined) sending.value = { isUnderWay: false };
  };
  const isUntouched = isEmpty(fields.value, initial);
  const isLost = session.value === 'lost' && !isUntouched;
  const ready = body(fields.value, false);
  const hasNews = news !== undefined && news.since.length > 0;
  async function submitWords(isAnyway: boolean) {
    const request = body(fields.value, isAnyway);
    if (request === undefined || sending.value.isUnderWay) return;
    sending.value = { isUnderWay: true };
    const draft = writeDraft(id, written(fields.value));
    sending.value = await send<Answer>({ id, draft, path, confirmation, body: request }, (answer) => {
      fields.value = initial;
      onDone(answer);
    });
  }
  function onSubmit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // What came while the pointer was on its way is said first.
    if (!hasNews) void submitWords(false);
  }
  const { isUnderWay, problem } = sending.value;
  return (
    <form class="writing" onSubmit={onSubmit}>
      {children({ fields: fields.value, set })}
      <Problem text={canKeep.value ? '' : 'This browser cannot keep your text. Copy it before you leave this page.'} />
      {isLost && <SignInAgain />}
      {problem !== undefined && !isLost && (
        <div class="problem" role="alert">
          <p dir="auto">{safe(problem)}</p>
          <Stale sending={sending.value} />
        </div>
      )}
      {hasNews && !isUntouched && <NewsLine news={news} onAnyway={() => void submitWords(true)} />}
      <p class="submit">
        <button
          type="submit"
          class={danger ? 'danger' : 'primary'}
          disabled={ready === undefined}
          aria-disabled={isUnderWay || hasNews}
        >
          {isUnderWay ? 'Sending…' : problem === undefined ? submit : 'Send it again'}
        </button>
        {!isUntouched && canKeep.value && <span class="quiet">Kept in this browser until it is recorded.</span>}
      </p>
    </form>
  );
}
