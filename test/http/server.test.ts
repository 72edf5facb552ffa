// What every door over HTTP gets from the shell: limits, headers on every answer, and an end that lets answers finish.
import { connect } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { errorAnswer, hideFault, json } from '../../src/net/server/answers.ts';
import { readJsonBody } from '../../src/net/server/body.ts';
import { loopbackPolicy, type OriginPolicy } from '../../src/net/server/origin-policy.ts';
import { type Handle, type HttpServer, type HttpServerOptions, startHttpServer } from '../../src/net/server/server.ts';
import { send } from '../web/support.ts';

const servers: HttpServer[] = [];
const faults: unknown[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
  faults.splice(0);
});

async function start(handle: Handle, more: Partial<HttpServerOptions> = {}): Promise<HttpServer> {
  const server = await startHttpServer({
    address: '127.0.0.1',
    port: 0,
    portFlag: '--port PORT',
    policy: (port) => loopbackPolicy([port], () => false),
    handle,
    report: (fault) => faults.push(fault),
    ...more,
  });
  servers.push(server);
  return server;
}

const text = (value: string) => new Response(value);

/** A promise and what fulfils it. */
function deferred() {
  let fulfil = () => {};
  const promise = new Promise<void>((resolve) => {
    fulfil = resolve;
  });
  return { promise, fulfil };
}

describe('a server', () => {
  it('takes a body up to its limit, however it is sent', async () => {
    const schema = z.strictObject({ text: z.string() });
    const handle: Handle = async (request) => {
      try {
        return json({ length: (await readJsonBody(request, schema)).text.length });
      } catch (error) {
        return errorAnswer(hideFault(error, (fault) => faults.push(fault)));
      }
    };
    const { port } = await start(handle, { maxBodyBytes: 1_000 });
    const post = (body: string, headers: Record<string, string> = {}) =>
      send(port, { method: 'POST', path: '/', body, headers: { 'content-type': 'application/json', ...headers } });
    const bodyOf = (length: number) => JSON.stringify({ text: 'x'.repeat(length) });
    expect((await post(bodyOf(900))).text).toBe('{"length":900}');
    expect((await post(bodyOf(900), { 'transfer-encoding': 'chunked' })).text).toBe('{"length":900}');
    expect((await post(bodyOf(1_000))).status).toBe(413);
    expect((await post(bodyOf(1_000), { 'transfer-encoding': 'chunked' })).status).toBe(413);
    expect((await post('{"text":1}')).status).toBe(400);
    expect(faults).toEqual([]);
  });

  it('tells of a fault those who run it, and nobody else', async () => {
    const { port } = await start(async () => {
      throw new Error('secret');
    });
    const { status, text: body } = await send(port, { path: '/' });
    expect([status, JSON.parse(body).error.code]).toEqual([500, 'internal']);
    expect(body).not.toContain('secret');
    expect(faults).toMatchObject([{ message: 'secret' }]);
  });

  it('ends a stream, and lets other answers finish, when it is closed', async () => {
    const [asked, streamed, finish] = [deferred(), deferred(), deferred()];
    const server = await start(async ({ url }, { closing }) => {
      if (url.endsWith('/slow')) {
        asked.fulfil();
        await finish.promise;
        return text('whole');
      }
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('first'));
          closing.addEventListener('abort', () => controller.close());
          streamed.fulfil();
        },
      });
      return new Response(body);
    });
    const slow = send(server.port, { path: '/slow' });
    const stream = send(server.port, { path: '/stream' });
    await Promise.all([asked.promise, streamed.promise]);
    const closed = server.close(60_000);
    expect((await stream).text).toBe('first');
    finish.fulfil();
    expect((await slow).text).toBe('whole');
    await closed;
    await expect(send(server.port, { path: '/slow' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('breaks off answers that take longer than it has time to end', async () => {
    const never = new Promise<Response>(() => {});
    const asked = deferred();
    const server = await start(async () => {
      asked.fulfil();
      return await never;
    });
    const broken = send(server.port, { path: '/' }).catch(({ code }) => code);
    await asked.promise;
    await server.close(1);
    expect(await broken).toBe('ECONNRESET');
  });

  it.each([
    ['whose request is being answered', 1],
    ['whose request waits behind another one on the connection', 2],
  ])('aborts the work, and ends what it writes, for somebody who has gone and %s', async (_, requests) => {
    const ends: Promise<void>[] = [];
    const all = deferred();
    const { port } = await start(async ({ signal }) => {
      const [aborted, cancelled] = [deferred(), deferred()];
      ends.push(aborted.promise, cancelled.promise);
      signal.addEventListener('abort', aborted.fulfil);
      const piece = new Uint8Array(1_000_000);
      return new Response(
        new ReadableStream({
          pull(controller) {
            controller.enqueue(piece);
            if (ends.length === 2 * requests) all.fulfil();
          },
          cancel: cancelled.fulfil,
        }),
      );
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`.repeat(requests));
    await all.promise;
    socket.destroy();
    await Promise.all(ends);
  });

  it('writes as fast as the other end reads, however often it has to wait', async () => {
    const warnings: string[] = [];
    const warn = ({ message }: Error) => warnings.push(message);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const [pieces, bytes] = [20, 200_000];
    const { port } = await start(async () => {
      let left = pieces;
      const pull = (controller: ReadableStreamDefaultController) => {
        controller.enqueue(new Uint8Array(bytes));
        left -= 1;
        if (left === 0) controller.close();
      };
      return new Response(new ReadableStream({ pull }));
    });
    expect((await send(port, { path: '/' })).text).toHaveLength(pieces * bytes);
    expect(warnings).toEqual([]);
  });

  it('survives what is no HTTP', async () => {
    const { port } = await start(async () => text('well'));
    const socket = connect(port, '127.0.0.1');
    socket.resume().write('hello\r\n\r\n');
    await new Promise((closed) => socket.on('close', closed));
    expect((await send(port, { path: '/' })).text).toBe('well');
    expect(faults).toEqual([]);
  });

  it('knows itself by the address that a proxy in front of it has', async () => {
    const policy: OriginPolicy = {
      hosts: ['hall.example.com'],
      origins: ['https://hall.example.com'],
      linkable: () => false,
    };
    const { port } = await start(async ({ url }) => text(url), { policy: () => policy });
    const at = (headers: Record<string, string>) => send(port, { path: '/mcp?x=1', headers });
    expect((await at({ host: 'hall.example.com' })).text).toBe('https://hall.example.com/mcp?x=1');
    expect((await at({ host: 'hall.example.com', origin: 'https://hall.example.com' })).status).toBe(200);
    expect((await at({ host: 'hall.example.com', origin: 'http://hall.example.com' })).status).toBe(403);
    expect((await at({})).status).toBe(421);
  });
});
