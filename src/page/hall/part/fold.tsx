// A part that is folded away, and stays as its reader left it when the page is loaded again.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

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
