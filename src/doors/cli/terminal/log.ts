// What a server or a worker says to whoever collects logs: one line of JSON for each thing, with its time, its level, and the request
// that it is about.
import { toPrintable } from '../../../support/control-characters.ts';
import { currentRequest } from '../../../support/request-context.ts';

export const LOG_FORMS = ['json', 'text'] as const;
export type LogForm = (typeof LOG_FORMS)[number];
export type LogLevel = 'info' | 'warning' | 'error';
export type LogFields = object;

/** One line, with its line end. */
export function formatEntry(at: number, level: LogLevel, message: string, fields: LogFields = {}): string {
  // JSON has no member for what is undefined.
  const entry = { time: new Date(at).toISOString(), level, message, requestId: currentRequest().requestId, ...fields };
  return `${JSON.stringify(toPrintable(entry))}\n`;
}
