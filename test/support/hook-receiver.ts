// A receiver of webhooks on this machine: gives the answers that a test chose, and keeps what it was sent.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'vitest';

interface ReceivedHook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedHook[];
  /** Answers with this from now on; `silence` never answers. */
  answer(status: number | 'silence'): void;
  /** Resolves once it was sent so many. */
  gets(count: number): Promise<readonly ReceivedHook[]>;
}

export async function receiveHooks(
  context: Pick<TestContext, 'onTestFinished'>,
  first: number | 'silence' = 204,
): Promise<HookReceiver> {
  let status = first;
  const received: ReceivedHook[] = [];
  const waiting = new Set<() => void>();
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      if (status !== 'silence') response.writeHead(status).end('canary of the receiver');
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/canary-path`,
    received,
    answer: (next) => {
      status = next;
    },
    gets: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
  };
}
