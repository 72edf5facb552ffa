// The source of the program that stands between a sandbox without a network and the sockets that lead out of it.

/**
 * JavaScript for `node --eval`, so that it starts the same way from the sources and from the built package.
 *
 * Its first argument is a JSON list of `{ port, socket }`, the others are a program and its arguments. It listens on these ports of
 * the sandbox's own loopback, hands every connection to the Unix socket, and ends as the program ends.
 */
const PROGRAM = `// debate-hall passage
const { connect, createServer } = require('node:net');
const { spawn } = require('node:child_process');
const [ways, program, ...args] = process.argv.slice(1);
const listen = ({ port, socket }, host) => new Promise((resolve) => {
  const server = createServer((inside) => {
    const outside = connect(socket);
    const end = () => { inside.destroy(); outside.destroy(); };
    for (const each of [inside, outside]) each.on('error', end).on('close', end);
    inside.pipe(outside).pipe(inside);
  });
  // A machine without IPv6 has only the other address.
  server.on('error', resolve).listen({ port, host }, resolve);
  server.unref();
});
const listening = JSON.parse(ways).flatMap((way) => ['127.0.0.1', '::1'].map((host) => listen(way, host)));
Promise.all(listening).then(() => {
  const child = spawn(program, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => { console.error(message); process.exit(127); });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
});
`;

/** From a port of the sandbox's loopback to a Unix socket that it sees. */
export interface WayOut {
  readonly port: number;
  /** Absolute path. */
  readonly socket: string;
}

/** Goes before a program and its arguments, which it starts. */
export function goThrough(ways: readonly WayOut[]): [string, ...string[]] {
  return [process.execPath, '--eval', PROGRAM, '--', JSON.stringify(ways)];
}
