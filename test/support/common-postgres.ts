// The Postgres that the test files of a run share. It starts when the first of them asks, as that costs more than most of their tests.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // Loaded as late as it is started: most runs of single files need neither.
  const start = async () => await (await import('./copy-databases.ts')).startCopying();
  let starting: ReturnType<typeof start> | undefined;
  const server = createServer(async ({ url }, response) => {
    try {
      starting ??= start();
      const made = await (await starting).createNext(url === '/with-tables');
      response.end(JSON.stringify(made));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provide('databases', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await (await starting?.catch(() => undefined))?.remove();
  };
}
