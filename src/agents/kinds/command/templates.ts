// Agents that come with the hall as settings of the command kind. Written from public documentation; none has been
// tried with the real program, so none takes a seat unasked and a probe says so.
import type * as z from 'zod';
import type { optionsSchema } from './options.ts';

type Template = z.input<typeof optionsSchema>;

export const TEMPLATES: Readonly<Record<string, Template>> = {
  // https://github.com/google-antigravity/antigravity-cli/issues/76 and /318: the flags; early versions print nothing
  // unless they write to a terminal, which shows here as an empty answer. The limit: https://hexdocs.pm/agy/agy.epub
  agy: {
    argv: ['agy', '--sandbox', '--print-timeout', '10m', '-p', '{prompt}'],
    prompt: 'argument',
    output: { format: 'text' },
    vendor: 'google',
    versionArgs: ['--version'],
    verified: false,
  },

  // https://opencode.ai/docs/cli and /docs/permissions; the events as in
  // https://docs.rs/orch-cli/0.88.4/orch/engine/runner/agents/opencode/
  opencode: {
    argv: ['opencode', 'run', '--format', 'json', ['--model', '{model}']],
    prompt: 'stdin',
    output: {
      format: 'jsonl',
      path: 'part.text',
      when: { type: 'text' },
      collect: 'join',
      errorPath: 'error',
      sessionPath: 'sessionID',
      usage: { inputTokens: 'part.tokens.input', outputTokens: 'part.tokens.output', costUsd: 'part.cost' },
    },
    // By default it allows every tool.
    env: { OPENCODE_CONFIG_CONTENT: '{"permission":{"edit":"deny","bash":"deny","webfetch":"deny"}}' },
    inheritEnv: ['OPENCODE_*', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
    versionArgs: ['--version'],
    verified: false,
  },

  // https://qwenlm.github.io/qwen-code-docs/en/users/features/headless
  qwen: {
    argv: ['qwen', '--output-format', 'stream-json', ['--model', '{model}']],
    prompt: 'stdin',
    output: {
      format: 'jsonl',
      path: 'result',
      when: { type: 'result' },
      errorPath: 'is_error',
      sessionPath: 'session_id',
      usage: { inputTokens: 'usage.input_tokens', outputTokens: 'usage.output_tokens' },
    },
    inheritEnv: ['OPENAI_*', 'DASHSCOPE_API_KEY', 'QWEN_*'],
    vendor: 'alibaba',
    versionArgs: ['--version'],
    verified: false,
  },

  // https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-programmatic-reference; a request on standard
  // input as in /how-tos/copilot-cli/automate-copilot-cli/run-cli-programmatically
  copilot: {
    argv: ['copilot', '-s', '--no-ask-user', '--deny-tool=shell', '--deny-tool=write', ['--model={model}']],
    prompt: 'stdin',
    output: { format: 'text' },
    inheritEnv: ['COPILOT_*', 'GH_TOKEN', 'GITHUB_TOKEN'],
    vendor: 'github',
    versionArgs: ['--version'],
    verified: false,
  },

  // https://docs.cursor.com/cli/reference/output-format; the read-only mode and --trust: https://cheatsheets.zip/cursor-cli
  'cursor-agent': {
    argv: [
      'cursor-agent',
      '-p',
      '--mode=ask',
      '--trust',
      '--output-format',
      'json',
      ['--model', '{model}'],
      '{prompt}',
    ],
    prompt: 'argument',
    output: { format: 'json', path: 'result', errorPath: 'is_error', sessionPath: 'session_id' },
    inheritEnv: ['CURSOR_*'],
    vendor: 'cursor',
    versionArgs: ['--version'],
    verified: false,
  },

  // https://ollama.com/blog/thinking for --hidethinking; the model has to be installed, so it has to be named.
  ollama: {
    argv: ['ollama', 'run', '--hidethinking', '{model}'],
    prompt: 'stdin',
    output: { format: 'text' },
    inheritEnv: ['OLLAMA_*'],
    versionArgs: ['--version'],
    verified: false,
  },
};
