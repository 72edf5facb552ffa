// The page's program: reads what the file holds and draws it. Without a record that can be read, what stands there stays, and says so.
import { render } from 'preact';
import { defined } from '../domain/defined.ts';
import { listenToAddress } from './app/address.ts';
import { App } from './app/app.tsx';
import { listenToPrinting } from './app/printing.ts';
import { showData } from './app/state.ts';
import { checkPage } from './app/verify.tsx';
import type { PageData } from './report/page-data.ts';

type Block = { readonly value: unknown } | 'absent' | 'damaged';

function readBlock(id: string): Block {
  const text = document.getElementById(id)?.textContent;
  if (text === null || text === undefined) return 'absent';
  try {
    return { value: JSON.parse(text) };
  } catch {
    return 'damaged';
  }
}

/** What blocks hold, in the words of the page. */
const PARTS = { record: 'record', hunks: 'excerpts of the change', pictures: 'pictures', ledger: 'ledger' } as const;
type Part = keyof typeof PARTS;

/** `undefined`: there is no record that could be shown. */
function readPageData(): PageData | undefined {
  const blocks: Record<Part, Block> = {
    record: readBlock('record'),
    hunks: readBlock('hunks'),
    pictures: readBlock('pictures'),
    ledger: readBlock('ledger'),
  };
  const readPart = (part: Part) => (typeof blocks[part] === 'object' ? blocks[part].value : undefined);
  const record = readPart('record') as PageData['record'] | undefined;
  if (record === undefined) return undefined;
  const damaged = (['hunks', 'pictures', 'ledger'] as const)
    .filter((part) => blocks[part] === 'damaged')
    .map((part) => PARTS[part]);
  // Written between the record and the program, whatever the debate.
  if (blocks.hunks === 'absent') damaged.push(PARTS.hunks);
  const pictures = readPart('pictures') as PageData['pictures'];
  const ledger = readPart('ledger') as PageData['ledger'];
  return {
    record,
    hunks: (readPart('hunks') ?? []) as PageData['hunks'],
    ...defined({ pictures, ledger }),
    ...(damaged.length === 0 ? {} : { damaged }),
  };
}

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
