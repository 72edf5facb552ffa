// How this machine is logged in to gemini, and what of it a private home needs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import type { Environment } from '../../../support/environment.ts';
import type { LoginState } from '../../agent.ts';

const AUTH_TYPES = ['gemini-api-key', 'oauth-personal', 'vertex-ai', 'compute-default-credentials', 'gateway'] as const;
export type AuthType = (typeof AUTH_TYPES)[number];

/** What `gemini` keeps of a login; nothing else of the user's folder is shown to a seat. */
const LOGIN_FILES = ['oauth_creds.json', 'google_accounts.json', 'installation_id', 'gemini-credentials.json', '.env'];

/** Those of them that let somebody in. */
const CREDENTIALS = ['oauth_creds.json', 'gemini-credentials.json', '.env'];

export interface GeminiLogin {
  /** The way that the user chose in gemini's own settings. */
  readonly chosen?: AuthType;
  /** Absolute paths of the login files that exist, by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Settings that cannot be read say nothing: gemini itself tells what is wrong with them. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function readChosenAuthType(settings: string): AuthType | undefined {
  // Gemini allows comments in its settings, so this is not plain JSON.
  const name = /"selectedType"\s*:\s*"([a-z-]+)"/.exec(settings)?.[1];
  return AUTH_TYPES.find((type) => type === name);
}

/** Looks at the user's `.gemini` folder. */
export function findLogin(env: Environment): GeminiLogin {
  const home = env['GEMINI_CLI_HOME'] ?? env['HOME'] ?? env['USERPROFILE'];
  if (home === undefined) return { files: {} };
  const folder = join(home, '.gemini');
  const found = LOGIN_FILES.map((name) => [name, join(folder, name)] as const).filter(([, path]) => existsSync(path));
  const chosen = readChosenAuthType(readText(join(folder, 'settings.json')));
  return { ...defined({ chosen }), files: Object.fromEntries(found) };
}

/**
 * The login for a call: a key in the agent's own settings, then what the user chose in gemini, then what there is.
 * `undefined` leaves it to gemini, which then looks at its `.env`.
 */
export function selectAuthType(settings: Environment, env: Environment, login: GeminiLogin): AuthType | undefined {
  const all = { ...env, ...settings };
  // With an address of one's own, gemini accepts nothing but a key.
  if (settings['GEMINI_API_KEY'] || all['GOOGLE_GEMINI_BASE_URL']) return 'gemini-api-key';
  if (login.chosen !== undefined) return login.chosen;
  if (all['GOOGLE_GENAI_USE_GCA'] === 'true') return 'oauth-personal';
  if (all['GOOGLE_GENAI_USE_VERTEXAI'] === 'true') return 'vertex-ai';
  if (all['GEMINI_API_KEY']) return 'gemini-api-key';
  return login.files['oauth_creds.json'] === undefined ? undefined : 'oauth-personal';
}

/** Whether there is anything to log in with. A chosen way without a file may have its key in the system's key ring. */
export function getLoginState(settings: Environment, env: Environment, login: GeminiLogin): LoginState {
  const all = { ...env, ...settings };
  if (all['GEMINI_API_KEY'] || CREDENTIALS.some((name) => login.files[name] !== undefined)) return 'found';
  const byCloud = all['GOOGLE_API_KEY'] || all['GOOGLE_APPLICATION_CREDENTIALS'] || all['CLOUD_SHELL'];
  return byCloud || selectAuthType(settings, env, login) !== undefined ? 'unknown' : 'missing';
}
