// Closes a debate that nobody runs, with a decision in a person's words.

import type { CloseRequest } from '../../../domain/hall-page/writes.ts';
import { readAgain } from '../debate/reading.ts';
import { debatePath } from '../talk/api.ts';
import { draftId, listDrafts } from './drafts.ts';
import { Text } from './fields.tsx';
import { Fold } from './fold.tsx';
import { WritingForm } from './turn/writing.tsx';

export function CloseInWords({ debate }: { readonly debate: string }) {
  return (
    <Fold
      name={`${debate} close`}
      title="Close with a decision"
      opens={listDrafts(debate).some(({ kind }) => kind === 'close')}
    >
      <WritingForm<CloseRequest>
        id={draftId(debate, 'close')}
        title="Decision"
        path={debatePath(debate, 'close')}
        submit="Close the debate"
        danger
        body={({ decision = '' }) => (decision.trim() === '' ? undefined : { decision: decision.trim() })}
        onDone={() => void readAgain()}
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
      </WritingForm>
    </Fold>
  );
}
