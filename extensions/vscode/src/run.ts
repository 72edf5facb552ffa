// Runs a debate with its progress in a notification, which can cancel it.
import * as vscode from 'vscode';
import { describeEnd, describeProblem, type Ended, EXIT, Refused } from './command-line.ts';
import { inform, warn, withoutLinks } from './notices.ts';
import { callIn } from './place.ts';
import { progressText, readEvent } from './program-data.ts';

export interface RunRequest {
  readonly title: string;
  readonly folder: string;
  readonly command: 'run' | 'review' | 'resume';
  readonly args?: readonly string[];
  readonly input?: string;
}

export interface RunResult {
  /** `undefined` when no debate was opened. */
  readonly threadId: string | undefined;
  readonly ended: Ended;
  /** By whoever watched it here. */
  readonly isCancelled: boolean;
}

/** Throws `Refused` when the program opened no debate and says why. */
export async function runDebate({ title, folder, command, args = [], input }: RunRequest): Promise<RunResult> {
  const location = vscode.ProgressLocation.Notification;
  return await vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    let threadId: string | undefined;
    const onLine = (line: string) => {
      const event = readEvent(line);
      if (event === undefined) return;
      threadId ??= event.threadId;
      const message = progressText(event);
      if (message !== undefined) progress.report({ message: withoutLinks(message) });
    };
    const ended = await callIn(folder, [command, '--events', ...args], { input, signal: stop.signal, onLine });
    const isCancelled = stop.signal.aborted && ended.code === EXIT.cancelled;
    if (threadId === undefined && ended.code !== EXIT.ok && !isCancelled) throw new Refused(describeProblem(ended));
    return { threadId, ended, isCancelled };
  });
}

/** Says how a run ended in the words of the program, as a warning where it is not all that it could be; returns which button was pressed. */
export async function tellEnd<Button extends string>(
  title: string,
  { ended, isCancelled }: RunResult,
  ...buttons: readonly Button[]
): Promise<Button | undefined> {
  // Whoever cancelled knows.
  if (isCancelled) return undefined;
  const show = ended.code === EXIT.ok ? inform : warn;
  return await show(`${title}: ${describeEnd(ended)}`, ...buttons);
}
