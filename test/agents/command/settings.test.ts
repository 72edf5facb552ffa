import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentKind } from '../../../src/agents/kinds/command/index.ts';

function issues(settings: unknown): string {
  const parsed = agentKind.options.safeParse(settings);
  return parsed.success ? '' : z.prettifyError(parsed.error);
}

const base = { argv: ['program'], prompt: 'stdin' };

test('an unknown placeholder is refused with the list of the known ones', () => {
  expect(issues({ ...base, argv: ['program', '{promt}'] })).toContain(
    'unknown placeholder {promt}; known: {prompt}, {promptFile}, {systemFile}, {model}, {effort}',
  );
  expect(issues({ ...base, argv: ['program', '{"json": {"a": 1}}'] })).toBe('');
});

test('the way of the request and its placeholder have to agree', () => {
  expect(issues({ ...base, argv: ['program', '{prompt}'] })).toContain('{prompt} belongs to');
  expect(issues({ ...base, prompt: 'argument' })).toContain('{prompt} belongs to');
  expect(issues({ ...base, prompt: 'file' })).toContain('{promptFile} belongs to');
  expect(issues({ ...base, argv: ['program', '{picture}'] })).toContain('{picture} belongs into a list');
  expect(issues({ ...base, argv: ['{model}'] })).toContain('cannot be a placeholder');
});

test.each([
  ['an unknown key', { colour: 'blue' }],
  ['a model that reads as an option', { model: '--yolo' }],
  ['a base address, which there is no common way to pass on', { baseUrl: 'http://localhost' }],
  ['a limit that is no number', { limits: { totalMs: 'long' } }],
  ['an empty program', { argv: [] }],
  ['a path with an empty part', { output: { format: 'json', path: 'a..b' } }],
  ['JSON without a path', { output: { format: 'json' } }],
  ['a broken pattern', { output: { format: 'text', errorPattern: '(' } }],
])('%s is refused', (_what, settings) => {
  expect(issues({ ...base, ...settings })).not.toBe('');
});

test.each(Object.entries(agentKind.builtIn))(
  'the built-in agent %s has valid settings and takes no seat unasked',
  (_name, builtIn) => {
    expect(issues(builtIn.settings)).toBe('');
    expect(builtIn.seatable).toBe(false);
  },
);

test('a limit of the settings leaves the defaults of the others', () => {
  expect(agentKind.options.parse({ ...base, limits: { idleMs: 0 } }).limits).toEqual({
    totalMs: 600_000,
    idleMs: 0,
    firstOutputMs: 180_000,
    maxOutputBytes: 20_971_520,
  });
});
