// Agents that come with the hall as settings of the command kind. Those without `tested` were written from public documentation,
// and none of them was ever tried with the real program.
import type * as z from 'zod';
import type { optionsSchema } from './options.ts';

export const TEMPLATES: Readonly<Record<string, z.input<typeof optionsSchema>>> = {
  // https://github.com/google-antigravity/antigravity-cli/issues/76 and /318: the flags; early versions print nothing
  // unless they write to a terminal, which shows here as an empty answer. The limit: https://hexdocs.pm/agy/agy.epub
  agy: {
    argv: ['agy', '--sandbox', '--print-timeout', '10m', '-p', '{prompt}'],
    prompt: 'argument',
    output: { format: 'text' },
    vendor: 'google',
    versionArgs: ['--version'],
  },

  // The list of models is a file of its home.
  pi: {
    argv: [
      ...(['pi', '-p', '--mode', 'json', '--no-session', '--no-tools', '--no-extensions', '--no-skills'] as const),
      ...['--no-prompt-templates', '--no-themes', '--no-context-files', '--offline'],
      ...[['--model', '{model}'], '--system-prompt', '{systemFile}'],
    ],
    prompt: 'stdin',
    output: {
      format: 'jsonl',
      path: 'message.content.-1.text',
      // One that broke off, was cut at a limit or was cancelled has another reason.
      when: { type: 'message_end', 'message.role': 'assistant', 'message.stopReason': 'stop' },
      errorPath: 'message.errorMessage',
      modelPath: 'message.model',
      usage: {
        inputTokens: 'message.usage.input',
        outputTokens: 'message.usage.output',
        cachedInputTokens: 'message.usage.cacheRead',
        costUsd: 'message.usage.cost.total',
      },
    },
    login: ['~/.pi/agent/auth.json'],
    visible: ['~/.pi/agent/models.json', '~/.pi/agent/settings.json'],
    inheritEnv: ['PI_*', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
    versionArgs: ['--version'],
    tested: ['0.74.2', '1.6.0'],
    loopback: {
      model: 'check/model',
      files: {
        '.pi/agent/models.json': JSON.stringify({
          providers: {
            check: {
              baseUrl: '{url}',
              api: 'anthropic-messages',
              apiKey: 'worth-nothing-here',
              models: [{ id: 'model', name: 'model', input: ['text'], contextWindow: 200_000, maxTokens: 8_000 }],
            },
          },
        }),
      },
    },
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
  },

  // https://ollama.com/blog/thinking for --hidethinking; the model has to be installed, so it has to be named.
  ollama: {
    argv: ['ollama', 'run', '--hidethinking', '{model}'],
    prompt: 'stdin',
    output: { format: 'text' },
    inheritEnv: ['OLLAMA_*'],
    versionArgs: ['--version'],
  },
};
