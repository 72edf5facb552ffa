// Structured answers that people write as lines with labels: no answer is lost on the way, and nothing that they write.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readAnswer } from '../../src/domain/answers/read-answer.ts';
import { listForms, type Node, wantedBy } from '../../src/domain/answers/wanted.ts';
import { readForPerson } from '../../src/formats/common/labelled/blank-form.ts';
import { readLabelled } from '../../src/formats/common/labelled/read-labelled.ts';
import { idText, oneOf, optionalList, optionalText, withOtherNames } from '../../src/formats/common/wording.ts';
import { times } from '../support/campaign.ts';
import { writeLabelled } from '../support/labelled.ts';

const FORMATS = path.join(import.meta.dirname, '../../src/formats');
const files = readdirSync(FORMATS, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[\w-]+.acts.[\w-]+\.ts$/.test(file),
);
const modules = await Promise.all(files.map(async (file) => [file, await import(path.join(FORMATS, file))] as const));
const ACTS = modules.flatMap(([file, exported]) =>
  Object.entries<{ readonly answer?: z.ZodType; readonly form?: z.ZodType }>(exported).flatMap(([name, act]) => {
    const schema = act?.answer ?? act?.form;
    return schema === undefined ? [] : [[`${file.split(path.sep)[0]}.${name}`, schema] as const];
  }),
);

const NASTY = [
  'Title: x',
  'Title: none',
  '- a',
  '- File: b',
  '1. b',
  '```',
  '~~~',
  '\\Title: y',
  '  \\- z',
  'Note: z',
  '  File: q',
  '**Title:** x',
  'Ｔｉｔｌｅ： x',
  '{"a": 1}',
  '',
  '   ',
  'none',
  '## Step: s',
  'Titel: t',
  'Заголовок: да',
  '\\',
  ':',
  'a\u2028Title: b',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 4 })
  .map((lines) =>
    lines
      .join('\n')
      .replace(/\r/g, '')
      .replace(/^[^\S\n]+$/gm, '')
      .trim(),
  )
  .filter((words) => words !== '' && !/^-?[\d.]+$/.test(words));

/** What a label takes that takes nothing else. */
const ALONE: Readonly<Record<string, fc.Arbitrary<string>>> = {
  id: fc.constantFrom('F1', '[p2.1]', 'prop_001a', 'Finding 3', 'C3 (Speaker 2)', 'F1 and F2'),
  path: fc.constantFrom('src/cart.ts', 'My notes.md', '`a`'),
};

function anyOf(node: Node, root: Node): fc.Arbitrary<unknown> {
  const all = listForms(node, root);
  const isClosed = all.some((form) => Array.isArray(form['enum']));
  const forms = all
    // A person says one of the words of a closed set, whatever is forgiven an agent.
    .filter((form) => !isClosed || form['type'] !== undefined)
    .map((form): fc.Arbitrary<unknown> => {
      const alone = ALONE[String(form['alone'] ?? node['alone'])];
      if (alone !== undefined) return alone;
      if (Array.isArray(form['enum'])) return fc.constantFrom(...form['enum']);
      switch (form['type']) {
        case 'object':
          return fc.record(
            Object.fromEntries(
              Object.entries((form['properties'] ?? {}) as Record<string, Node>).map(([key, inner]) => [
                key,
                anyOf(inner, root),
              ]),
            ),
          );
        case 'array':
          return fc.array(anyOf((form['items'] ?? {}) as Node, root), { maxLength: 3 });
        case 'null':
          return fc.constant(null);
        case 'boolean':
          return fc.boolean();
        case 'integer':
        case 'number':
          return fc.integer({
            min: Math.max(-9, Number(form['minimum'] ?? -9)),
            max: Math.min(99, Number(form['maximum'] ?? 99)),
          });
        default:
          return text;
      }
    });
  return fc.oneof(...forms);
}

/** What is left blank is not there. */
const withoutBlanks = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) =>
    inner === null || (Array.isArray(inner) && inner.length === 0) ? undefined : inner,
  );

