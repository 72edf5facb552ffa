// Forks through the built command line, with the real claude, codex and gemini: only what changes reaches a model.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RecordedRequest } from '../../src/agents/model-server/wire.ts';
import { type Opinions, opinionActOf, seatOf } from '../model-server/opinion-answers.ts';
import { answerWith } from '../model-server/role-answers.ts';
import { recordIn } from '../support/project.ts';
import { fill, openHall, panelAround, requestsBySeat, turnsOf } from './hall.ts';

const TOPIC = 'Should we rewrite our backend in Rust?';
const SPLIT: Opinions = { wind: { opening: 'Yes' }, wall: { opening: 'No', vote: 'accept' }, door: { opening: 'Yes' } };

test('a seat that goes from codex to claude is asked for its turns, and nobody else is', async (context) => {
  const hall = await openHall(context, { behaviour: answerWith(SPLIT), config: { seats: panelAround('wall') } });
  const parent = recordIn(await hall.run('run', TOPIC, '--id', 'rust', '--json'));
  const before = hall.server.answerRequests().length;
  const again = () => hall.server.answerRequests().slice(before);

  const same = recordIn(await hall.run('fork', 'rust', '--id', 'same', '--json'));
  expect([same.calls, same.outcome, again()]).toEqual([0, parent.outcome, []]);

  const fork = recordIn(await hall.run('fork', 'rust', '--id', 'fork', '--wall', fill('wall', 'claude'), '--json'));
  expect(requestsBySeat(again())).toEqual({ wind: 0, wall: 3, door: 0 });
  expect(again().every(({ protocol }) => protocol === 'anthropic')).toBe(true);
  expect(turnsOf(fork).map(({ seat, act, copied }) => [seat, act, copied !== undefined])).toEqual(
    expect.arrayContaining(turnsOf(parent).map(({ seat, act }) => [seat, act, seat !== 'wall'])),
  );
  expect(fork.calls).toBe(3);
  expect(await hall.look('verify', '--all')).toMatchObject({ code: 0 });
});

test('what a killed fork had copied is not asked when it is resumed', async (context) => {
  const hall = await openHall(context, { behaviour: answerWith(SPLIT), config: { seats: panelAround('wall') } });
  expect((await hall.run('run', TOPIC, '--id', 'rust')).code).toBe(0);
  const stalls = (request: RecordedRequest) =>
    seatOf(request) === 'wall' && opinionActOf(request) === undefined
      ? ({ kind: 'stall', after: 'I hold that' } as const)
      : answerWith(SPLIT)(request);
  hall.server.setBehaviour(stalls);
  hall.server.clear();
  const running = hall.start('fork', 'rust', '--id', 'fork', '--wall', fill('wall', 'gemini'), '--events');
  await expect.poll(() => hall.server.answerRequests().length).toBe(2);
  running.child.kill('SIGKILL');
  await running.finished;
  await hall.gone();
  const copied = readFileSync(hall.ledgerFile('fork'), 'utf8').split('"copied"').length - 1;
  expect(copied).toBe(3);

  hall.server.clear();
  hall.server.setBehaviour(answerWith(SPLIT));
  await hall.run('resume', 'fork');
  expect(requestsBySeat(hall.server.answerRequests())).toEqual({ wind: 0, wall: 2, door: 0 });
  expect(await hall.record('fork')).toMatchObject({ status: 'closed', relation: { kind: 'fork', anew: ['wall'] } });
  expect(await hall.look('verify', 'fork')).toMatchObject({ code: 0 });
});
