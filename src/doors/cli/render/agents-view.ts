// The agents, and the check of one of them, as tables.
import { countNoun, formatCount, formatDuration } from '../../../domain/words/format-figures.ts';
import type { AgentCheck } from '../../../hall/operations/setup/agent-check/agent-check.ts';
import type { SurveyedAgent } from '../../../hall/operations/setup/survey-agents.ts';
import { type Colours, nameCommands } from '../terminal/io.ts';

function describeState({ usable, unchecked, answer, failure, login }: SurveyedAgent, colours: Colours): string {
  if (!usable) return `${colours.dim('–')} ${failure?.message ?? 'not ready'}`;
  if (answer === undefined && unchecked !== null) return '? not checked';
  if (answer === undefined) return colours.green(login === 'unknown' ? '✓ ready, if logged in' : '✓ ready');
  if (answer.ok) return colours.green(`✓ answered in ${formatDuration(answer.durationMs)}`);
  return colours.red(`✗ ${answer.failure.message}`);
}

function describeSandbox({ usable, sandbox }: SurveyedAgent): string | undefined {
  if (!usable || sandbox === null) return undefined;
  return sandbox === 'none' ? 'no sandbox' : 'in a sandbox';
}

const describeSight = ({ usable, pictures }: SurveyedAgent) =>
  usable && pictures === true ? 'sees pictures' : undefined;

export function agentLines(agents: readonly SurveyedAgent[], colours: Colours): string[] {
  // Templates of programs that are not here are only worth a line together.
  const absent = ({ seatable, failure }: SurveyedAgent) => !seatable && failure?.code === 'not-installed';
  const listed = agents.filter((agent) => !absent(agent));
  const others = agents.filter(absent).map(({ name }) => name);
  const untried = agents.some(({ usable, login, answer }) => usable && login !== null && answer === undefined);
  const width = Math.max(...listed.map(({ name }) => name.length));
  return [
    ...listed.flatMap((agent) => [
      `${colours.bold(agent.name.padEnd(width))}  ${[describeState(agent, colours), agent.version, describeSandbox(agent), describeSight(agent)].filter(Boolean).join('  ')}`,
      ...(agent.usable ? [...agent.notes, agent.unchecked ?? []].flat() : []).map(
        (note) => `${' '.repeat(width)}  ${colours.dim(nameCommands(note))}`,
      ),
    ]),
    ...(others.length === 0 ? [] : [colours.dim(`Not installed: ${others.join(', ')}`)]),
    ...(untried
      ? [
          colours.dim(
            nameCommands(
              'To check that logins work, run "debate-hall doctor --probe"; it asks each agent one question.',
            ),
          ),
        ]
      : []),
  ];
}

const KINDS_OF_CALLS = ['shell', 'read', 'write', 'fetch'] as const;

const USAGE = {
  question: 'for each question',
  sum: 'as a sum since the session began; if its kind is acp, set "countsTokens": "session"',
  none: 'not at all',
};

const CUT = {
  noticed: 'a failure',
  'asked-again': 'it asked again and gave the whole answer',
  'taken-for-whole': 'given as a whole answer',
};

const DIALECTS: Readonly<Record<string, string>> = {
  anthropic: "Anthropic's Messages",
  openai: "OpenAI's Responses",
  'openai-chat': "OpenAI's Chat Completions",
  gemini: "Google's generateContent",
};

/** `bad`: it must not fill a seat because of it. `dear`: it costs tokens, or mixes in what the hall did not give it. */
type Row = readonly [state: 'good' | 'dear' | 'bad', name: string, message: string];

function listRows({ seen, sandbox }: AgentCheck): Row[] {
  const { failure, tools, executed, sentFiles, requestsPerQuestion, afterTools, cutAnswer, cancelMs } = seen;
  if (failure !== null) {
    const lacks: Row = [
      'dear',
      'sandbox',
      'it ran in one: name what it needs besides its own files in "visible" of its settings',
    ];
    return [['bad', 'answer', failure.message], ...(sandbox === 'bubblewrap' ? [lacks] : [])];
  }
  if (requestsPerQuestion === 0) return [['bad', 'requests', 'none to the model on this machine']];
  const keys = sentFiles.filter((file) => /\.ssh|\.env/.test(file));
  const instructions = sentFiles.filter((file) => !keys.includes(file));
  const refused = KINDS_OF_CALLS.filter((what) => !executed.includes(what)).join(', ');
  const ran = executed.length === 0 ? `none (${refused})` : executed.join(', ');
  const afterwards = afterTools === null ? '' : `; then no answer: ${afterTools.message}`;
  return [
    ['good', 'answer', `after ${formatDuration(seen.firstAnswerMs)}, by ${DIALECTS[seen.dialect ?? '']}`],
    [
      tools.length === 0 ? 'good' : 'dear',
      'tools declared',
      tools.length === 0 ? 'none' : `${tools.length}: ${tools.join(', ')}`,
    ],
    [
      executed.length > 0 ? 'bad' : afterTools === null ? 'good' : 'dear',
      'tools executed',
      tools.length === 0 ? 'none to call' : ran + afterwards,
    ],
    [keys.length === 0 ? 'good' : 'bad', 'keys sent', keys.join(', ') || 'none'],
    [instructions.length === 0 ? 'good' : 'dear', 'files sent', instructions.join(', ') || 'none'],
    [
      seen.ownCharacters < 2_000 ? 'good' : 'dear',
      'own prompt',
      `${formatCount(seen.ownCharacters)} characters beyond ours`,
    ],
    [requestsPerQuestion === 1 ? 'good' : 'dear', 'requests', `${requestsPerQuestion} for a question`],
    [seen.usage === 'question' ? 'good' : 'dear', 'tokens reported', USAGE[seen.usage]],
    [
      seen.staysForDebate ? 'good' : 'dear',
      'session',
      seen.staysForDebate ? 'one program for the debate' : 'a start for each question',
    ],
    ...(cutAnswer === null
      ? []
      : [[cutAnswer === 'taken-for-whole' ? 'bad' : 'good', 'answer cut off', CUT[cutAnswer]] as const]),
    [
      cancelMs === null ? 'dear' : 'good',
      'cancel',
      cancelMs === null ? 'it was not asked, or did not end' : `after ${formatDuration(cancelMs)}`,
    ],
  ];
}

export function checkLines(check: AgentCheck, colours: Colours): string[] {
  const { agent, version, problems, seen } = check;
  const marks = { good: colours.green('✓'), dear: colours.dim('!'), bad: colours.red('✗') };
  const passed = problems.length === 0;
  return [
    `${colours.bold([agent, version].filter(Boolean).join(' '))}, checked in ${formatDuration(seen.durationMs)} against a model on this machine`,
    '',
    ...listRows(check).map(([state, name, message]) => `${marks[state]} ${name.padEnd(16)}${message}`),
    '',
    passed
      ? colours.green('Passed: seats fill themselves with this version and these settings.')
      : colours.red(`Not passed (${countNoun(problems.length, 'problem')}): ${problems.join('; ')}.`),
  ];
}
