// Gives a picture the width that it has, so that its letters keep their size.
import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

const WIDEST = 900;
const NARROWEST = 280;

export function Measured({ children }: { readonly children: (width: number) => ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const width = useSignal(640);
  useSignalEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width: now = WIDEST } = entry?.contentRect ?? {};
      width.value = Math.max(NARROWEST, Math.min(WIDEST, Math.floor(now)));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  });
  return <div ref={element}>{children(width.value)}</div>;
}
