// A request whose signal is the one that it was given. The signal of Node's own follows it only for as long as somebody holds the
// request, so whoever waited for its end was not told once memory had been collected.

/** Its signal is aborted when whoever asked is gone. */
export class AnswerableRequest extends Request {
  readonly #signal: AbortSignal;

  constructor(input: string | Request, { signal, ...init }: RequestInit & { readonly signal: AbortSignal }) {
    super(input, init);
    this.#signal = signal;
  }

  override get signal(): AbortSignal {
    return this.#signal;
  }
}
