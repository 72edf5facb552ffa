// Structured answers as models really write them: what is read out of each, and what is refused and why.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '../../src/domain/answers/read-answer.ts';
import { toJsonSchema } from '../../src/domain/answers/schema.ts';
import { inCampaign, sample, times } from '../support/campaign.ts';
import { cpuSeconds, MUCH_TOO_LONG_S } from '../support/cpu-time.ts';
import { A, B, fenced, finding, pretty, readable, review, unreadable } from './messy-answers.ts';

const moves = z.array(z.object({ point: z.number(), move: z.enum(['agree', 'challenge']) }));
const argument = z.object({ claim: z.string(), grounds: z.array(z.string()), attacks: z.array(z.string()) });

describe('messy answers', () => {
  it.each(readable)('are read: $name', ({ text, findings, repairs, beside, apart }) => {
    expect(readAnswer(text, review)).toEqual({ ok: true, value: { findings }, repairs, beside, apart });
  });

  it.each(unreadable)('are refused: $name', ({ text, issues }) => {
    expect(readAnswer(text, review)).toEqual({ ok: false, issues });
  });

  it('may be a list where a list is wanted, alone, wrapped, or one entry', () => {
    const value = [{ point: 1, move: 'agree' }];
    const json = JSON.stringify(value);
    expect(readAnswer(json, moves)).toEqual({ ok: true, value, repairs: [] });
    expect(readAnswer(`{"moves":${json}}`, moves)).toEqual({ ok: true, value, repairs: ['taken out of "moves"'] });
    expect(readAnswer(json.slice(1, -1), moves)).toMatchObject({ ok: true, value });
    expect(readAnswer('[]', moves)).toEqual({ ok: true, value: [], repairs: [] });
    expect(readAnswer('{"moves":[]}', moves)).toMatchObject({ ok: false });
    expect(readAnswer('I return [] here', moves)).toMatchObject({ ok: false });
  });

  it('are not guessed at when a schema has several lists', () => {
    const full = { claim: 'c', grounds: ['g'], attacks: [] };
    expect(readAnswer(fenced(pretty(full)), argument)).toMatchObject({ ok: true, value: full });
    expect(readAnswer('["g"]', argument)).toEqual({ ok: false, issues: ['the answer: must be an object, not a list'] });
  });
});

describe('an empty list', () => {
  it.each([
    ['a default', z.object({ findings: z.array(finding).default([]), summary: z.string().optional() })],
    ['a fallback', z.object({ findings: z.array(finding).catch([]), summary: z.string().optional() })],
  ])('is never invented by %s of the schema', (_, schema) => {
    expect(readAnswer('{"summary":"fine"}', schema)).toEqual({ ok: false, issues: ['findings: is missing'] });
    expect(readAnswer('{"findings":[{"severity":"high"}]}', schema)).toMatchObject({ ok: false });
    expect(readAnswer('{"findings":[]}', schema)).toEqual({ ok: true, value: { findings: [] }, repairs: [] });
  });

  it('needs an object that has something to do with the schema', () => {
    const schema = z.object({ summary: z.string().default('') });
    expect(readAnswer('{"error":"overloaded"}', schema)).toEqual({
      ok: false,
      issues: ['the answer: has none of the keys summary'],
    });
  });
});

