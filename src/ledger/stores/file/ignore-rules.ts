// The hall carries its own rules for git, so that a project's `.gitignore` need not know it: records and signatures are
// committed, and nothing else of the hall, these rules included.
import fs from 'node:fs';
import path from 'node:path';
import { readRegular } from './regular-file.ts';

/** What versions before this one wrote. */
const EARLIER = '# Ledgers stay local; the records (*.oct.md) are committed.\n*.jsonl\n.hall/\n';
/** Copies that a killed write of those versions may have left. */
const COPIES = ['*.jsonl.*', '*.oct.md.*', '*.md.[0-9]*'];
const RULES = [
  '# Ledgers stay local; the records (*.oct.md) and their signatures are committed.',
  ...['/.gitignore', '/.hall/', '*.jsonl', ...COPIES],
];

const asText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** Where several people share a hall, the rules may belong to somebody else: those that are there are enough to work with. */
function writeIfAllowed(write: () => void): void {
  try {
    write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
  }
}

export function keepIgnoreRules(folder: string): void {
  const file = path.join(folder, '.gitignore');
  const before = fs.existsSync(file) ? readRegular(file) : '';
  // Empty is also what is left when the first write was killed.
  if (before === '') fs.writeFileSync(file, asText(RULES));
  else if (before === EARLIER) writeIfAllowed(() => fs.writeFileSync(file, asText(RULES)));
  else {
    // Someone made the rules their own, perhaps to commit the ledgers; nobody wants to commit half-written copies.
    const lines = before.split(/\r?\n/);
    const missing = COPIES.filter((rule) => !lines.includes(rule));
    const added = `${before.endsWith('\n') ? '' : '\n'}${asText(missing)}`;
    if (missing.length > 0) writeIfAllowed(() => fs.appendFileSync(file, added));
  }
}
