// Keeps one part that cannot be drawn from taking the others with it.
import { Component, type ComponentChildren } from 'preact';

interface GuardedProps {
  readonly children: ComponentChildren;
}

export class Guarded extends Component<GuardedProps, { failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError() {
    return { failed: true };
  }

  override render({ children }: GuardedProps, { failed }: { failed: boolean }) {
    return failed ? (
      <p class="redacted">This part cannot be shown. It is still in the record of this file.</p>
    ) : (
      children
    );
  }
}
