// A line between a program and a server that breaks as networks do: cut, one way only, or silent without a word.
import net from 'node:net';

/**
 * `open`: everything passes. `slow`: so does it, each piece after a while. `one-way`: what the client says arrives, and no answer
 * comes back. `silent`: nothing arrives, and nobody hears that. `closed`: nobody listens.
 */
export type LineState = 'open' | 'slow' | 'one-way' | 'silent' | 'closed';

/** In each direction. */
const SLOW_MS = 150;

/** A statement of a client, in a message that begins with its length and perhaps a name. */
const STATEMENT = /\b(?:select|insert|update|delete|with|listen|begin|commit)\b[^\0]*/i;

export interface NetworkLine {
  readonly port: number;
  /** Of connections that there are, and of new ones; `closed` cuts those that there are. */
  set(state: LineState): void;
  /** Cuts all connections; new ones are possible. */
  cut(): void;
  /** The answer to the next thing that a client says with this word in it does not arrive, and its connection is cut. */
  loseAnswerTo(word: string): void;
  connections(): number;
  /** That there were at the same time. */
  mostConnections(): number;
  /** Statements that clients have sent, each from its first word. */
  readonly said: string[];
  close(): Promise<void>;
}

/** In front of a server on a socket of this machine. */
export async function openLine(socket: string): Promise<NetworkLine> {
  let state: LineState = 'open';
  let word: string | undefined;
  const said: string[] = [];
  const lines = new Map<net.Socket, net.Socket>();
  let most = 0;
  const cut = () => {
    for (const pair of lines) for (const each of pair) each.destroy();
    lines.clear();
  };
  /** Pieces that are all late arrive in their order. */
  const pass = (bytes: Buffer, to: net.Socket) => {
    if (state === 'slow') setTimeout(() => to.writable && to.write(bytes), SLOW_MS);
    else to.write(bytes);
  };
  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    if (state === 'closed') return client.destroy();
    const other = net.connect(socket);
    lines.set(client, other);
    most = Math.max(most, lines.size);
    const end = () => {
      lines.delete(client);
      client.destroy();
      other.destroy();
    };
    for (const each of [client, other]) each.on('error', end).on('close', end);
    // Over a line that is silent, nobody hears that either.
    client.on('end', () => state === 'silent' || end());
    let isLost = false;
    client.on('data', (bytes) => {
      const [statement] = STATEMENT.exec(bytes.toString('latin1')) ?? [];
      if (statement !== undefined) said.push(statement);
      if (word !== undefined && bytes.includes(word)) {
        word = undefined;
        isLost = true;
      }
      if (state !== 'silent') pass(bytes, other);
    });
    other.on('data', (bytes) => {
      if (isLost) end();
      else if (state === 'open' || state === 'slow') pass(bytes, client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    set(next) {
      state = next;
      if (next === 'closed') cut();
    },
    cut,
    loseAnswerTo(next) {
      word = next;
    },
    connections: () => lines.size,
    mostConnections: () => most,
    said,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
