// The page's program: reads what the file holds and draws it.
import { render } from 'preact';
import { listenToAddress } from './app/address.ts';
import { App } from './app/app.tsx';
import { readPageData } from './app/page-blocks.ts';
import { listenToPrinting } from './app/printing.ts';
import { showData } from './app/state.ts';

const root = document.getElementById('page');
if (root !== null) {
  showData(readPageData());
  root.replaceChildren();
  render(<App />, root);
  listenToPrinting();
  listenToAddress();
  document.documentElement.dataset['ready'] = 'true';
}
