// Fills a hall in a database with debates that are over: real ledgers of 13 events and some 15 KB, without an engine for each of them.
import { readdirSync, readFileSync } from 'node:fs';
import pLimit from 'p-limit';
import { isEvent } from '../../src/domain/events.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { chainEnd, chainEvent, EMPTY_CHAIN, seal, toLine } from '../../src/ledger/chain/chain.ts';
import { turn } from '../built.ts';
import { openByHand } from '../temporary-hall.ts';

const TURNS = 11;
const CHARACTERS = 750;
const AT_ONCE = 8;
/** The debates lie in the past, a minute apart. */
const MINUTE_MS = 60_000;

const DOCS = new URL('../../docs/', import.meta.url);
/** Words and full stops alone: the rules must find no claim in them. */
const PROSE = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, DOCS), 'utf8'))
  .join(' ')
  .replace(/[^\p{L}\p{N}.,?]+/gu, ' ');

/** Another piece for each number. */
function proseAt(number: number, characters: number): string {
  const start = (number * 7_919 * characters) % (PROSE.length - characters);
  return PROSE.slice(start, start + characters);
}

export const nameOf = (index: number): string => `past-${String(index).padStart(5, '0')}`;

/** A word that stands in one debate alone. */
export const rareWord = (index: number): string => `zq${index.toString(36)}xv`;

export async function fillHall(hall: Hall, count: number): Promise<void> {
  await openByHand(hall, 'model');
  const [opening] = (await hall.engine.snapshot('model')).log;
  if (opening === undefined || !isEvent(opening, 'debate-opened')) throw new Error('A debate begins with its opening.');
  const model = opening.data;
  await hall.store.remove('model', []);
  const sealed = (text: string) => seal(text, hall.random(32));
  const started = Date.now() - (count + 1) * MINUTE_MS;

  const ledgerOf = (index: number): string => {
    const threadId = nameOf(index);
    const topic = sealed(`Should we ${proseAt(index, 60).trim()}?`);
    const drafts = [
      { type: 'debate-opened', data: { ...model, threadId, topic } },
      ...Array.from({ length: TURNS }, (_, number) => {
        const { seat, by } = turn(number, 1);
        const words = `${number === 0 ? `${rareWord(index)} ` : ''}${proseAt(index * TURNS + number, CHARACTERS)}`;
        const content = sealed(words.replace(/\. /g, '.\n'));
        return { type: 'turn-recorded', data: { seat, act: 'turn', content, data: {}, warnings: [], by } };
      }),
      {
        type: 'debate-closed',
        data: {
          outcome: 'closed-manually',
          decision: { text: sealed(proseAt(index + 1, 200)) },
          warnings: [],
          by: 'Ada',
        },
      },
    ] as Parameters<typeof chainEvent>[0][];
    let end = EMPTY_CHAIN;
    return drafts
      .map((draft, number) => {
        const event = chainEvent(draft, end, new Date(started + index * MINUTE_MS + number).toISOString());
        end = chainEnd(event);
        return toLine(event);
      })
      .join('');
  };

  const limit = pLimit(AT_ONCE);
  await limit.map(
    Array.from({ length: count }, (_, index) => index),
    async (index) => await hall.store.create(nameOf(index), ledgerOf(index)),
  );
}