describe('every answer', () => {
  it.each(ACTS)('of %s is the same in lines with labels', (_name, schema) => {
    fc.assert(
      fc.property(anyOf(wantedBy(schema).root, wantedBy(schema).root), (answer) => {
        const json = readAnswer(JSON.stringify(answer), schema);
        fc.pre(json.ok);
        const labelled = readLabelled(writeLabelled(answer as object), schema);
        expect(labelled).toMatchObject({ ok: true, repairs: [] });
        if (json.ok && labelled?.ok) expect(withoutBlanks(labelled.value)).toEqual(withoutBlanks(json.value));
      }),
      { numRuns: times(300, 25) },
    );
  });

  it('is looked for in all formats', () => {
    expect(new Set(ACTS.map(([name]) => name.split('.')[0]))).toEqual(
      new Set(['asymmetric', 'oxford', 'panel', 'plan', 'review']),
    );
  });
});

const LIST = z.object({ rows: z.array(z.object({ one: z.string(), two: z.string(), three: z.string() }).partial()) });

it('begins the next entry with each label that is set already', () => {
  const lines = fc.array(fc.tuple(fc.constantFrom('one', 'two', 'three'), fc.constantFrom('a', 'b c', 'd\ne')), {
    minLength: 1,
  });
  fc.assert(
    fc.property(lines, (said) => {
      const rows: Record<string, string>[] = [];
      for (const [key, words] of said) {
        const last = rows.at(-1);
        if (last === undefined || key in last) rows.push({ [key]: words });
        else last[key] = words;
      }
      const text = said.map(([key, words]) => `${key}: ${words}`).join('\n');
      expect(readLabelled(text, LIST)).toEqual({ ok: true, value: { rows }, repairs: [] });
    }),
    { numRuns: times(500, 50) },
  );
});

const finding = z.object({
  file: optionalText,
  line: z.int().nullable(),
  evidence: optionalText.meta({ verbatim: true }),
  title: withOtherNames(z.string(), 'headline'),
  severity: oneOf(['low', 'very_high']),
});
const REVIEW = z.object({
  summary: optionalText,
  findings: z.array(finding),
  weakest: z.object({ step: z.string(), sure: z.boolean() }).nullish(),
  open_questions: optionalList(z.string()),
});

const LOOSE = REVIEW.extend({ findings: z.array(finding.partial()) }).partial();

it('loses nothing of what is taken', () => {
  let count = 0;
  const label = fc.constantFrom(
    'Summary',
    'Findings',
    'File',
    'Line',
    'Evidence',
    'Title',
    'Severity',
    'Weakest',
    'Step',
    'Open questions',
    'Note',
  );
  const words = fc.constantFrom('', 'w0', 'w1', '7', 'low', 'none', '\\w');
  const line = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(label, words).map(([name, said]) => `${name}: ${said}`) },
    fc.constantFrom('', 't0', '  t1', '- t2', '* t3', '```', '> t4', '\\Title: t5'),
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 9 }), (lines) => {
      const read = readLabelled(lines.join('\n'), LOOSE);
      if (read?.ok !== true) return;
      count += 1;
      const kept = JSON.stringify(read.value);
      for (const each of lines) for (const [word] of each.matchAll(/[wt]\d/g)) expect(kept).toContain(word);
      expect([...kept.matchAll(/[wt]\d/g)]).toHaveLength([...lines.join('\n').matchAll(/[wt]\d/g)].length);
    }),
    { numRuns: times(5_000, 300) },
  );
  expect(count).toBeGreaterThan(30);
});

const ONE = { file: null, line: null, evidence: null, title: 'A', severity: 'low' };
const taken = (...findings: object[]) => ({ findings: findings.map((each) => ({ ...ONE, ...each })) });
const HEAD = 'Title: A\nSeverity: low\n';

