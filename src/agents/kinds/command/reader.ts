// Judges the output of a program by the form that its settings describe.
import { defined } from '../../../domain/defined.ts';
import type { FailureCode } from '../../../domain/failures/failures.ts';
import type { OutputReader } from '../../cli/cli-description.ts';
import { classifyMessage } from '../../failures/classify-message.ts';
import { parseRetryAfter } from '../../failures/service-failure.ts';
import type { CallResult, ReplyFacts } from '../../failures/verdict.ts';
import type { OutputOptions } from './options.ts';
import { readAnswerInLine, readOutput } from './read-output.ts';

/** The part of an answer in a line, for output formats that mark answers. */
function readDelta(output: OutputOptions, line: string): string | undefined {
  if (output.format === 'text') return `${line}\n`;
  return output.format === 'jsonl' && output.collect === 'join' ? readAnswerInLine(output, line) : undefined;
}

export function createReader(output: OutputOptions): OutputReader {
  const lines: string[] = [];

  function verdict({ end, stderrTail }: Parameters<OutputReader['verdict']>[0]): CallResult {
    const { answer, complete, error, usage, sessionId, reportedModel } = readOutput(output, lines.join('\n'));
    const facts: ReplyFacts = {
      ...defined({ usage, sessionId, reportedModel }),
    };
    const partial = defined({ partial: answer });
    const failed = (code: FailureCode, message: string) => ({
      ...{ status: 'failed' as const, code, message, ...parseRetryAfter(code, message), facts },
    });
    if (error !== undefined) return failed(classifyMessage(error) ?? 'crashed', error);
    const clean = end.reason === 'exited' && end.code === 0;
    if (answer !== undefined && answer !== '' && (clean || complete))
      return { status: 'answered', text: answer, facts };
    if (!clean) {
      const code = end.reason === 'exited' ? classifyMessage(`${stderrTail}\n${answer ?? ''}`) : undefined;
      if (code === undefined) return { status: 'undecided', ...partial, facts };
      return { ...failed(code, stderrTail.trim().split('\n').at(-1) || (answer ?? '')), ...partial };
    }
    if (answer === '' || lines.every((line) => line.trim() === '')) return { status: 'failed', code: 'empty', facts };
    const explanation = 'It does not match the form that "output" in its settings describes.';
    return { status: 'failed', code: 'unreadable', explanation, facts };
  }

  return {
    readLine(line) {
      lines.push(line);
      return readDelta(output, line);
    },
    isSettled: () => false,
    verdict,
  };
}
