// Small parts that everything else is built on.
import { execFileSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { once, onceForName } from '../src/domain/once.ts';
import { closeInOrder, closeOpened } from '../src/support/close-all.ts';
import { stripControl, toPrintable } from '../src/support/control-characters.ts';
import { quoteArgument } from '../src/support/quote-argument.ts';
import { Recent } from '../src/support/recent.ts';
import {
  Alarm,
  awaitAll,
  neverAborted,
  startTimeLimit,
  untilAborted,
  wait,
  waitFor,
  whenAborted,
} from '../src/support/wait.ts';
import { collectMemory } from './support/collect-memory.ts';

const LONG_MS = 60_000;

describe('an alarm', () => {
  it('ends the wait that goes on, and says so', async () => {
    const alarm = new Alarm();
    const waiting = alarm.wait(LONG_MS, neverAborted);
    alarm.ring();
    expect(await waiting).toBe(true);
  });

  it('that rang while nobody waited ends the next wait, and that one only', async () => {
    const alarm = new Alarm();
    alarm.ring();
    alarm.ring();
    expect(await alarm.wait(LONG_MS, neverAborted)).toBe(true);
    expect(await alarm.wait(1, neverAborted)).toBe(false);
  });

  it('gives way to a signal, which is no ring', async () => {
    const stop = new AbortController();
    const waiting = new Alarm().wait(LONG_MS, stop.signal);
    stop.abort();
    expect(await waiting).toBe(false);
  });
});

it('calls for a signal that was aborted before, and leaves nothing at one that lives for long', async () => {
  let calls = 0;
  whenAborted(AbortSignal.abort(), () => {
    calls += 1;
  });
  expect(calls).toBe(1);
  const lasting = new AbortController().signal;
  await wait(1, lasting);
  await waitFor(Promise.resolve(), LONG_MS, lasting);
  await untilAborted(Promise.resolve(), lasting);
  const alarm = new Alarm();
  alarm.ring();
  await alarm.wait(LONG_MS, lasting);
  expect(getEventListeners(lasting, 'abort')).toEqual([]);
});

describe('what is kept of the last', () => {
  it('never holds more than it may, and lets the one go that was set first', () => {
    const recent = new Recent<string, number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.set('a', 3);
    recent.set('c', 4);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([3, undefined, 4]);
    recent.delete('a');
    recent.set('d', 5);
    expect(['a', 'c', 'd'].map((key) => recent.get(key))).toEqual([undefined, 4, 5]);
  });
});

it('ends with its time limit what has others besides, though memory was collected and nobody holds the limit', async () => {
  const ended = new Promise((resolve) => {
    const signal = AbortSignal.any([neverAborted, AbortSignal.any([startTimeLimit(50), new AbortController().signal])]);
    signal.addEventListener('abort', () => resolve(signal.reason.name));
  });
  await collectMemory();
  expect(await ended).toBe('TimeoutError');
});

it('waits for longer than a timer can', async () => {
  const stop = new AbortController();
  const limit = startTimeLimit(2 ** 31);
  let isOver = false;
  const waiting = wait(2 ** 31, stop.signal).then(() => {
    isOver = true;
  });
  await wait(10);
  expect([isOver, limit.aborted]).toEqual([false, false]);
  stop.abort();
  await waiting;
  expect(
    await waitFor(
      wait(10).then(() => 'done'),
      Number.POSITIVE_INFINITY,
    ),
  ).toBe('done');
});

it('closes what belongs together though a part of it cannot be closed, and says what went wrong first', async () => {
  const closed: string[] = [];
  const part = (name: string, problem?: string) => async () => {
    if (problem !== undefined) throw new Error(problem);
    closed.push(name);
  };
  const parts = [part('one', 'It is stuck.'), part('two'), part('three', 'It is gone.'), part('four')];
  await expect(closeInOrder(parts)).rejects.toThrow('It is stuck.');
  await expect(awaitAll(parts.map((close) => close()))).rejects.toThrow('It is stuck.');
  const opened = [
    ...parts.map(async (close) => ({ close })),
    Promise.reject(new Error('It was never there.')),
    undefined,
  ];
  await expect(closeOpened(opened)).rejects.toThrow('It is stuck.');
  expect(closed).toEqual(['two', 'four', 'two', 'four', 'two', 'four']);
});

it.skipIf(process.platform === 'win32')(
  'writes an argument so that a shell reads the same, and a terminal only shows it',
  () => {
    const given = [
      ...[
        'plain/a-b_c.md',
        'two words',
        "Ada's",
        'a"b',
        'a;b (1)',
        '$HOME',
        '~',
        '{a,b}',
        '!x',
        'a\\b',
        'né',
        '',
        '👨\u200d👩',
      ],
      ...['a\nb', 'a\tb', '\u001b[31mred', "\u0001f'\\", 'a\u202eb', 'a\u200bb', '\u{e0041}'],
    ];
    const written = given.map(quoteArgument);
    expect(written.map(stripControl)).toEqual(written);
    expect(written.filter((argument) => /\n/.test(argument))).toEqual([]);
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const read = execFileSync('bash', ['-c', `printf '%s\\0' ${written.join(' ')}`], { encoding: 'utf8', env });
    expect(read.split('\0').slice(0, -1)).toEqual(given);
  },
);

it('makes every text of a result fit for a terminal, and leaves its times as they are', () => {
  const at = new Date(0);
  const steers = 'a\u001b[31mb\nc';
  expect(toPrintable({ at, names: [steers], text: [steers, [{ text: steers, of: steers }], 1, null] })).toEqual({
    ...{ at, names: ['ab c'], text: ['ab\nc', [{ text: 'ab\nc', of: 'ab c' }], 1, null] },
  });
  expect([toPrintable(steers), toPrintable([steers])]).toEqual(['ab\nc', ['ab c']]);
});

it('does work once that is wanted often, and again only when it failed', async () => {
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  };
  for (const get of [once(work), onceForName(async (_: string) => await work())]) {
    calls = 0;
    const waiting = [get('same'), get('same')];
    for (const each of waiting) await expect(each).rejects.toThrow('not yet');
    expect(await Promise.all([get('same'), get('same')])).toEqual([2, 2]);
  }
});
