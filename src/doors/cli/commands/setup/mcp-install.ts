// `debate-hall mcp install`: the entry that makes a client start this server. Loaded apart, since the server starts without it.
import { existsSync } from 'node:fs';
import { lstat, mkdir, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { placeError } from '../../../../domain/failures/storage-error.ts';
import { findProgram } from '../../../../process/find-program.ts';
import { homeFolder } from '../../../../support/home-folder.ts';
import { packageVersion } from '../../../../support/package-root.ts';
import { readBytes } from '../../../../support/read-bytes.ts';
import { decodeText } from '../../../../support/text.ts';
import {
  CLIENTS,
  clientFile,
  createLaunch,
  createUnusableError,
  ENTRY,
  entryText,
  type Launch,
  MAX_FILE_BYTES,
  type McpClient,
  type Places,
  withEntry,
} from '../../../mcp/clients/clients.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { reportError } from '../../errors/report-error.ts';
import { printMessage, printResult } from '../../terminal/io.ts';

interface InstallFlags extends HallFlags {
  readonly client?: string;
  readonly print?: boolean;
  readonly toolsets?: readonly string[];
  readonly readOnly?: boolean;
}

/** What the server is started with; clients start it in folders of their choice, so paths become absolute. */
function listOptions({ toolsets, readOnly, hall, config }: InstallFlags): string[] {
  return [
    ...(toolsets === undefined ? [] : ['--toolsets', toolsets.join(',')]),
    ...(readOnly === true ? ['--read-only'] : []),
    ...(hall === undefined ? [] : ['--hall', path.resolve(hall)]),
    ...(config === undefined ? [] : ['--config', path.resolve(config)]),
  ];
}

function isHere(client: McpClient, { env, project }: Places): boolean {
  if (client === 'vscode' || client === 'cursor') return existsSync(path.join(project, `.${client}`));
  return findProgram(client, env, project) !== undefined;
}

/** Printing needs no client on this machine: then every entry is shown. */
function chooseClients({ client: name, print }: InstallFlags, places: Places): readonly McpClient[] {
  if (name !== undefined) {
    const client = CLIENTS.find((each) => each === name);
    if (client !== undefined) return [client];
    throw new HallError('bad-input', `Unknown client "${name}".`, { hint: `Known clients: ${CLIENTS.join(', ')}.` });
  }
  const found = CLIENTS.filter((client) => isHere(client, places));
  if (found.length > 0) return found;
  if (print === true) return CLIENTS;
  throw new HallError('not-found', 'No MCP client found.', {
    hint: `Choose one with --client: ${CLIENTS.join(', ')}.`,
  });
}

/** A cloned repository could have put a link there, to any file of the person's. */
async function refuseLinkOut(file: string, project: string): Promise<void> {
  // Of a client that keeps its servers in the person's home, where links are the person's own.
  if (!file.startsWith(project + path.sep)) return;
  const root = await realpath(project);
  for (const place of [path.dirname(file), file]) {
    const isLink = await lstat(place).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    const real = isLink ? await realpath(place).catch(() => undefined) : undefined;
    if (isLink && real?.startsWith(root + path.sep) !== true) {
      throw new HallError('storage', `${place} is a link out of this folder.`, {
        hint: 'Remove the link, or print the entry with --print and add it yourself.',
      });
    }
  }
}

async function install(client: McpClient, file: string, entry: Launch): Promise<void> {
  const bytes = await readBytes(file, MAX_FILE_BYTES).catch((error: unknown) => {
    throw placeError(error, `read ${file}`, 'file');
  });
  if (bytes === 'too-large') throw createUnusableError(file, 'is too large');
  const before = decodeText(bytes ?? new Uint8Array());
  if (before === undefined) throw createUnusableError(file, 'is not UTF-8');
  const after = await withEntry(client, file, before, entry);
  if (after === undefined) return printMessage(`${client}: ${file} already has an entry "${ENTRY}", which was kept.`);
  try {
    // Another file takes its place, so the system would not ask.
    if (bytes !== undefined) await (await open(file, 'r+')).close();
    await mkdir(path.dirname(file), { recursive: true });
    await writeFileAtomic(file, after);
  } catch (cause) {
    throw placeError(cause, `write ${file}`, 'file');
  }
  await printResult(file);
  printMessage(`${client}: added "${ENTRY}".`);
}

export async function installServer(flags: InstallFlags): Promise<void> {
  await withHall(flags, {}, async ({ hall }) => {
    const places: Places = { project: hall.cwd, home: homeFolder(), env: hall.loaded.env };
    const machine = { env: places.env, cwd: places.project, version: packageVersion() };
    const entry = createLaunch(['mcp', ...listOptions(flags)], machine);
    let worst: ExitCode = EXIT.ok;
    for (const client of chooseClients(flags, places)) {
      try {
        const file = clientFile(client, places);
        if (flags.print === true) {
          printMessage(`${client}: ${file}`);
          await printResult(entryText(client, entry));
        } else {
          await refuseLinkOut(file, places.project);
          await install(client, file, entry);
        }
      } catch (error) {
        const code = await reportError(error, false);
        if (code > worst) worst = code;
      }
    }
    return worst;
  });
}
