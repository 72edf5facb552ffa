// Which request of a server is being answered, for what is logged, audited and told of an error meanwhile.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestContext {
  readonly requestId: string;
  /** Of the other end, which is the proxy where there is one. */
  readonly remoteAddress?: string;
}

const current = new AsyncLocalStorage<RequestContext | undefined>();

export const withRequestContext = <T>(context: RequestContext | undefined, work: () => T): T =>
  current.run(context, work);

/** Empty outside of a request. */
export const currentRequest = (): Partial<RequestContext> => current.getStore() ?? {};
