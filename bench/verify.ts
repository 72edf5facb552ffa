// Verifying a debate of 10,000 turns against nothing but reading, parsing and hashing the same file.
import { hash } from 'node:crypto';
import fs from 'node:fs';
import { verifyDebate } from './built.ts';
import { interleave, timed } from './measure.ts';
import { type Row, ratioRow } from './report.ts';
import { longDebate, temporaryHall } from './temporary-hall.ts';

const TURNS = 10_000;
const ROUNDS = 9;

function readParseHash(file: string): void {
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    JSON.parse(line);
    hash('sha256', line, 'hex');
  }
}

async function measureSize(characters: number): Promise<Row> {
  const { hall, ledgerPath, close } = await temporaryHall();
  try {
    await longDebate(hall, 'long', TURNS, characters);
    const times = await interleave(
      {
        ours: () =>
          timed(async () => {
            const { ok, events } = await verifyDebate(hall, { threadId: 'long' });
            if (!ok || events !== TURNS + 1) throw new Error('The ledger does not verify.');
          }),
        bare: () => timed(() => readParseHash(ledgerPath('long'))),
      },
      ROUNDS,
    );
    const size = `${characters.toLocaleString('en')} characters`;
    return ratioRow(`verify 10,000 turns against read + parse + hash, ${size}`, times.ours, times.bare, 3);
  } finally {
    await close();
  }
}

export async function measureVerify(): Promise<Row[]> {
  return [await measureSize(600), await measureSize(4_000)];
}
