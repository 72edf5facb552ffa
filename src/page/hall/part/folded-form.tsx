// A form that is folded away until its reader wants it, or has begun to write in it.
import { readAgain } from '../debate/reading.ts';
import { debatePath } from '../talk/api.ts';
import { draftId, listDrafts } from './drafts.ts';
import { Fold } from './fold.tsx';
import { WritingForm, type WritingFormProps } from './turn/writing.tsx';

type FoldedFormProps<Request extends { readonly key: string }> = Pick<
  WritingFormProps<Request, unknown>,
  'title' | 'initial' | 'body' | 'submit' | 'danger' | 'children'
> & {
  readonly debate: string;
  /** What the address of the hall and the draft call it. */
  readonly kind: string;
  readonly fold: string;
};

export function FoldedForm<Request extends { readonly key: string }>(props: FoldedFormProps<Request>) {
  const { debate, kind, fold, ...form } = props;
  return (
    <Fold name={`${debate} ${kind}`} title={fold} opens={listDrafts(debate).some((draft) => draft.kind === kind)}>
      <WritingForm<Request>
        {...form}
        id={draftId(debate, kind)}
        path={debatePath(debate, kind)}
        onDone={() => void readAgain()}
      />
    </Fold>
  );
}
