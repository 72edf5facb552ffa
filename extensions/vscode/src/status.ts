// What the status bar says of the debates of a hall.
import type { Debate, WaitingStep } from './program-data.ts';

export interface Waiting {
  readonly debate: Debate;
  readonly step: WaitingStep;
}

/** A run at a terminal asks its person itself. */
export function listWaiting(debates: readonly Debate[]): readonly Waiting[] {
  return debates.flatMap((debate) => (debate.running ? [] : (debate.waitsFor ?? []).map((step) => ({ debate, step }))));
}

export interface Status {
  readonly text: string;
  readonly tooltip: string;
  readonly isWaiting: boolean;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

export function describeStatus(debates: readonly Debate[]): Status {
  const running = debates.filter((debate) => debate.running);
  const waiting = listWaiting(debates);
  const text = [
    '$(comment-discussion) Debate Hall',
    ...(running.length === 0 ? [] : [`$(sync~spin) ${running.length}`]),
    ...(waiting.length === 0 ? [] : [`$(bell) ${waiting.length}`]),
  ].join(' ');
  const lines = [
    count(debates.length, 'debate'),
    ...running.map(({ threadId }) => `Running: ${threadId}`),
    ...waiting.map(({ debate, step }) => `Waits for you: ${step.label} (${debate.threadId})`),
  ];
  return { text, tooltip: lines.join('\n'), isWaiting: waiting.length > 0 };
}
