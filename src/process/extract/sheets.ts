// Runs in a thread of its own: each sheet of an Excel file as a table of values, one line for each row. Nothing of the file is run
// or calculated.
import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { answerWith, type Extracted, type Part, type Unread } from './extract.ts';
import { unpackOffice } from './office-archive.ts';

const MAX_SHEETS = 100;
const MAX_ROWS = 10_000;
/** Of all sheets together. */
const MAX_CELLS = 500_000;

type DateSystem = '1900' | '1904';
type Value = string | number | boolean | Date | null;

const DAY = 86_400_000;
const FIRST_DAY: Readonly<Record<DateSystem, number>> = {
  '1900': Date.UTC(1899, 11, 31),
  '1904': Date.UTC(1904, 0, 1),
};
const two = (number: number) => String(number).padStart(2, '0');

/** A time of day and a duration are kept as parts of the first days that there are. */
function formatDate(date: Date, system: DateSystem): string {
  const seconds = Math.round((date.getTime() - FIRST_DAY[system]) / 1_000);
  const time = `${two(Math.floor((seconds % 86_400) / 3_600))}:${two(Math.floor((seconds % 3_600) / 60))}`;
  const rest = seconds % 60 === 0 ? '' : `:${two(seconds % 60)}`;
  if (seconds >= 0 && seconds < (31 * DAY) / 1_000 && seconds % 86_400 !== 0)
    return `${two(Math.floor(seconds / 3_600))}${time.slice(2)}${rest}`;
  const day = new Date(Math.round(date.getTime() / 1_000) * 1_000).toISOString().slice(0, 10);
  return seconds % 86_400 === 0 ? day : `${day}T${time}${rest}`;
}

/** In Excel, numbers have fifteen digits. */
function formatValue(value: Value, system: DateSystem): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '#VALUE!' : formatDate(value, system);
  const line = value.trim().replace(/\s+/g, ' ');
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

interface Sheet {
  readonly name: string;
  readonly hidden?: boolean;
  readonly veryHidden?: boolean;
}

async function readWorkbook(archive: Uint8Array): Promise<{ readonly sheets: readonly Sheet[]; system: DateSystem }> {
  const sheets: Sheet[] = [];
  const { dateSystem: system = '1900' } = await readXlsx(archive, { sheets: (sheet) => sheets.push(sheet) < 0 });
  return { sheets, system };
}

/** Line 12 is row 12. */
async function readSheet(archive: Uint8Array, sheet: string, system: DateSystem, mostCells: number) {
  const lines: string[] = [];
  let cells = 0;
  let rowsLeft = false;
  for await (const { index, values } of streamXlsxRows(archive, { sheet })) {
    const formatted = values.map((value) => formatValue(value, system));
    while (formatted.at(-1) === '') formatted.pop();
    if (formatted.length === 0) continue;
    cells += formatted.length;
    rowsLeft = index >= MAX_ROWS || cells > mostCells;
    if (rowsLeft) break;
    while (lines.length < index) lines.push('');
    lines.push(formatted.join(','));
  }
  return { text: lines.join('\n'), rows: lines.length, cells, rowsLeft };
}

async function extract(bytes: Uint8Array): Promise<Extracted> {
  const unpacked = unpackOffice(bytes);
  if ('problem' in unpacked) return unpacked;
  const { archive, says } = unpacked;
  try {
    const { sheets, system } = await readWorkbook(archive);
    if (sheets.length === 0) return { problem: 'is damaged, or no Excel file' };
    const parts: Part[] = [];
    const unread: Unread[] = [];
    let cells = 0;
    for (const { name, hidden = false, veryHidden = false } of sheets.slice(0, MAX_SHEETS)) {
      if (hidden || veryHidden) {
        unread.push({ name, reason: 'a hidden sheet: show it in the file if it matters', missed: false });
        continue;
      }
      const sheet = await readSheet(archive, name, system, MAX_CELLS - cells).catch((error: Error) => error);
      if (sheet instanceof Error) {
        const isChart = sheet.message.includes('missing worksheet');
        unread.push({ name, reason: isChart ? 'a chart, no cells' : 'damaged', missed: !isChart });
        continue;
      }
      cells += sheet.cells;
      if (sheet.text !== '') parts.push({ name, text: sheet.text });
      if (sheet.rowsLeft) unread.push({ name, reason: `only ${sheet.rows} rows were read`, missed: true });
    }
    if (sheets.length > MAX_SHEETS)
      unread.push({ reason: `only ${MAX_SHEETS} of ${sheets.length} sheets were read`, missed: true });
    if (says(/^xl\/worksheets\/[^/]+\.xml$/, /<\/f>\s*(?:<v\s*\/>|<v>\s*<\/v>)?\s*<\/c>/))
      unread.push({ reason: 'formulas without a value: open it in Excel or LibreOffice, and save it', missed: true });
    return { parts, unread };
  } catch {
    return { problem: 'is damaged, or no Excel file' };
  }
}

answerWith(extract);
