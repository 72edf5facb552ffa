// A part that is folded away, and stays as its reader left it when the page is loaded again.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { readAgain } from '../debate/reading.ts';
import { debatePath } from '../talk/api.ts';
import { draftId, listDrafts } from './drafts.ts';
import { WritingForm, type WritingFormProps } from './turn/writing.tsx';

const PREFIX = 'debate-hall-fold:';

interface FoldProps {
  /** Of this part alone, in this debate: the browser keeps it under this name. */
  readonly name: string;
  readonly title: string;
  /** Until its reader folds or unfolds it. */
  readonly opens?: boolean;
  readonly id?: string;
  readonly children: ComponentChildren;
}

export function Fold({ name, title, opens = false, id, children }: FoldProps) {
  const place = PREFIX + name;
  const kept = sessionStorage.getItem(place);
  const isOpen = useSignal(kept === null ? opens : kept === 'open');
  return (
    <details
      id={id}
      open={isOpen.value}
      onToggle={({ currentTarget: { open } }) => {
        if (open === isOpen.value) return;
        isOpen.value = open;
        sessionStorage.setItem(place, open ? 'open' : 'folded');
      }}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}

// A form that is folded away until its reader wants it, or has begun to write in it.

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
