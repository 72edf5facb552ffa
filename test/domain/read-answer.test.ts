// Structured answers as models really write them: what is read out of each, and what is refused and why.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf, readAnswer } from '../../src/domain/answers/read-answer.ts';

const finding = z.object({ severity: z.enum(['P0', 'P1', 'P2']), title: z.string(), line: z.number().nullable() });
const review = z.object({ findings: z.array(finding) });
const moves = z.array(z.object({ point: z.number(), move: z.enum(['agree', 'challenge']) }));
const argument = z.object({ claim: z.string(), grounds: z.array(z.string()), attacks: z.array(z.string()) });

const A = { severity: 'P0', title: 'Lost update', line: 12 };
const B = { severity: 'P2', title: 'Typo', line: null };
const a = JSON.stringify(A);
const b = JSON.stringify(B);
const fenced = (text: string, label = 'json', mark = '```') => `${mark}${label}\n${text}\n${mark}`;
const pretty = (value: unknown) => JSON.stringify(value, null, 2);

interface Shape {
  readonly name: string;
  readonly text: string;
  readonly findings: readonly unknown[];
  readonly repairs: readonly string[];
}

const words = 'taken out of the words around it';
const fence = 'taken out of a code fence';

const readable: readonly Shape[] = [
  { name: 'plain', text: `{"findings":[${a},${b}]}`, findings: [A, B], repairs: [] },
  {
    name: 'plain and pretty, with line ends of Windows',
    text: pretty({ findings: [A] }).replaceAll('\n', '\r\n'),
    findings: [A],
    repairs: [],
  },
  { name: 'plain and empty', text: ' {"findings": []}\n', findings: [], repairs: [] },
  { name: 'a fence', text: fenced(pretty({ findings: [A] })), findings: [A], repairs: [fence] },
  { name: 'a fence without a label', text: fenced(`{"findings":[${a}]}`, ''), findings: [A], repairs: [fence] },
  { name: 'a fence of tildes', text: fenced(`{"findings":[${a}]}`, 'json', '~~~'), findings: [A], repairs: [fence] },
  {
    name: 'a fence with words around',
    text: `I looked at the diff.\n\n${fenced(`{"findings":[${a}]}`)}\n\nLet me know!`,
    findings: [A],
    repairs: [fence],
  },
  {
    name: 'a fence that is never closed',
    text: `\`\`\`json\n{"findings":[${a}]}\n`,
    findings: [A],
    repairs: [fence, 'a code fence that is never closed was closed'],
  },
  {
    name: 'an empty list in a fence',
    text: `Nothing wrong here.\n${fenced('{"findings": []}')}`,
    findings: [],
    repairs: [fence],
  },
  {
    name: 'other code in a fence before',
    text: `${fenced('if (a) { return [1, 2]; }', 'ts')}\n${fenced(`{"findings":[${a}]}`)}`,
    findings: [A],
    repairs: [fence],
  },
  {
    name: 'words around',
    text: `Here is my review: {"findings":[${a}]} I hope it helps.`,
    findings: [A],
    repairs: [words],
  },
  {
    name: 'braces in the words',
    text: `With {foo} and function() {} in mind: {"findings":[${a}]} (see {bar}).`,
    findings: [A],
    repairs: [words],
  },
  {
    name: 'footnotes and links',
    text: `As [1] says and [the docs](x) too:\n{"findings":[${a}]}\n[1] a book []`,
    findings: [A],
    repairs: [words],
  },
  {
    name: 'a form in the words',
    text: `As {"findings": [...]}:\n${fenced(`{"findings":[${a}]}`)}`,
    findings: [A],
    repairs: [fence],
  },
  {
    name: 'a type in the words',
    text: `type Review = { findings: Finding[] };\n{"findings":[${a}]}`,
    findings: [A],
    repairs: [words],
  },
  {
    name: 'trailing commas',
    text: '{"findings":[{"severity":"P0","title":"Lost update","line":12,},],}',
    findings: [A],
    repairs: ['a trailing comma was dropped'],
  },
  {
    name: 'comments',
    text: `{\n  // mine\n  "findings": [/* worst first */ ${a}]\n}`,
    findings: [A],
    repairs: ['comments were left out'],
  },
  {
    name: 'a byte order mark',
    text: `\uFEFF{"findings":[${a}]}`,
    findings: [A],
    repairs: ['a byte order mark was dropped'],
  },
  {
    name: 'curly quotes',
    text: '{“findings”: [{“severity”: “P0”, “title”: “Lost update”, “line”: 12}]}',
    findings: [A],
    repairs: ['curly quotes were read as straight ones'],
  },
  {
    name: 'a line break in a string',
    text: '{"findings":[{"severity":"P0","title":"Lost\nupdate","line":12}]}',
    findings: [{ ...A, title: 'Lost\nupdate' }],
    repairs: ['a line break or tab inside a string was kept'],
  },
  {
    name: 'brackets and fences in a string',
    text: `{"findings":[{"severity":"P0","title":"}] \`\`\` {\\"findings\\":[]}","line":12}]}`,
    findings: [{ ...A, title: '}] ``` {"findings":[]}' }],
    repairs: [],
  },
  {
    name: 'an object around',
    text: `{"result":{"findings":[${a}]}}`,
    findings: [A],
    repairs: ['taken out of "result"'],
  },
  {
    name: 'an object around that says that there is nothing',
    text: '{"result":{"findings":[]}}',
    findings: [],
    repairs: ['taken out of "result"'],
  },
  {
    name: 'the list as a string',
    text: JSON.stringify({ findings_json: `[${a}]` }),
    findings: [A],
    repairs: ['taken out of "findings_json"', 'a list on its own was taken for "findings"'],
  },
  {
    name: 'JSON in a JSON string',
    text: JSON.stringify(`{"findings":[${a}]}`),
    findings: [A],
    repairs: ['taken out of a JSON string'],
  },
  {
    name: 'a list at the top',
    text: `[${a},${b}]`,
    findings: [A, B],
    repairs: ['a list on its own was taken for "findings"'],
  },
  {
    name: 'a list around the object',
    text: `[{"findings":[${a}]}]`,
    findings: [A],
    repairs: ['taken out of a list of one'],
  },
  {
    name: 'one entry a line',
    text: `${a}\n${b}\n`,
    findings: [A, B],
    repairs: [words, 'single entries were put into one list'],
  },
  {
    name: 'one entry in each fence',
    text: `${fenced(a)}\nand\n${fenced(b)}`,
    findings: [A, B],
    repairs: [fence, 'single entries were put into one list'],
  },
  { name: 'a single entry', text: a, findings: [A], repairs: ['a single entry was put into a list'] },
  {
    name: 'a draft and a final answer',
    text: `Draft: {"findings":[${a}]}\nFinal: {"findings":[${a},${b}]}`,
    findings: [A, B],
    repairs: [words, 'the last of 2 different answers that fit was taken'],
  },
  {
    name: 'the same answer twice',
    text: `{"findings":[]}\n${fenced('{"findings": []}')}`,
    findings: [],
    repairs: [fence],
  },
  {
    name: 'an object of something else first',
    text: `{"status":"done"}\n{"findings":[${a}]}`,
    findings: [A],
    repairs: [words],
  },
  {
    name: 'an object of something else last',
    text: `{"findings":[${a}]}\n{"status":"done"}`,
    findings: [A],
    repairs: [words],
  },
  {
    name: 'one of its entries quoted in the words',
    text: `The worst is ${a}.\n${fenced(`{"findings":[${b},${a}]}`)}`,
    findings: [B, A],
    repairs: [fence],
  },
  {
    name: 'a draft that does not fit, then one that does',
    text: `{"findings":[{"severity":"high"}]}\nCorrected:\n{"findings":[${a}]}`,
    findings: [A],
    repairs: [words],
  },
  {
    name: 'an answer that a brace in front of it would make a comment',
    text: `{//{"findings":[${a},${b}]}\n${a}`,
    findings: [A, B],
    repairs: [words],
  },
  { name: 'keys that were not asked for', text: `{"reviewer":"me","findings":[${a}]}`, findings: [A], repairs: [] },
];

