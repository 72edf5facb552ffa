// The name of the tab: what it shows, and first whether somebody is waited for, which a tab in the background says by it alone.
import { effect, signal } from '@preact/signals';
import { cutTitle } from '../../domain/words/cut-line.ts';
import type { DebateState } from '../../domain/words/describe-state.ts';
import { safe } from '../report/words.ts';
import { route } from './route.ts';
import { going, hall } from './state.ts';

const TOPIC_LENGTH = 60;

const STATES: Readonly<Record<DebateState['kind'], string>> = {
  running: '▶ Running',
  waiting: '● Your turn',
  queued: '… Queued',
  failed: '✗ Failed',
  paused: '❚❚ Paused',
  over: '',
};

const debateTitle = signal('');

/** `takesTurns`: whoever reads it may do what waits. */
export function nameTab(topic: string, state: DebateState | undefined, takesTurns: boolean): void {
  const short = safe(cutTitle(topic, TOPIC_LENGTH));
  const title =
    state?.kind === 'waiting' && !takesTurns
      ? '● Waiting'
      : state?.kind === 'over'
        ? state.title
        : STATES[state?.kind ?? 'over'];
  debateTitle.value = title === '' ? short : `${title} · ${short}`;
}

function titleOfPlace(): string {
  const name = safe(hall.value?.name ?? '');
  const place = route.value.kind;
  if (place === 'debate') return debateTitle.value;
  const waiting = going.value.filter(({ waitsFor }) => waitsFor !== undefined).length;
  const titles = { list: 'Debates', figures: 'Figures', start: 'Start a debate' } as const;
  return [
    ...(waiting > 0 && place === 'list' ? [`● ${waiting} waiting`] : []),
    titles[place],
    ...(name === '' ? [] : [name]),
  ].join(' · ');
}

export function keepTitle(): void {
  effect(() => {
    const title = titleOfPlace();
    document.title = title === '' ? 'Debate Hall' : `${title} · Debate Hall`;
  });
}
