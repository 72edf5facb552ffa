// The program of the page that `debate-hall view` serves: the whole hall, live, and taking part in it.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { keepFocus } from './focus.ts';
import { Frame } from './frame.tsx';
import { hereAddress, listenToRoute, route } from './route.ts';
import { beginnings, followedFromList, readHall, takeMessages } from './state.ts';
import { openSessionFromAddress } from './talk/session.ts';
import { HallStream } from './talk/stream.ts';
import { keepTitle } from './title.ts';

async function begin(root: HTMLElement): Promise<void> {
  await openSessionFromAddress(hereAddress());
  // Before whoever reads the address as a place, which a code is not.
  addEventListener('hashchange', () => void openSessionFromAddress(hereAddress()));
  listenToRoute();
  keepFocus();
  render(<Frame />, root);
  const stream = new HallStream(takeMessages);
  effect(() => {
    const here = route.value;
    stream.follow(here.kind === 'debate' ? [here.id] : followedFromList.value);
  });
  effect(() => {
    // A failure shows as a broken stream, which tries again and begins anew.
    if (beginnings.value > 0) void readHall().catch(() => {});
  });
  keepTitle();
  stream.start();
  document.documentElement.dataset['ready'] = 'true';
}

const root = document.getElementById('hall');
if (root !== null) void begin(root);