describe('issues', () => {
  it('are at most twelve, none of them long', () => {
    const many = { findings: Array.from({ length: 40 }, () => ({ severity: 'x', title: 'x', line: 1 })) };
    const read = readAnswer(JSON.stringify(many), review);
    expect(read.ok ? [] : read.issues).toHaveLength(12);
    const long = readAnswer(`{"${'x'.repeat(5_000)}":1,"${'x'.repeat(5_000)}":2}`, z.record(z.string(), z.number()));
    expect(long.ok ? '' : long.issues.join()).toMatch(/^the JSON cannot be read: in line 1 the key "x{100,300}…$/);
  });

  it('tell of limits, unions and keys that are not wanted', () => {
    const schema = z.strictObject({
      title: z.string().min(3),
      scores: z.array(z.number().min(-1).max(1)).min(1),
      target: z.union([z.object({ kind: z.literal('claim'), id: z.number() }), z.literal('none')]),
    });
    const text = '{"title":"x","scores":[2],"target":{"kind":"claim","id":"1"},"extra":1}';
    expect(readAnswer(text, schema)).toEqual({
      ok: false,
      issues: [
        'title: must have at least 3 characters',
        'scores[0]: must be at most 1',
        'target.id: must be a number, not a string',
        'the answer: has keys that are not wanted: extra',
      ],
    });
  });
});

const anyAnswer = fc.oneof(
  fc.array(fc.jsonValue(), { minLength: 1 }),
  fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
);
const anything = z.unknown();
const prose = fc.string({ unit: fc.constantFrom('a', 'Z', ' ', '.', '\n', '(', ')', ':', "'", '!', 'é') });

const sign = fc.constantFrom(
  ...'{}[]":,/*\\`~\n “”\'a01+-.'.split(''),
  '"findings"',
  'null',
  '```',
  '{"findings":[',
  ']}',
);
const signs = fc.array(sign, { maxLength: 60 }).map((all) => all.join(''));

describe('any JSON', () => {
  it('is the same again after words, fences and comments around it', () => {
    fc.assert(
      fc.property(anyAnswer, prose, prose, fc.nat(3), fc.boolean(), (value, before, after, dress, spaced) => {
        const json = JSON.stringify(value, null, spaced ? 2 : undefined);
        // Between words, a list of numbers is a footnote.
        if (/^[[{][\s\d,.-]*[\]}]$/.test(json)) return;
        const text = [
          json,
          fenced(json, ''),
          `${before}\n${fenced(json)}\n${after}`,
          `${before} ${json[0]}/* first */${json.slice(1, -1)}// last\n${json.at(-1)} ${after}`,
        ][dress];
        const read = readAnswer(text ?? '', anything);
        expect(read.ok && read.value).toEqual(JSON.parse(json));
      }),
    );
  });

  it('is refused when the end is missing', () => {
    fc.assert(
      fc.property(anyAnswer, fc.nat(), fc.boolean(), (value, cut, inFence) => {
        const json = JSON.stringify(value, null, 1);
        const part = json.slice(0, cut % json.length);
        expect(readAnswer(inFence ? `\`\`\`json\n${part}` : part, anything)).toMatchObject({ ok: false });
      }),
    );
  });

  it('is refused wherever the answer is cut off, with a fence closed behind it or not', () => {
    const json = pretty({ findings: [A, B, A] });
    for (let length = 0; length < json.length; length += 1) {
      const part = json.slice(0, length);
      expect(readAnswer(part, review).ok, part).toBe(false);
      expect(readAnswer(fenced(part), review).ok, part).toBe(false);
      expect(readAnswer(`Mine:\n${part}\n\nThat is all.`, review).ok, part).toBe(false);
    }
  });

  it('with entries never comes out without any, whatever stands around it', () => {
    fc.assert(
      fc.property(signs, signs, fc.boolean(), (before, after, inFence) => {
        const json = JSON.stringify({ findings: [A, B] });
        const read = readAnswer(`${before}${inFence ? fenced(json) : json}${after}`, review);
        if (read.ok) expect(read.value.findings.length).toBeGreaterThan(0);
      }),
      { numRuns: times(3000, 375) },
    );
  });

  it.each(['+0', '+1', '+12', '+1.5', '+00', '+01', '+007', '+0.50', '+', '+.5', '+1.', '++1', '+-1', '+1e2'])(
    'is read or refused with %s in it, and in a list in the words before it',
    (number) => {
      const isNumber = /^\+(?:0|[1-9]\d*)(?:\.\d+)?$/.test(number);
      const json = `{"findings":[{"severity":"P0","title":"Lost update","line":${number}}]}`;
      const read = readAnswer(json, review);
      expect(read.ok && read.value.findings).toEqual(isNumber && [{ ...A, line: Number(number) }]);
      const after = readAnswer(`Call [${number}] or see below.\n${JSON.stringify({ findings: [A] })}`, review);
      expect(after).toMatchObject({ ok: true, value: { findings: [A] } });
    },
  );

  it('never makes the reading throw', () => {
    fc.assert(
      fc.property(signs, (text) => {
        const read = readAnswer(text, review);
        if (!read.ok) expect(read.issues.length).toBeGreaterThan(0);
      }),
      { numRuns: times(2000, 250) },
    );
  });

  it
    .runIf(inCampaign)
    .each(
      sample(
        [
          '{',
          '[',
          '{"',
          '["a",',
          '[/*',
          '{"a":',
          '{"findings":[',
          '{}',
          '[1] ',
          '{“',
          "{'a':",
          '```\n{',
          '{"a":1}\n',
          '`',
        ],
        4,
      ),
    )('of megabytes of %j is read in time', async (piece) => {
    const text = piece.repeat(Math.ceil(times(2_000_000, 250_000) / piece.length));
    const cost = await cpuSeconds(() => expect(readAnswer(text, review).ok).toBe(false));
    expect(cost).toBeLessThan(MUCH_TOO_LONG_S);
  });
});

describe('the JSON Schema of an answer', () => {
  it('asks for every key and for no other, and puts limits into words', () => {
    const schema = z.object({
      kind: z.literal('review'),
      findings: z
        .array(
          z.object({
            severity: z.enum(['P0', 'P1']),
            line: z.int().min(1).nullable().describe('where it is'),
            note: z.string().min(2).max(80).default('none'),
          }),
        )
        .min(1),
      target: z.union([z.string(), z.object({ id: z.number() })]),
    });
    expect(toJsonSchema(schema)).toEqual({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['review'] },
        findings: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              severity: { type: 'string', enum: ['P0', 'P1'] },
              line: {
                anyOf: [{ type: 'integer', description: 'at least 1' }, { type: 'null' }],
                description: 'where it is',
              },
              note: {
                type: 'string',
                description: 'at least this many characters: 2; at most this many characters: 80',
              },
            },
            required: ['severity', 'line', 'note'],
            additionalProperties: false,
          },
          description: 'at least this many entries: 1',
        },
        target: {
          anyOf: [
            { type: 'string' },
            { type: 'object', properties: { id: { type: 'number' } }, required: ['id'], additionalProperties: false },
          ],
        },
      },
      required: ['kind', 'findings', 'target'],
      additionalProperties: false,
    });
  });

  it.each([
    ['a list at the top', moves],
    ['a record', z.object({ scores: z.record(z.string(), z.number()) })],
    ['a tuple', z.object({ pair: z.tuple([z.string(), z.string()]) })],
  ])('does not exist for %s', (_, schema) => {
    expect(() => toJsonSchema(schema)).toThrow('The schema of an answer');
  });
});