const cutOff = 'the JSON ends before it is complete';
const outside = 'the answer: there are entries outside of its list; give one answer that has them all';

const unreadable: readonly { name: string; text: string; issues: readonly string[] }[] = [
  { name: 'nothing', text: '', issues: ['there is no JSON in the answer'] },
  { name: 'words only', text: 'I found no issues in this diff.', issues: ['there is no JSON in the answer'] },
  {
    name: 'words with braces',
    text: 'Use {foo} or function() {} or [] or `{}`.',
    issues: ['there is no JSON in the answer'],
  },
  {
    name: 'code that returns an empty list',
    text: fenced('function findings() { return [] }', 'js'),
    issues: ['there is no JSON in the answer'],
  },
  { name: 'cut off in the middle', text: `{"findings":[${a},{"severity":"P1","ti`, issues: [cutOff] },
  { name: 'cut off after an entry', text: `{"findings":[${a}`, issues: [cutOff] },
  { name: 'cut off in a fence', text: `\`\`\`json\n{"findings":[${a},`, issues: [cutOff] },
  {
    name: 'cut off and the fence closed',
    text: `\`\`\`json\n{"findings":[${a},\n\`\`\`\n`,
    issues: ['the JSON cannot be read: in line 3 what stands there is no JSON value'],
  },
  { name: 'an empty draft, then cut off', text: `{"findings":[]}\n{"findings":[${a}`, issues: [cutOff] },
  {
    name: 'entries left out with dots',
    text: `{"findings":[${a}, ...]}`,
    issues: ['the JSON cannot be read: in line 1 what stands there is no JSON value'],
  },
  {
    name: 'quotes not escaped',
    text: `{"findings":[{"severity":"P0","title":"a "bad" one","line":1},${a}]}`,
    issues: ['the JSON cannot be read: in line 1 a comma or "}" is missing'],
  },
  {
    name: 'quotes of Python',
    text: "{'findings': []}",
    issues: ['the JSON cannot be read: in line 1 a string in double quotes is missing'],
  },
  {
    name: 'keys without quotes',
    text: '{findings: []}',
    issues: ['the JSON cannot be read: in line 1 a string in double quotes is missing'],
  },
  {
    name: 'a key twice',
    text: `{"findings":[${a}],"findings":[]}`,
    issues: ['the JSON cannot be read: in line 1 the key "findings" is there twice'],
  },
  {
    name: 'an escape that is none',
    text: '{"findings":[{"severity":"P0","title":"\\d+","line":1}]}',
    issues: ['the JSON cannot be read: in line 1 a string has an escape in it that JSON does not know'],
  },
  { name: 'the key is missing', text: '{"summary":"all good"}', issues: ['findings: is missing'] },
  { name: 'an empty object', text: '{}', issues: ['findings: is missing'] },
  { name: 'null for the list', text: '{"findings":null}', issues: ['findings: must be a list, not null'] },
  { name: 'a sentence for the list', text: '{"findings":"none"}', issues: ['findings: must be a list, not a string'] },
  {
    name: 'an empty list at the top',
    text: '[]',
    issues: ['findings: is missing; an empty list on its own does not say what it is a list of'],
  },
  { name: 'an empty list of something else', text: '{"dismissed":[]}', issues: ['findings: is missing'] },
  { name: 'an error message', text: '{"error":{"message":"overloaded"}}', issues: ['findings: is missing'] },
  {
    name: 'wrong values',
    text: '{"findings":[{"severity":"high","title":"x","line":"12"}]}',
    issues: ['findings[0].severity: must be one of P0, P1, P2', 'findings[0].line: must be a number, not a string'],
  },
  {
    name: 'wrong values in a list at the top',
    text: `[${a},{"severity":"P1","line":null}]`,
    issues: ['findings[1].title: is missing'],
  },
  {
    name: 'one entry a line and one of them wrong',
    text: `${a}\n{"severity":"P1"}`,
    issues: ['findings[1].title: is missing', 'findings[1].line: is missing'],
  },
  {
    name: 'an empty draft, then an answer that does not fit',
    text: '{"findings":[]}\n{"findings":[{"severity":"P0"}]}',
    issues: ['findings[0].title: is missing', 'findings[0].line: is missing'],
  },
  {
    name: 'an answer that does not fit, then an empty one',
    text: '{"findings":[{"severity":"P0","title":"x"}]}\n{"findings":[]}',
    issues: ['findings[0].line: is missing'],
  },
  {
    name: 'a full answer, then an empty one',
    text: `{"findings":[${a}]}\n{"findings":[]}`,
    issues: ['the answer: a list is empty in one answer and not in another; give one answer only'],
  },
  { name: 'an empty answer, then entries outside of it', text: `{"findings":[]}\n[${a}]`, issues: [outside] },
  {
    name: 'an answer, then a single entry that is not in it',
    text: `{"findings":[${a}]}\n${b}`,
    issues: ['findings: is missing'],
  },
  { name: 'two lists', text: `${fenced(`[${a}]`)}\n${fenced(`[${b}]`)}`, issues: [outside] },
  {
    name: 'entries that are commented out',
    text: `{"findings":[\n// ${a}\n]}`,
    issues: ['the JSON cannot be read: in line 2 a comment has JSON in it'],
  },
  {
    name: 'an empty answer after something broken',
    text: `{"findings":[${a}, oops]}\n{"findings":[]}`,
    issues: ['the JSON cannot be read: in line 1 what stands there is no JSON value'],
  },
  {
    name: 'nested beyond reason',
    text: `{"findings":${'['.repeat(200)}${']'.repeat(200)}}`,
    issues: ['the JSON cannot be read: in line 1 it is nested too deeply'],
  },
];

describe('messy answers', () => {
  it.each(readable)('are read: $name', ({ text, findings, repairs }) => {
    expect(readAnswer(text, review)).toEqual({ ok: true, value: { findings }, repairs });
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
  ...'{}[]":,/*\\`~\n “”\'a1-'.split(''),
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
      { numRuns: 3000 },
    );
  });

  it('never makes the reading throw', () => {
    fc.assert(
      fc.property(signs, (text) => {
        const read = readAnswer(text, review);
        if (!read.ok) expect(read.issues.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
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
  ])(
    'of 1 MB of %j is read in time',
    (piece) => {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
      const started = performance.now();
      expect(readAnswer(text, review).ok).toBe(false);
      expect(performance.now() - started).toBeLessThan(10_000);
    },
    20_000,
  );
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
    expect(jsonSchemaOf(schema)).toEqual({
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
    expect(() => jsonSchemaOf(schema)).toThrow('The schema of an answer');
  });
});
