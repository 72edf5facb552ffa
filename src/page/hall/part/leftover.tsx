// What was written in a form that is gone: the debate has moved on. If it was sent and the answer was lost, the hall is asked whether it
// has it; everything else is kept until its writer lets go of it.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { cutLine } from '../../../domain/words/cut-line.ts';
import { safe } from '../../report/words.ts';
import { readAgain } from '../debate/reading.ts';
import { postJson } from '../talk/api.ts';
import { isSignedOut, RequestError } from '../talk/failures.ts';
import { findDebate, type KeptDraft, noteRefusal, removeWords } from './drafts.ts';
import { confirmed } from './sending.ts';

/** Characters of what was recorded, so that nobody takes it for something else that they wrote. */
const WORDS = 60;

const joinFields = ({ draft: { fields, initial = {} } }: KeptDraft) =>
  Object.entries(fields)
    .filter(([name, value]) => value.trim() !== '' && value !== initial[name])
    .map(([, value]) => value)
    .join('\n\n');

/** Sent again, a run would be resumed whose person no longer looks. */
const isAskable = ({ kind }: KeptDraft) => kind !== 'resume';

function explain(kept: KeptDraft): string {
  if (kept.draft.attempt === undefined) {
    return kept.kind === 'turn'
      ? 'You wrote this for a turn that is no longer open. It was not recorded, and is kept here.'
      : 'You wrote this, and it is not possible now. It was not recorded, and is kept here.';
  }
  return isAskable(kept)
    ? 'You sent this, and the answer was lost. Asking the hall whether it was recorded…'
    : 'You sent this, and the answer was lost. Where a limit stops the debate again, you can send it again.';
}

async function ask(kept: KeptDraft): Promise<void> {
  const { id, draft } = kept;
  const { key, attempt, title } = draft;
  if (attempt === undefined || !isAskable(kept)) return;
  try {
    await postJson(attempt.path, attempt.body);
    removeWords(id, key);
    confirmed.value = { debate: findDebate(id), words: `${title}: recorded: ${cutLine(joinFields(kept), WORDS)}` };
    await readAgain();
  } catch (error) {
    if (error instanceof RequestError && !isSignedOut(error)) noteRefusal(id);
  }
}

export function Leftover({ kept }: { readonly kept: KeptDraft }) {
  const isCopied = useSignal(false);
  const { attempt } = kept.draft;
  useEffect(() => {
    void ask(kept);
  }, [kept.id, attempt]);
  const text = joinFields(kept);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
  };
  return (
    <section class="leftover" aria-label={`Kept: ${safe(kept.draft.title)}`}>
      <h3 dir="auto">{safe(kept.draft.title)}</h3>
      <p>{explain(kept)}</p>
      <pre dir="auto" tabIndex={0} class="kept">
        {safe(text)}
      </pre>
      <p class="submit">
        <button type="button" onClick={() => void copy().catch(() => {})}>
          {isCopied.value ? 'Copied' : 'Copy'}
        </button>
        <button type="button" onClick={() => removeWords(kept.id, kept.draft.key)}>
          Discard it
        </button>
      </p>
    </section>
  );
}
