// A service that is slow, silent or not wanted any more: each limit ends the question and its connection.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aPrompt } from '../../support/agents.ts';
import { inCampaign, inCi } from '../../support/campaign.ts';
import { anAgent, ask, DONE, event, type Service, SSE, saying, startService } from './service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  await expect.poll(() => service.sockets.size).toBe(0);
  await service.close();
});

async function answerWithin(limits: object, signal?: AbortSignal) {
  const session = await anAgent(service.baseUrl, { limits }).open('wall');
  const reply = await ask(session, aPrompt(), signal);
  await session.close();
  return { ...reply, ...(reply.status === 'failed' ? reply.failure : {}) };
}

const host = () => new URL(service.baseUrl).host;

describe('limits', () => {
  test('a service that says nothing is given up after the first-output limit, its status line is no output', async () => {
    service.answers({ headers: SSE, ending: 'stalls' });
    const reply = await answerWithin({ firstOutputMs: 150 });
    expect(reply).toMatchObject({ code: 'timed-out', message: `"${host()}" did not begin to answer within 150 ms.` });
    expect(reply).not.toHaveProperty('partial');
  });

  test.runIf(inCi)('a service that falls silent is given up after the idle limit, what it said is kept', async () => {
    service.answers({ headers: SSE, pieces: [event('So '), event('far')], ending: 'stalls' });
    const reply = await answerWithin({ idleMs: 900 });
    expect(reply).toMatchObject({
      code: 'timed-out',
      message: `"${host()}" gave no output for 900 ms.`,
      partial: 'So far',
    });
  });

  test.runIf(inCi)('a service that goes on for ever is given up after the total limit', async () => {
    service.answers({ headers: SSE, pieces: Array.from({ length: 1_000 }, () => event('x')), everyMs: 20 });
    const reply = await answerWithin({ totalMs: 3_000, idleMs: 2_500 });
    expect(reply).toMatchObject({ code: 'timed-out', message: `"${host()}" did not finish within 3 s.` });
  });

  test.runIf(inCampaign)(
    'comments are signs of life: a model may think for longer than the limits of silence',
    async () => {
      const pings = Array.from({ length: 30 }, () => ': OPENROUTER PROCESSING\n\n');
      service.answers({ headers: SSE, pieces: [...pings, event('Yes.', 'stop'), DONE], everyMs: 100 });
      const reply = await answerWithin({ firstOutputMs: 2_500, idleMs: 2_500 });
      expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
      expect(reply.details.durationMs).toBeGreaterThan(2_500);
    },
  );

  test.runIf(inCi)('a whole answer counts even if the service then holds the connection', async () => {
    service.answers({ headers: SSE, pieces: [event('Yes.', 'stop')], ending: 'stalls' });
    const reply = await answerWithin({ idleMs: 900 });
    expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
    expect(reply.details.notes).toEqual(['the answer was complete, then the call was stopped (timed-out)']);
  });
});

describe('cancelling', () => {
  test('closes the connection in the middle of an answer', async () => {
    service.answers({ headers: SSE, pieces: [event('So far')], ending: 'stalls' });
    const stop = new AbortController();
    const session = await anAgent(service.baseUrl).open('wall');
    const reply = await session.ask(aPrompt(), { signal: stop.signal, onText: () => stop.abort() });
    expect(reply).toMatchObject({ failure: { code: 'cancelled' }, partial: 'So far' });
    await expect.poll(() => service.sockets.size).toBe(0);
    service.answers(saying('Again.'));
    expect(await ask(session)).toMatchObject({ status: 'answered', text: 'Again.' });
    await session.close();
  });

  test('before the question is asked sends nothing', async () => {
    expect(await answerWithin({}, AbortSignal.abort())).toMatchObject({ code: 'cancelled' });
    expect(service.heard).toEqual([]);
  });

  test('closing the session ends what it still asks', async () => {
    service.answers({ headers: SSE, pieces: [event('So far')], ending: 'stalls' });
    const session = await anAgent(service.baseUrl).open('wall');
    const asked = session.ask(aPrompt(), {
      signal: new AbortController().signal,
      onText: () => void session.close().catch(() => {}),
    });
    expect(await asked).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
    await session.close();
    expect(await ask(session)).toMatchObject({ failure: { code: 'cancelled' } });
  });
});
