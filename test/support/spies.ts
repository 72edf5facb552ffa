// Where test/fakes/reads-canaries.mjs tells what it could read: over the network, as that is all that a sandbox leaves open.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

export const SPY = fileURLToPath(new URL('../fakes/reads-canaries.mjs', import.meta.url));

export interface Listener {
  readonly address: string;
  /** The marks that each spy saw, in the order of the alphabet. */
  readonly heard: string[][];
  close(): void;
}

export async function listenToSpies(): Promise<Listener> {
  const heard: string[][] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    heard.push(JSON.parse(Buffer.concat(pieces).toString('utf8')));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, heard, close: () => void server.close() };
}
