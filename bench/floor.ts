// What the promises of a ledger cost by themselves, without a line of Debate Hall: the floor under appending and verifying.
import { hash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import canonicalize from 'canonicalize';
import { turn } from './built.ts';
import { interleave, timed } from './measure.ts';
import { type Row, ratioRow } from './report.ts';
import { longDebate, temporaryHall } from './temporary-hall.ts';

const native = createRequire(import.meta.url)('fs-native-extensions') as { tryLock(fd: number): boolean };

const TURNS = 10_000;
const APPENDS = 101;
const ROUNDS = 9;
const TAIL = 192;

const sha256 = (text: string) => hash('sha256', text, 'hex');

/** Lock, look where the file ends, seal, chain, write, fsync, unlock. */
function appendLine(
  folder: string,
  { number, characters, prev }: { number: number; characters: number; prev: string },
) {
  const lock = fs.openSync(path.join(folder, 'floor.lock'), 'a+');
  if (!native.tryLock(lock)) throw new Error('Somebody else has the lock.');
  const file = fs.openSync(path.join(folder, 'floor.jsonl'), 'a+');
  try {
    const { size } = fs.fstatSync(file);
    fs.readSync(file, Buffer.alloc(TAIL), 0, TAIL, Math.max(0, size - TAIL));
    const { seat, content, by } = turn(number, characters);
    const salt = randomBytes(16).toString('hex');
    const sealed = sha256(salt + content);
    const event = { seq: number, prev, at: new Date().toISOString(), type: 'turn-recorded', v: 1 };
    const own = sha256(canonicalize({ ...event, data: { seat, by, content: { sha256: sealed } } }) ?? '');
    const data = { seat, by, content: { salt, sha256: sealed, text: content } };
    fs.writeSync(file, `${canonicalize({ ...event, data, hash: own })}\n`);
    fs.fsyncSync(file);
    return own;
  } finally {
    fs.closeSync(file);
    fs.closeSync(lock);
  }
}

/** Read, parse, compare with the canonical form, hash the event without its text, and the text with its salt. */
function checkLines(file: string): void {
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const value = JSON.parse(line);
    const { hash: own, ...event } = value;
    if (JSON.stringify(value) !== line) throw new Error('Not canonical.');
    const { content, ...data } = event.data;
    if (content !== undefined && sha256(content.salt + content.text) !== content.sha256) throw new Error('Bad seal.');
    if (content === undefined) continue;
    const { act, by, warnings, seat } = data;
    const covered = { act, by, content: { sha256: content.sha256 }, data: data.data, seat, warnings };
    if (sha256(JSON.stringify({ ...event, data: covered })) !== own) throw new Error('Bad hash.');
  }
}

function readParseHash(file: string): void {
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    JSON.parse(line);
    sha256(line);
  }
}

async function measureSize(characters: number): Promise<Row[]> {
  const { hall, ledgerPath, close } = await temporaryHall();
  try {
    await longDebate(hall, 'long', TURNS, characters);
    const debates = path.dirname(ledgerPath('long'));
    const bare = fs.openSync(path.join(debates, 'floor.bare'), 'a');
    let head = '';
    let number = 0;
    const [, line = ''] = fs.readFileSync(ledgerPath('long'), 'utf8').split('\n');
    const appends = await interleave(
      {
        floor: () =>
          timed(() => {
            head = appendLine(debates, { number: number++, characters, prev: head });
          }),
        bare: () =>
          timed(() => {
            fs.writeSync(bare, `${line}\n`);
            fs.fsyncSync(bare);
          }),
      },
      APPENDS,
    );
    fs.closeSync(bare);
    const checks = await interleave(
      {
        floor: () => timed(() => checkLines(ledgerPath('long'))),
        bare: () => timed(() => readParseHash(ledgerPath('long'))),
      },
      ROUNDS,
    );
    const size = `${characters.toLocaleString('en')} characters`;
    return [
      ratioRow(`floor of an append: lock, seal, chain, write, fsync; ${size}`, appends.floor, appends.bare),
      ratioRow(`floor of verifying: parse, canonical form, chain, seals; ${size}`, checks.floor, checks.bare),
    ];
  } finally {
    await close();
  }
}

export async function measureFloor(): Promise<Row[]> {
  return [...(await measureSize(600)), ...(await measureSize(4_000))];
}
