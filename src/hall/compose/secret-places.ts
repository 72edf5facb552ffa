// Where the configuration of this process has secrets, which the programs that it starts are not to see.
import type { Config } from '../config/config.ts';

export function listKeyFiles({ worker }: Config): string[] {
  const references = Object.values(worker.people).flatMap(({ env }) => Object.values(env));
  return references.filter((each) => each.startsWith('file:')).map((each) => each.slice('file:'.length));
}

/** Variables of this process that no program has to know: those of its database, its servers, its webhooks, its embeddings, and keys of single people. */
export function listSecretVariables({
  store,
  server,
  webhooks,
  worker,
  recall: { embed },
}: Config): ReadonlySet<string> {
  const people = Object.values(worker.people).map(({ env }) => env);
  const references = people.flatMap((env) => Object.values(env)).filter((each) => each.startsWith('env:'));
  // An agent may get such a key under the same name.
  const given = new Set(people.flatMap((env) => Object.keys(env)));
  const keys = references.map((each) => each.slice('env:'.length)).filter((name) => !given.has(name));
  const hooks = Object.values(webhooks).flatMap(({ urlEnv, secretEnv }) => [urlEnv, secretEnv]);
  const embedding = embed?.kind === 'openai-http' ? embed.keyEnv : undefined;
  return new Set([store.urlEnv, server.stateKeyEnv, embedding, ...hooks, ...keys].filter((name) => name !== undefined));
}
