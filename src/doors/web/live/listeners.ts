// Those who listen to something, however many there are.

export class Listeners<Message> {
  readonly #all = new Set<(message: Message) => void>();

  get count(): number {
    return this.#all.size;
  }

  add(listener: (message: Message) => void): () => void {
    // Each call is a listener of its own, even with the same function.
    const own = (message: Message) => listener(message);
    this.#all.add(own);
    return () => void this.#all.delete(own);
  }

  tell(message: Message): void {
    for (const listener of [...this.#all]) listener(message);
  }
}
