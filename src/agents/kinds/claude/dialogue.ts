// Talks to a claude that stays: each question is one line of JSON, each answer the same lines as those of one call.
import type { PictureType } from '../../../domain/pictures.ts';
import type { CallResult } from '../../failures/verdict.ts';
import { toMessage } from '../../pictures.ts';
import type { Dialogue } from '../../session/dialogue.ts';
import { writeUserLine } from './command.ts';
import type { ClaudeResult } from './parse.ts';
import { type ClaudeReader, createClaudeReader, type ReaderOptions } from './verdict.ts';

interface PendingQuestion {
  readonly reader: ClaudeReader;
  readonly onText: (delta: string) => void;
  readonly resolveVerdict: (verdict: CallResult) => void;
}

/** It stays, and says no more about this question. */
const NEVER_SETTLED = { end: { reason: 'stopped' }, stderrTail: '' } as const;

export function createClaudeDialogue(
  send: (line: string) => void,
  sees: readonly PictureType[],
  options: Omit<ReaderOptions, 'before'>,
): Dialogue {
  let asked: PendingQuestion | undefined;
  let before: ClaudeResult | undefined;
  return {
    sees: () => sees,
    readLine(text) {
      if (asked === undefined) return;
      const { reader, onText, resolveVerdict } = asked;
      const delta = reader.readLine(text);
      if (delta !== undefined) onText(delta);
      if (reader.result() === undefined && !reader.isSettled()) return;
      asked = undefined;
      before = reader.result() ?? before;
      resolveVerdict(reader.verdict(NEVER_SETTLED));
    },
    ask(question, onText) {
      const reader = createClaudeReader({ ...options, before });
      const verdict = new Promise<CallResult>((resolve) => {
        asked = { reader, onText, resolveVerdict: resolve };
      });
      send(writeUserLine(toMessage(question, sees)));
      return { verdict, hasStarted: reader.hasStarted, verdictAtExit: (ended) => reader.verdict(ended) };
    },
  };
}
