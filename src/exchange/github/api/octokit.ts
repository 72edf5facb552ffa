// GitHub through Octokit: one for each operation, so that its waiting time and its signal are its own.

import type { GitHub } from '../github.ts';
import { type ClientOptions, createClient } from './client.ts';
import { createRepositories } from './repositories.ts';
import { createThreads } from './threads.ts';

export function createGitHub(options: ClientOptions): GitHub {
  const client = createClient(options);
  return { ...createThreads(client), ...createRepositories(client) };
}