const TAKEN: readonly (readonly [what: string, text: string, value: object])[] = [
  ['a list of objects', `${HEAD}Title: B\nSeverity: low`, taken({}, { title: 'B' })],
  ['labels in any order', 'Severity: low\nTitle: A', taken({})],
  ['a label of the list', `Findings:\n${HEAD}Findings:\n${HEAD}`, taken({}, {})],
  ['an empty list', 'Findings: none\nSummary: All is well.', { findings: [], summary: 'All is well.' }],
  ['a blank form that is filled in', `Findings:\nFile:\nLine:\n${HEAD}Open questions:`, taken({})],
  ['bold labels', '**Title:** A\n__Severity__: low', taken({})],
  [
    'bullets and numbers before labels',
    '- Title: A\n  Severity: low\n2. Title: B\n   Severity: low',
    taken({}, { title: 'B' }),
  ],
  ['headings', '## Findings:\n### Title: A\nSeverity: low', taken({})],
  ['bold words behind a label', '**Title**: **A**\nSeverity: low', taken({ title: '**A**' })],
  ['labels in any case', 'TITLE: A\nseverity : Low', taken({})],
  ['full-width characters', 'Ｔｉｔｌｅ：A\nSeverity：ｌｏｗ', taken({})],
  ['another name of a key', 'Headline: A\nSeverity: low', taken({})],
  ['words of a closed set', 'Title: A\nSeverity: **Very high**.', taken({ severity: 'very_high' })],
  ['a number', `${HEAD}Line: 12`, taken({ line: 12 })],
  ['a yes', `${HEAD}Weakest:\nStep: S1\nSure: yes`, { ...taken({}), weakest: { step: 'S1', sure: true } }],
  ['CRLF and a byte order mark', '\uFEFFTitle: A\r\nSeverity: low\r\n', taken({})],
  [
    'other scripts',
    'Title: Цикл кончается\n早い: 終わる\nSeverity: low',
    taken({ title: 'Цикл кончается\n早い: 終わる' }),
  ],
  ['several lines and blank lines', `${HEAD}File: a\n\nb\n  c\n\n`, taken({ file: 'a\n\nb\n  c' })],
  ['a word with a colon that is no label', `${HEAD}File: a\nNote: b`, taken({ file: 'a\nNote: b' })],
  ['a label as text behind a backslash', `${HEAD}File: a\n\\Title: b`, taken({ file: 'a\nTitle: b' })],
  ['any other backslash', `${HEAD}File: a\n\\begin{b}`, taken({ file: 'a\n\\begin{b}' })],
  ['labels in a fence', `${HEAD}File:\n\`\`\`\nTitle: b\n\`\`\``, taken({ file: '```\nTitle: b\n```' })],
  ['a fence that is never closed', `File:\n\`\`\`\n${HEAD}`, taken({ file: '```' })],
  ['a fence around it all', `\`\`\`text\n${HEAD}\`\`\``, taken({})],
  ['code with keys in a quotation', `${HEAD}Evidence: {\n  title: 1,\n}`, taken({ evidence: '{\n  title: 1,\n}' })],
  [
    'a list with bullets',
    `${HEAD}Open questions:\n- Who?\n  And who else?\n- When?`,
    { ...taken({}), open_questions: ['Who?\n  And who else?', 'When?'] },
  ],
  ['a list without bullets', `${HEAD}Open questions: Who?\nWhen?`, { ...taken({}), open_questions: ['Who?', 'When?'] }],
  [
    'a list in two places',
    `Open questions: Who?\n${HEAD}Open questions: When?`,
    { ...taken({}), open_questions: ['Who?', 'When?'] },
  ],
  ['JSON', '{"findings": [{"title": "A", "severity": "low"}]}', taken({})],
  ['JSON among words', 'Here it is:\n```json\n{"findings": [{"title": "A", "severity": "low"}]}\n```', taken({})],
  [
    'JSON in a quotation',
    `${HEAD}Evidence: {"title": "x", "severity": "low"}`,
    taken({ evidence: '{"title": "x", "severity": "low"}' }),
  ],
];

const REFUSED: readonly (readonly [what: string, text: string, issue: string])[] = [
  ['words alone', 'All is well.', 'there are neither lines with labels nor JSON'],
  ['words before the first label', `My review\n${HEAD}`, 'Line 1 has no label: "My review".'],
  [
    'words behind a list of objects',
    `${HEAD}Findings: one more\nTitle: B\nSeverity: low`,
    'Line 3: what belongs to "Findings" comes below it, with labels.',
  ],
  ['words below a label of objects', `Findings:\nThey are many.\n${HEAD}`, 'Line 2 has no label: "They are many.".'],
  [
    'a misspelt label',
    'Title: A\nServerity: low',
    'Line 2: "Serverity" is not a label. Did you mean "Severity"? Text that begins like a label needs a "\\" before it.',
  ],
  ['a key that is missing', 'Severity: low\nFile: a', 'findings[0].title: is missing'],
  ['a list that is missing', 'Summary: All is well.', 'findings: is missing'],
  ['a word that is none of the set', 'Title: A\nSeverity: huge', 'findings[0].severity: must be one of low, very_high'],
  [
    'what is no number',
    `${HEAD}Line: near the end`,
    'Line 3: "Line" takes a number and nothing else. Write other words under another label.',
  ],
  [
    'a label that is there twice',
    `Summary: a\nSummary: b\n${HEAD}`,
    'Line 2: "Summary" is there twice. Text that begins like a label needs a "\\" before it.',
  ],
  [
    'a label between two entries',
    `${HEAD}\nFile: b\nTitle: B\nSeverity: low`,
    'Line 5: "File" above may belong to this entry or to the one before; move it to its own.',
  ],
  ['a blank form', 'Findings:\nFile:\nTitle:\nSeverity:\nOpen questions:\n- ', 'nothing is written behind the labels'],
];

