// The environment that an agent's program gets: a short allow-list, never everything that the hall was started with.
import { defined } from '../../domain/defined.ts';
import type { SeatTools } from '../../material/reading/seat-tools.ts';
import type { Environment } from '../../support/environment.ts';

/** Depth of halls inside agents inside halls; see `hallDepth`. */
const DEPTH_VARIABLE = 'DEBATE_HALL_DEPTH';

/**
 * What every program gets when the hall has it. A name that ends with `*` stands for all that begin so; upper and lower
 * case count the same, as proxy variables come in both and Windows does not tell them apart.
 * - who and where: PATH, HOME, USER, LOGNAME, SHELL, TMPDIR, XDG_*
 * - language and terminal: LANG, LANGUAGE, LC_*, TERM, TZ
 * - the way to the network: proxies and certificates
 * - what programs on Windows do not start without
 */
const INHERITED = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'XDG_*'],
  ...['LANG', 'LANGUAGE', 'LC_*', 'TERM', 'TZ'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'],
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP', 'USERPROFILE', 'USERNAME'],
  ...['HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES*', 'COMMONPROGRAMFILES*'],
  ...['NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE', 'OS'],
];

export interface EnvironmentRequest {
  /** What the hall was started with (`ports.env`). */
  readonly from: Environment;
  /** Variables that this adapter's program knows, such as `ANTHROPIC_*`; names like in the allow-list. */
  readonly inherit?: readonly string[];
  /** The `env` of the settings; wins over what is inherited. */
  readonly settings: Readonly<Record<string, string>>;
  /** What the adapter itself needs; wins over everything, so that a seat stays as safe as the adapter promises. */
  readonly set?: Readonly<Record<string, string>>;
}

function matchesPattern(pattern: string, name: string): boolean {
  const wanted = pattern.toUpperCase();
  const given = name.toUpperCase();
  return wanted.endsWith('*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted;
}

/** How many halls this process is inside of: 0 when a person started it, 1 inside an agent that a hall started. */
export function hallDepth(env: Environment): number {
  const depth = Number(env[DEPTH_VARIABLE] ?? '0');
  return Number.isSafeInteger(depth) && depth > 0 ? depth : 0;
}

/** The same, such that a proxy does not come between the program and the hall's tools on this machine. */
export function withLoopback(
  env: Readonly<Record<string, string>>,
  tools: SeatTools | undefined,
): Record<string, string> {
  if (tools === undefined) return { ...env };
  const { hostname } = new URL(tools.url);
  const join = (name: string) => [env[name], hostname].filter(Boolean).join(',');
  return { ...env, NO_PROXY: join('NO_PROXY'), no_proxy: join('no_proxy') };
}

function selectVariables(from: Environment, patterns: readonly string[]): Record<string, string> {
  const isWanted = (name: string) => patterns.some((pattern) => matchesPattern(pattern, name));
  return defined(Object.fromEntries(Object.entries(from).filter(([name]) => isWanted(name))));
}

export function programEnvironment(request: EnvironmentRequest): Record<string, string> {
  return {
    ...selectVariables(request.from, [...INHERITED, ...(request.inherit ?? [])]),
    ...request.settings,
    ...request.set,
    [DEPTH_VARIABLE]: String(hallDepth(request.from) + 1),
  };
}

/** Where a person's own settings and caches are looked for; another person gets none of them. */
const PERSONAL = ['HOME', 'XDG_*', 'TMPDIR', 'USER', 'LOGNAME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'];

/** What the programs of one person start from on a machine that serves several: nothing of anybody's login. */
export function personEnvironment(
  from: Environment,
  { home, env }: { readonly home: string; readonly env: Readonly<Record<string, string>> },
): Record<string, string> {
  const shared = INHERITED.filter((pattern) => !PERSONAL.includes(pattern));
  return { ...selectVariables(from, shared), HOME: home, ...env };
}
