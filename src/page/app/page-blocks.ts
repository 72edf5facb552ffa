// Reads the data blocks that the exporter wrote into the file. A file may be damaged or cut off: then it says which part.
import { defined } from '../../domain/defined.ts';
import type { PageData } from '../report/page-data.ts';

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
export function readPageData(): PageData | undefined {
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
