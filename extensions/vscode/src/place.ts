// Where the command line is called: which program, in which folder.
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { type CallOptions, call, type Ended, succeed } from './command-line.ts';

export function programName(): string {
  return vscode.workspace.getConfiguration('debateHall').get<string>('command') || 'debate-hall';
}

/** The folder that the open document belongs to. */
export function openFolder(): string | undefined {
  const open = vscode.window.activeTextEditor?.document.uri;
  return open === undefined ? undefined : vscode.workspace.getWorkspaceFolder(open)?.uri.fsPath;
}

/** That folder, else the first of the window. */
export const workFolder = (): string | undefined => openFolder() ?? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;

/** Throws a sentence for a window without a folder, since debates are kept in one. */
export function requireFolder(): string {
  const folder = workFolder();
  if (folder === undefined) throw new Error('Open a folder first: debates are kept in it.');
  return folder;
}

/** The nearest folder above that holds a repository; the folder itself where there is none. */
export function repositoryRoot(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
    if (path.dirname(at) === at) return folder;
  }
}

/** Ledgers of a hall, or of one of its debates; a hall that is still to be made can only be watched from above. */
export function matchLedgers(folder: string, hall: string, id = '*'): vscode.RelativePattern {
  const below = path.relative(folder, hall).split(path.sep).join('/');
  const isInside = below !== '' && !below.startsWith('..') && !path.isAbsolute(below);
  return isInside
    ? new vscode.RelativePattern(vscode.Uri.file(folder), `${below}/${id}.jsonl`)
    : new vscode.RelativePattern(vscode.Uri.file(hall), `${id}.jsonl`);
}

type Options = Omit<CallOptions, 'command' | 'cwd'>;

export const callIn = async (cwd: string, args: readonly string[], options: Options = {}): Promise<Ended> =>
  await call(args, { ...options, cwd, command: programName() });

export const succeedIn = async (cwd: string, args: readonly string[], options: Options = {}): Promise<Ended> =>
  await succeed(args, { ...options, cwd, command: programName() });

export const outputIn = async (cwd: string, args: readonly string[], options: Options = {}): Promise<string> =>
  (await succeedIn(cwd, args, options)).stdout;