describe('a person may write', () => {
  it.each(TAKEN)('%s', (_what, text, value) => {
    const read = readForPerson(text, REVIEW);
    expect(read).toMatchObject({ ok: true });
    if (read.ok) expect(withoutBlanks(read.value)).toEqual(withoutBlanks(value));
  });
});

describe('is sent back:', () => {
  it.each(REFUSED)('%s', (_what, text, issue) => {
    expect(readForPerson(text, REVIEW)).toEqual({ ok: false, issues: [issue] });
  });
});

const FORM = z.object({
  summary: optionalText,
  rows: z.array(
    z.object({
      title: z.string(),
      line: z.unknown().meta({ type: ['integer', 'null'] }),
      size: z.number().nullish(),
      file: optionalText.meta({ alone: 'path' }),
      id: idText.nullish(),
      ids: z.array(idText).nullish(),
      level: z
        .string()
        .meta({ enum: ['P0', 'P1'] })
        .nullish(),
      kind: oneOf(['claim_attack', 'warrant_attack']).nullish(),
      sure: z.boolean().nullish(),
    }),
  ),
});

const KINDS: readonly (readonly [label: string, words: string, what: string, isOneLine: boolean])[] = [
  ['Line', '3', 'a number', true],
  ['Line', 'L12', 'a number', true],
  ['Line', 'lines 12-14', 'a number', true],
  ['Size', '7', 'a number', true],
  ['Size', '7.', 'a number', true],
  ['File', 'src/cart.ts', 'one path', false],
  ['Id', 'F1', 'an ID', true],
  ['Id', '**Finding 3**', 'an ID', true],
  ['Ids', 'F1', 'an ID', true],
  ['Ids', 'F1, F2 and F3', 'an ID', true],
  ['Level', 'P1', 'one of P0, P1', true],
  ['Level', '[p1]', 'one of P0, P1', true],
  ['Kind', 'Claim attack', 'one of claim attack, warrant attack', true],
  ['Sure', 'yes', 'yes or no', true],
];
const BEHIND = [
  ' only on Windows',
  ', only on Windows',
  ': it crashes',
  ' - it crashes',
  ' (it crashes)',
  '. It crashes.',
  ' только тут',
  ' 我们',
];
const BELOW = [
  'This happens only on Windows.',
  'Note: see ticket 7.',
  '- See there',
  '> quoted',
  '\\Title: x',
  '```\nx\n```',
  'Это важно.',
  '这很重要。',
];

describe.each(KINDS)('a label that takes one thing alone, %s: %s', (label, words, what, isOneLine) => {
  const refused = (line: number) =>
    `Line ${line}: "${label}" takes ${what} and nothing else. Write other words under another label.`;
  const read = (text: string) => readForPerson(`Title: A\n${label}: ${words}${text}`, FORM);

  it('has it', () => {
    expect(read('')).toMatchObject({ ok: true });
    expect(read('\n')).toMatchObject({ ok: true });
    expect(readForPerson(`Title: A\n${label}:\n${words}`, FORM)).toMatchObject({ ok: true });
  });

  it.runIf(isOneLine).each(BEHIND)('sends back what stands behind it: %j', (more) => {
    expect(read(more)).toMatchObject({ ok: false, issues: [refused(2)] });
  });

  it.each(BELOW)('sends back what stands below it: %j', (more) => {
    for (const gap of ['\n', '\n\n']) {
      const { ok, issues = [] } = read(gap + more) as { ok: boolean; issues?: readonly string[] };
      expect([ok, issues[0]?.replace(/\d+/, String(gap.length + 2))]).toEqual([false, refused(gap.length + 2)]);
    }
  });

  it('is followed by any other label', () => {
    expect(read('\nSummary: All is well.')).toMatchObject({ ok: true, value: { summary: 'All is well.' } });
    expect(read('\n\nTitle: B')).toMatchObject({ ok: true, value: { rows: [{ title: 'A' }, { title: 'B' }] } });
  });
});
