// A decision that waits for a person: approve it, or reject it with a reason.
import type { DebateView } from '../../../domain/hall-page/debate.ts';
import type { WriteAnswer } from '../../../domain/hall-page/writes.ts';
import { Markdown } from '../../report/markdown.tsx';
import { readAgain } from '../debate/reading.ts';
import { debatePath } from '../talk/api.ts';
import { draftId } from './drafts.ts';
import { Text } from './fields.tsx';
import { WritingForm } from './writing.tsx';

export function Judge({ view: { record } }: { readonly view: DebateView }) {
  const { threadId, ledger, decision } = record;
  const judge = (verdict: 'approve' | 'reject') => ({
    id: draftId(threadId, verdict),
    path: debatePath(threadId, verdict),
    seen: ledger.events,
    onDone: (_: WriteAnswer) => void readAgain(),
  });
  return (
    <section class="due-turn" aria-labelledby="judge-title">
      <h3 id="judge-title">The decision waits for your approval</h3>
      {decision !== null && <Markdown text={decision} heading={4} />}
      <WritingForm {...judge('approve')} title="Approval" submit="Approve" body={() => ({ seen: ledger.events })}>
        {() => null}
      </WritingForm>
      <WritingForm
        {...judge('reject')}
        title="Rejection"
        submit="Reject"
        danger
        body={({ reason = '' }) => (reason.trim() === '' ? undefined : { seen: ledger.events, reason: reason.trim() })}
      >
        {(writing) => <Text writing={writing} name="reason" label="Why not?" rows={3} />}
      </WritingForm>
    </section>
  );
}
