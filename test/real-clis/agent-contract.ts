// What every real CLI must do behind its adapter, against a model server that behaves and misbehaves.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { FailureCode } from '../../src/domain/failures/failures.ts';
import type { Behaviour } from '../model-server/server.ts';
import { aPrompt, somePictures } from '../support/agents.ts';
import { PICTURES } from '../support/pictures.ts';
import type { RealCli } from './real-cli.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

/** No failure takes longer than this, whatever the CLI would do by itself: some would try for many minutes. */
const SOON_MS = 120_000;
/** More would be retries of the CLI's own on top of the hall's. */
const MOST_TRIES = 3;
/** Long enough for a planted server or hook to start. */
const TRAP_MS = 1_500;

/** `again` leaves out what another transport of the same CLI has already shown. */
export function testRealCli(cli: RealCli, { again = false } = {}): void {
  let sandbox: Sandbox | undefined;

  afterEach(async () => {
    await sandbox?.close();
    sandbox = undefined;
  });

  async function open(options: SandboxOptions = {}): Promise<Sandbox> {
    sandbox = await openSandbox(cli, options);
    return sandbox;
  }

  test.skipIf(again)('its version is the tested one', async () => {
    const { agent } = await open();
    const probe = await agent.probe(new AbortController().signal);
    expect(probe).toMatchObject({ usable: true, notes: [] });
  });

  test('an answer comes whole, with usage and as it is being written, and nothing is sent but the prompts', async () => {
    const usage = { inputTokens: 500, cachedInputTokens: 300, outputTokens: 12 };
    const pieces = 20;
    const chunkMs = 50;
    const text = Array(pieces).fill('Größe zählt nicht 😀.').join('\n\n');
    const chunkCharacters = Math.ceil(text.length / pieces);
    const { ask, server, alive } = await open({ behaviour: { kind: 'answer', text, usage, chunkCharacters, chunkMs } });
    const { reply, deltas } = await ask('What do you say?');
    const { cachedInputTokens: _, ...rest } = usage;
    const told = cli.silentAboutCache ? rest : usage;
    expect(reply).toMatchObject({ status: 'answered', text, details: { usage: told, notes: [] } });
    expect(server.answerRequests()).toHaveLength(1);
    const [request] = server.answerRequests();
    expect(request?.system).toContain('You are the Wall.');
    expect(request?.messages.map((message) => message.text).join('\n')).toContain('What do you say?');
    expect(await alive()).toEqual([]);
    if (!cli.live) return;
    expect(deltas.join('')).toBe(text);
    const { firstTextMs = Number.POSITIVE_INFINITY, durationMs } = reply.details;
    expect(firstTextMs).toBeLessThan(durationMs - (pieces * chunkMs) / 2);
  });

  test('pictures reach the model as they are, with the first question of a session alone', async () => {
    const { agent, server } = await open({ behaviour: { kind: 'answer', text: 'I see red and blue.' } });
    const given = aPrompt('What is on it?', { pictures: somePictures('png', 'jpeg', 'webp') });
    const session = await agent.open('wall');
    const options = { signal: new AbortController().signal, onText: () => {} };
    const names = ['shots/png', 'shots/jpeg', 'shots/webp'];
    for (let turn = 1; turn < 3; turn += 1) {
      const reply = await session.ask(given, options);
      expect(reply).toMatchObject({ status: 'answered', details: { pictures: names, notes: [] } });
    }
    await session.close();
    const count = (text: string, part: string) => text.split(part).length - 1;
    for (const { body, messages } of server.answerRequests()) {
      const sent = JSON.stringify(body);
      for (const name of ['png', 'jpeg', 'webp'] as const)
        expect(count(sent, PICTURES[name].toString('base64'))).toBe(1);
      expect(messages.map(({ text }) => text).join('\n')).toContain('You are given pictures 1, 2 and 3.');
    }
    expect(server.answerRequests()).toHaveLength(2);
  });

  test.skipIf(again)('of pictures that its model cannot see it gets the names', async () => {
    const { ask, server } = await open({
      settings: { pictures: false },
      behaviour: { kind: 'answer', text: 'I see none.' },
    });
    const { reply } = await ask(aPrompt('What is on it?', { pictures: somePictures('png') }));
    expect([reply.status, reply.details.pictures]).toEqual(['answered', undefined]);
    const [request] = server.answerRequests();
    expect(request?.messages.map(({ text }) => text).join('\n')).toContain(
      '1. shots/png: PNG, 6 × 4 pixels, 97 bytes\n\nYou cannot see picture 1.',
    );
    expect(JSON.stringify(request?.body)).not.toContain(PICTURES.png.toString('base64'));
  });

  /** Told from statuses that every transport is tried with by the number alone, in the same place for all transports. */
  const likeOthers: [string, Behaviour, FailureCode][] = [
    ['status 403', { kind: 'error', status: 403 }, 'not-logged-in'],
    ['status 503', { kind: 'error', status: 503 }, 'overloaded'],
  ];

  test.each<[string, Behaviour, FailureCode]>([
    ...(again ? [] : likeOthers),
    ['status 401', { kind: 'error', status: 401 }, 'not-logged-in'],
    ['status 404', { kind: 'error', status: 404, message: 'The model is not found.' }, 'rejected'],
    ['status 429', { kind: 'error', status: 429 }, 'rate-limited'],
    ['status 500', { kind: 'error', status: 500 }, 'overloaded'],
    ['a connection that always breaks', { kind: 'drop' }, 'unreachable'],
    ['a refusal', { kind: 'refusal' }, cli.refusal],
    ['an empty answer', { kind: 'answer', text: '' }, 'empty'],
  ])('%s is a failure of its kind, soon', async (_what, behaviour, code) => {
    const { ask, server, alive } = await open({ behaviour });
    const { reply } = await ask('What do you say?');
    expect(reply).toMatchObject({ status: 'failed', failure: { code } });
    expect(reply.details.durationMs).toBeLessThan(SOON_MS);
    expect(server.answerRequests().length).toBeLessThanOrEqual(MOST_TRIES);
    expect(await alive()).toEqual([]);
  });

  test('a server that is not there is unreachable, soon', async () => {
    const settings = cli.settings('http://127.0.0.1:9');
    const { ask, alive } = await open({ settings });
    const { reply } = await ask('What do you say?');
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'unreachable' } });
    expect(reply.details.durationMs).toBeLessThan(SOON_MS);
    expect(await alive()).toEqual([]);
  });

  test('a person without a login is told so, soon', async () => {
    const { ask } = await open({ behaviour: { kind: 'error', status: 401 }, login: {} });
    const { reply } = await ask('What do you say?');
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'not-logged-in' } });
    expect(reply.details.durationMs).toBeLessThan(SOON_MS);
  });

  test('a connection that breaks once gives the whole answer or a failure, never a part', async () => {
    const { ask } = await open({
      behaviour: [
        { kind: 'drop', after: 'half an ' },
        { kind: 'answer', text: 'a whole answer' },
      ],
    });
    const { reply } = await ask('What do you say?');
    expect(reply).toMatchObject(
      cli.survivesOneCut
        ? { status: 'answered', text: 'a whole answer' }
        : { status: 'failed', failure: { code: 'unreachable' } },
    );
  });

  test('a service that never says anything is ended by our limit, and nothing is left', async () => {
    const { ask, alive } = await open({ behaviour: { kind: 'silence' }, settings: { limits: { totalMs: 4_000 } } });
    const { reply } = await ask('What do you say?');
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'timed-out' } });
    expect(reply.details.durationMs).toBeLessThan(SOON_MS);
    expect(await alive()).toEqual([]);
  });

  test('an answer that stops in the middle is ended by our limit, and what was said is kept', async () => {
    const after = 'This is the first half.';
    const { ask, alive } = await open({
      behaviour: { kind: 'stall', after },
      // What prints its answer only when it is whole has said nothing yet.
      settings: { limits: cli.live ? { idleMs: 4_000 } : { firstOutputMs: 4_000 } },
    });
    const { reply } = await ask('What do you say?');
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'timed-out' } });
    if (cli.live) expect(reply).toMatchObject({ partial: after });
    expect(await alive()).toEqual([]);
  });

  test('a cancelled seat is ended at once, and nothing is left', async () => {
    const { ask, server, alive } = await open({ behaviour: { kind: 'silence' } });
    const controller = new AbortController();
    const asked = ask('What do you say?', { signal: controller.signal });
    await server.received(1);
    expect(await alive()).not.toEqual([]);
    controller.abort();
    const { reply } = await asked;
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
    expect(await alive()).toEqual([]);
  });

  test('nothing in a prompt is a command: no file is read, no server or hook starts', async () => {
    const [canary, secret] = [randomUUID(), randomUUID()];
    const behaviour: Behaviour = { kind: 'answer', text: 'Understood.', delayMs: TRAP_MS };
    const { ask, cwd, server, sprung } = await open({ behaviour, canary });
    const secretFile = join(cwd, 'secret.txt');
    await writeFile(secretFile, secret);
    const hostile = cli.hostile.map((line) => line.replaceAll('SECRET', secretFile));
    const user = hostile.join('\n');
    const { reply } = await ask(user);
    expect(reply).toMatchObject({ status: 'answered', text: 'Understood.' });
    const sent = server
      .answerRequests()[0]
      ?.messages.map((message) => message.text)
      .join('\n');
    expect(sent).toContain(user);
    const everything = JSON.stringify(server.requests);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(canary);
    expect(server.answerRequests().map((request) => request.tools)).toEqual([cli.tools]);
    expect(await sprung()).toEqual([]);
  });

  test.skipIf(again)('the traps are real: a call without the adapter steps into them', async () => {
    const [canary, secret] = [randomUUID(), randomUUID()];
    const behaviour: Behaviour = { kind: 'answer', text: 'Understood.', delayMs: TRAP_MS };
    const { careless, cwd, server, sprung } = await open({ behaviour, canary });
    await writeFile(join(cwd, 'secret.txt'), secret);
    await careless(`Look at @${join(cwd, 'secret.txt')} now`);
    expect(await sprung()).toEqual(cli.sprungByCareless);
    const everything = JSON.stringify(server.requests);
    expect(everything).toContain(canary);
    expect(everything.includes(secret)).toBe(cli.readsMentions);
  });

  test('a long prompt and an answer of 1 MB arrive whole', async () => {
    const text = Array.from({ length: 40_000 }, (_, line) => `Line ${line} of a long answer.`).join('\n');
    const { ask, server } = await open({ behaviour: { kind: 'answer', text } });
    const user = `${'Ein Satz über 😀. '.repeat(cli.longPrompt / 18)}The end.`;
    const { reply } = await ask(user);
    expect(reply.status).toBe('answered');
    expect(reply.status === 'answered' && reply.text === text).toBe(true);
    const sent =
      server
        .answerRequests()[0]
        ?.messages.map((message) => message.text)
        .join('\n') ?? '';
    expect(sent.includes(user)).toBe(true);
  });
}
