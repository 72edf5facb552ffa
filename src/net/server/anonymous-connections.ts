// Connections on which nobody has shown who they are. There may be many of them, slow or silent; the oldest gives way, so that whoever
// comes next is answered.
import type { Socket } from 'node:net';

/** A browser opens six, a proxy keeps some for the next requests. */
const MOST_OF_ONE_ADDRESS = 200;
const MOST = 800;

export class AnonymousConnections {
  /** The oldest first. */
  readonly #sockets = new Set<Socket>();

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const { remoteAddress } = socket;
    const neighbours = [...this.#sockets].filter((each) => each.remoteAddress === remoteAddress);
    if (neighbours.length > MOST_OF_ONE_ADDRESS) this.#end(neighbours[0]);
    else if (this.#sockets.size > MOST) this.#end([...this.#sockets][0]);
  }

  /** Whoever uses it is known; it stays. */
  recognise(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  #end(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.#sockets.delete(socket);
    socket.destroy();
  }
}
