// Judges the output of a program by the form that its settings describe.
import { defined } from '../../../domain/defined.ts';
import type { FailureCode } from '../../../domain/failures.ts';
import type { OutputReader } from '../../cli/cli-agent.ts';
import { classify } from '../../failures/classify.ts';
import { retryAfter } from '../../failures/service-failure.ts';
import type { ReplyFacts, Verdict } from '../../failures/verdict.ts';
import type { OutputOptions } from './options.ts';
import { answerInLine, readOutput } from './read-output.ts';

/** The part of an answer that a line shows, where the form lets it be told from everything else. */
function deltaOf(output: OutputOptions, line: string): string | undefined {
  if (output.format === 'text') return `${line}\n`;
  return output.format === 'jsonl' && output.collect === 'join' ? answerInLine(output, line) : undefined;
}

export function createReader(output: OutputOptions): OutputReader {
  const lines: string[] = [];

  function verdict({ end, stderrTail }: Parameters<OutputReader['verdict']>[0]): Verdict {
    const { answer, complete, error, usage, sessionId, reportedModel } = readOutput(output, lines.join('\n'));
    const facts: ReplyFacts = {
      ...defined({ usage, sessionId, reportedModel }),
    };
    const partial = answer === undefined ? {} : { partial: answer };
    const failed = (code: FailureCode, said: string) => ({
      ...{ status: 'failed' as const, code, said, ...retryAfter(code, said), facts },
    });
    if (error !== undefined) return failed(classify(error) ?? 'crashed', error);
    const clean = end.reason === 'exited' && end.code === 0;
    if (answer !== undefined && answer !== '' && (clean || complete))
      return { status: 'answered', text: answer, facts };
    if (!clean) {
      const code = end.reason === 'exited' ? classify(`${stderrTail}\n${answer ?? ''}`) : undefined;
      if (code === undefined) return { status: 'undecided', ...partial, facts };
      return { ...failed(code, stderrTail.trim().split('\n').at(-1) || (answer ?? '')), ...partial };
    }
    if (answer === '' || lines.every((line) => line.trim() === '')) return { status: 'failed', code: 'empty', facts };
    const why = 'It does not match the form that "output" in its settings describes.';
    return { status: 'failed', code: 'unreadable', why, facts };
  }

  return {
    line(line) {
      lines.push(line);
      return deltaOf(output, line);
    },
    settled: () => false,
    verdict,
  };
}
