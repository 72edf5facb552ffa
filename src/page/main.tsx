// The page's program: reads what the file holds and draws it. Without a record that can be read, what stands there stays, and says so.
import { render } from 'preact';
import { listenToAddress } from './app/address.ts';
import { App } from './app/app.tsx';
import { checkPage } from './app/checking.ts';
import { readPageData } from './app/page-blocks.ts';
import { listenToPrinting } from './app/printing.ts';
import { showData } from './app/state.ts';

function sayDamaged(root: HTMLElement): void {
  const line = root.querySelector('.check-line');
  if (line === null) return;
  line.className = 'check-line bad';
  line.textContent = '✗ This file is damaged: its record cannot be read. Nothing here is checked; do not rely on it.';
}

const root = document.getElementById('page');
if (root !== null) {
  const data = readPageData();
  if (data === undefined) {
    sayDamaged(root);
  } else {
    showData(data);
    root.replaceChildren();
    render(<App />, root);
    checkPage();
    listenToPrinting();
    listenToAddress();
  }
  document.documentElement.dataset['ready'] = 'true';
}
