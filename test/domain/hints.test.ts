// Every next step in the sources, as each door says it. What a command and an option is comes from the reference of the commands.
import { readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES, type ErrorCode, HallError } from '../../src/domain/failures/errors.ts';
import { FAILURES, getRemedy } from '../../src/domain/failures/failures.ts';
import { writeOffTerminal } from '../../src/domain/failures/hints.ts';
import { offeredTools } from '../../src/doors/mcp/clients/offered-tools.ts';
import { errorBody } from '../../src/doors/mcp/errors.ts';
import { TOOL_NAMES } from '../../src/doors/mcp/tools/toolsets.ts';
import { toPageError } from '../../src/doors/web/page-error.ts';
import { inCi } from '../support/campaign.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REFERENCE = readFileSync(`${ROOT}docs/reference/commands.md`, 'utf8');
const COMMANDS = new Set([...REFERENCE.matchAll(/^#{2,3} ([a-z-]+)/gm)].map(([, name]) => name));
const OPTIONS = new Set(REFERENCE.match(/(?<![\w-])--[a-z-]+/g));

/** What a person has to do at a terminal, whatever client they use. */
const FOR_PEOPLE = /Ask the user to check it with "debate-hall verify"|"debate-hall trust add"/;

/** In place of what a hint says of this debate, this machine or this user. */
const VALUE = 'my--shell-agent';
/** Parts of hints that are typed themselves. */
const COMMAND = /^(?:write\w+Command|TRUST_COMMAND|howToCheck)/;
const OPTION = /^(?:flag$|every\(|LIMIT_FLAGS|FLAGS|options\.portFlag)/;

function fill(expression: string): string {
  if (COMMAND.test(expression)) return 'debate-hall resume x';
  return OPTION.test(expression) ? '--max-usd' : VALUE;
}

/** As a reader of the reference sees it: without what is the command line of another program. */
function namesOwn(text: string): boolean {
  const own = text.replace(/"(?:git|gh|openssl|ssh-keygen|createdb|npm) [^"]*"/g, '');
  const options = own.match(/--[a-z][a-z-]*/g) ?? [];
  const commands = [...own.matchAll(/debate-hall ([a-z]+)/g)].map(([, name]) => name);
  const names = [...options.filter((name) => OPTIONS.has(name)), ...commands.filter((name) => COMMANDS.has(name))];
  return names.length > 0 || /(?: the| own) shell[ .]|^Pipe /.test(text);
}

function readText(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const parts = node.templateSpans.map(({ expression, literal }) => fill(expression.getText()) + literal.text);
  return node.head.text + parts.join('');
}

const named = (node: ts.Node | undefined) => (node !== undefined && 'text' in node ? String(node.text) : '');

/** Where a value is a hint: a member or constant of that name, and what a function takes under it. */
function listHints(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const takes = new Map<string, number>([['createUnreadableError', 2]]);
  const found: string[] = [];
  const collect = (node: ts.Node): void => {
    const text = readText(node);
    if (text === undefined) ts.forEachChild(node, collect);
    else if (/^[A-Z]/.test(text) && text.includes(' ')) found.push(text);
  };
  const declare = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node)) {
      const at = node.parameters.findIndex(({ name }) => named(name) === 'hint');
      if (at !== -1) takes.set(named(node.name), at);
    }
    ts.forEachChild(node, declare);
  };
  const visit = (node: ts.Node): void => {
    if (
      (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
      /hint|^OTHERWISE$|^MEANINGS$|^MISFITS$|^HOW_TO_TRUST$/i.test(named(node.name))
    )
      ts.forEachChild(node, collect);
    else if (ts.isCallExpression(node)) {
      const at = takes.get(named(node.expression));
      const argument = at === undefined ? undefined : node.arguments[at];
      if (argument === undefined) ts.forEachChild(node, visit);
      else collect(argument);
    } else ts.forEachChild(node, visit);
  };
  declare(source);
  visit(source);
  return found;
}

/** Hints of the command line are said there alone. */
const listFiles = () =>
  readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.ts') && !path.startsWith('doors/cli/') && !path.startsWith('page/'));

const tools = offeredTools(TOOL_NAMES, TOOL_NAMES);
const sayToClient = (code: ErrorCode, hint: string) =>
  errorBody(new HallError(code, 'It failed.', { hint }), tools).next_step;

const sayOnPage = (hint: string) => toPageError(new HallError('bad-input', 'No.', { hint })).hint ?? '';

describe.runIf(inCi)('every next step', () => {
  const failures = Object.keys(FAILURES) as (keyof typeof FAILURES)[];
  const hints = [
    ...new Set([
      ...listFiles().flatMap((path) => listHints(`${ROOT}src/${path}`)),
      ...failures.flatMap((code) => [FAILURES[code].nextStep, getRemedy(code)]),
    ]),
  ];

  it('is found', () => {
    expect(hints.length).toBeGreaterThan(300);
    expect(hints.filter(namesOwn).length).toBeGreaterThan(70);
  });

  it('is marked for people at other doors exactly where it names a command or an option', () => {
    const marked = hints.filter((hint) => writeOffTerminal(hint) !== hint);
    expect(marked).toEqual(hints.filter(namesOwn));
    const [onPage, markedOnPage] = [hints.map(sayOnPage), /^In a terminal: /];
    expect(onPage.filter((said) => namesOwn(said.replace(markedOnPage, '')))).toEqual(
      onPage.filter((said) => markedOnPage.test(said)),
    );
  });

  it.each([
    ['List them with "debate-hall list".', 'List them with "Debates".'],
    ['Finish it first: debate-hall resume x', 'Finish it first: "Resume".'],
    ['Finish it first: debate-hall review --resume x', 'Finish it first: "Resume".'],
    [
      'Continue with a higher limit: debate-hall review --resume x --max-usd …; or close it with a decision: debate-hall close x …',
      'Continue with a higher limit: "Resume with a higher limit"; or close it with a decision: "Close with a decision".',
    ],
    ['Pass a higher one: --max-minutes …', 'Pass a higher one: "At most minutes".'],
    ['Pass them as --options "Rust,Go". "None" is possible.', 'Pass them as "Options". "None" is possible.'],
    ['Allow more for it with --max-usd <amount>.', 'In a terminal: Allow more for it with --max-usd <amount>.'],
    ['Pass the diff with --context - instead.', 'In a terminal: Pass the diff with --context - instead.'],
    ['Read it with "debate-hall show x".', 'Read it with "Transcript".'],
    ['Start one with "debate-hall review --fix".', 'In a terminal: Start one with "debate-hall review --fix".'],
  ])('is what the page calls it, where it has it: %s', (hint, said) => expect(sayOnPage(hint)).toBe(said));

  it.each(Object.keys(ERROR_CODES) as ErrorCode[])(
    'of the error %s reaches a client in words that it can follow',
    (code) => {
      for (const hint of hints) {
        const step = sayToClient(code, hint);
        if (namesOwn(hint)) expect(FOR_PEOPLE.test(step) || !namesOwn(step), `${hint} → ${step}`).toBe(true);
        else expect(step).toBe(hint);
      }
    },
  );
});
