// Reads the data blocks that the exporter wrote into the file.
import type { PageData } from '../report/page-data.ts';

function readBlock(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text === null || text === undefined ? undefined : JSON.parse(text);
}

export function readPageData(): PageData {
  const record = readBlock('record') as PageData['record'];
  const hunks = (readBlock('hunks') ?? []) as PageData['hunks'];
  const ledger = readBlock('ledger') as PageData['ledger'];
  return ledger === undefined ? { record, hunks } : { record, hunks, ledger };
}
