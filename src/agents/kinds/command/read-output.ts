// Finds the answer in what a program printed, in the form that its settings describe.
import { stripVTControlCharacters } from 'node:util';
import { defined } from '../../../domain/defined.ts';
import type { Usage } from '../../../domain/event-parts.ts';
import { parseJson } from '../../../domain/parse-json.ts';
import { MICRO } from '../../../domain/words/format-figures.ts';
import { readUsage, reportedDollars, reportedTokens } from '../../usage.ts';
import type { OutputOptions } from './options.ts';

type JsonOutput = Exclude<OutputOptions, { format: 'text' }>;

export interface OutputReading {
  /** `undefined` when the output does not have the described form. */
  readonly answer: string | undefined;
  /** What the program itself says went wrong. */
  readonly error?: string;
  /** The form of the output shows that the answer is all there, even if the program then died. */
  readonly complete: boolean;
  readonly usage?: Usage;
  readonly sessionId?: string;
  readonly reportedModel?: string;
}

function getValueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.')) {
    if (Array.isArray(current) && /^-?\d+$/.test(key)) current = current.at(Number(key));
    else if (typeof current === 'object' && current !== null && Object.hasOwn(current, key)) {
      current = (current as Record<string, unknown>)[key];
    } else return undefined;
  }
  return current;
}

/** The JSON documents in a text, with or without lines of other talk around them, which may begin with a bracket, too. */
function* findDocuments(text: string): Generator<unknown> {
  const whole = parseJson(text);
  if (whole !== undefined) return yield whole;
  const start = text.search(/^[[{]/m);
  if (start === -1) return;
  yield parseJson(text.slice(start));
  const lines = text.split('\n');
  let first: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (/^[[{]/.test(line)) {
      first = index;
      yield parseJson(line);
    } else if (first !== undefined && /^[}\]]/.test(line)) {
      yield parseJson(lines.slice(first, index + 1).join('\n'));
      first = undefined;
    }
  }
}

/** The one with the answer, or else with an error. */
function findDocument({ path, errorPath }: Extract<JsonOutput, { format: 'json' }>, text: string): unknown {
  const documents = [...findDocuments(text)];
  return (
    documents.find((document) => typeof getValueAt(document, path) === 'string') ??
    documents.find((document) => errorPath !== undefined && isError(getValueAt(document, errorPath))) ??
    documents.find((document) => document !== undefined)
  );
}

/** What a line of JSONL adds to the answer; `undefined` when it adds nothing. */
export function readAnswerInLine(
  output: Extract<OutputOptions, { format: 'jsonl' }>,
  line: string,
): string | undefined {
  return readAnswer(output, parseJson(line));
}

function readAnswer(output: Extract<OutputOptions, { format: 'jsonl' }>, document: unknown): string | undefined {
  const fits = Object.entries(output.when).every(([path, wanted]) => getValueAt(document, path) === wanted);
  const answer = fits ? getValueAt(document, output.path) : undefined;
  return typeof answer === 'string' ? answer : undefined;
}

function isError(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}

function readError(value: unknown, answer: string | undefined): string {
  if (typeof value === 'string') return value;
  if (value === true) return answer ?? 'no reason given';
  return JSON.stringify(value);
}

/** Session, model and usage, from the last document that has them. */
function readDetails(output: JsonOutput, documents: readonly unknown[]): Partial<OutputReading> {
  const at = (path: string | undefined) =>
    path && documents.map((document) => getValueAt(document, path)).findLast((value) => value !== undefined);
  const text = (path: string | undefined) => {
    const value = at(path);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const tokens = (path: string | undefined) => reportedTokens.parse(at(path));
  const dollars = reportedDollars.parse(at(output.usage.costUsd));
  const usage = readUsage({
    inputTokens: tokens(output.usage.inputTokens),
    cachedInputTokens: tokens(output.usage.cachedInputTokens),
    outputTokens: tokens(output.usage.outputTokens),
    costMicroUsd: dollars === undefined ? undefined : dollars * MICRO,
  });
  return defined({
    usage: Object.keys(usage).length === 0 ? undefined : usage,
    sessionId: text(output.sessionPath),
    reportedModel: text(output.modelPath),
  });
}

function joinAnswers(output: JsonOutput, documents: readonly unknown[]): string | undefined {
  if (output.format === 'json') {
    const answer = getValueAt(documents[0], output.path);
    return typeof answer === 'string' ? answer : undefined;
  }
  const answers = documents.map((document) => readAnswer(output, document)).filter((answer) => answer !== undefined);
  return output.collect === 'join' && answers.length > 0 ? answers.join('') : answers.at(-1);
}

function readText(output: Extract<OutputOptions, { format: 'text' }>, stdout: string): OutputReading {
  const answer = stripVTControlCharacters(stdout).trim();
  const found = output.errorPattern === undefined ? null : new RegExp(output.errorPattern).exec(answer);
  return { answer, complete: false, ...(found === null ? {} : { error: answer }) };
}

export function readOutput(output: OutputOptions, stdout: string): OutputReading {
  if (output.format === 'text') return readText(output, stdout);
  const documents = (
    output.format === 'json' ? [findDocument(output, stdout)] : stdout.split('\n').map(parseJson)
  ).filter((document) => document !== undefined);
  const answer = joinAnswers(output, documents)?.trim();
  const { errorPath } = output;
  const failed =
    errorPath === undefined ? [] : documents.filter((document) => isError(getValueAt(document, errorPath)));
  const error = errorPath === undefined ? undefined : getValueAt(failed.at(-1), errorPath);
  return {
    answer,
    complete: answer !== undefined && (output.format === 'json' || output.collect === 'last'),
    ...(isError(error) ? { error: readError(error, answer) } : {}),
    ...readDetails(output, documents),
  };
}
