// Answers that say the right thing in the wrong form: what is read out of them, what is said about it, and what is left alone.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '../../src/domain/answers/read-answer.ts';
import { isOfUnread } from '../../src/domain/answers/unread.ts';
import { challengeSchema } from '../../src/formats/asymmetric/answers.ts';
import { readForPerson } from '../../src/formats/common/labelled/blank-form.ts';

const note = z.object({
  level: z.string().meta({ enum: ['low', 'high'], otherNames: ['priority'] }),
  text: z.string().meta({ otherNames: ['description'] }),
  page: z.number().int().nullable(),
  quote: z
    .string()
    .nullable()
    .default(null)
    .meta({ verbatim: true, otherNames: ['snippet'] }),
});
const schema = z.object({
  notes: z.array(note).meta({ otherNames: ['remarks'] }),
  open_questions: z.array(z.string()).nullable().default(null),
});
const NOTE = { level: 'low', text: 'One', page: 1, quote: null };

const read = (answer: unknown) => readAnswer(JSON.stringify(answer), schema);

describe('an answer in the wrong form', () => {
  it.each<[string, unknown, unknown, readonly string[]]>([
    ['a key is missing', { level: 'low', text: 'One' }, { page: null }, ['notes[].page was missing and read as null']],
    [
      'keys have other names',
      { Priority: 'low', description: 'One', page: 1 },
      {},
      ['notes[].Priority was read as "level"', 'notes[].description was read as "text"'],
    ],
    ['a text is a number', { ...NOTE, text: 12 }, { text: '12' }, ['notes[].text: a number was read as text']],
    ...([' 7 ', '+7', '７', '7.', 'Page 7', 'page: 7', 'PAGE #7'] as const).map(
      (page): [string, unknown, unknown, readonly string[]] => [
        `a number is the text ${JSON.stringify(page)}`,
        { ...NOTE, page },
        { page: 7 },
        ['notes[].page: a text was read as a number'],
      ],
    ),
    [
      'a number is a text with a minus sign',
      { ...NOTE, page: '−7' },
      { page: -7 },
      ['notes[].page: a text was read as a number'],
    ],
    [
      'a text is a list',
      { ...NOTE, text: ['One', 'Two'] },
      { text: 'One\nTwo' },
      ['notes[].text: a list was read as text'],
    ],
  ])('is read when %s', (_, written, expected, repairs) => {
    expect(read({ notes: [written] })).toEqual({
      ok: true,
      value: { notes: [{ ...NOTE, ...(expected as object) }], open_questions: null },
      repairs,
    });
  });

  it.each<[string, unknown, readonly string[], string]>([
    [
      'objects',
      [{ question: 'Why?' }, { question: 'How?', owner: 'Ada' }, 'Who?'],
      ['Why?', 'question: How?; owner: Ada', 'Who?'],
      '[]: an object was read as text',
    ],
    ['numbers', [1, 2], ['1', '2'], '[]: a number was read as text'],
    ['one text', 'Why?', ['Why?'], ': a text was read as a list'],
    ['an object', { cost: 'How much?' }, ['cost: How much?'], ': an object was read as a list'],
    [
      'an object by number',
      { 1: 'A?', item_2: 'B?', 'Question 3': 'C?' },
      ['A?', 'B?', 'C?'],
      ': an object was read as a list',
    ],
  ])('is read when a list of texts has %s', (_, given, expected, repair) => {
    expect(read({ notes: [NOTE], open_questions: given })).toEqual({
      ok: true,
      value: { notes: [NOTE], open_questions: expected },
      repairs: [`open_questions${repair}`],
    });
  });

  it.each(['', ' ', '-', 'none', 'None.', 'N/A', '(null)', 'keine', 'なし。', 'لا يوجد', false])(
    'is read when an optional list is %j',
    (said) => {
      const read = readAnswer(JSON.stringify({ notes: [NOTE], open_questions: said }), schema);
      expect(read).toMatchObject({ ok: true, value: { open_questions: null } });
    },
  );

  it.each<[string, unknown, unknown]>([
    ['its one entry', NOTE, [NOTE]],
    ['its one entry under other names', { priority: 'low', description: 'One', page: '1' }, [NOTE]],
    [
      'its entries by what each lacks',
      { One: { level: 'low', page: 1 }, Two: { level: 'high', page: null } },
      [NOTE, { ...NOTE, level: 'high', text: 'Two', page: null }],
    ],
    ['its entries by number', { '1': NOTE, item_2: { ...NOTE, text: 'Two' } }, [NOTE, { ...NOTE, text: 'Two' }]],
    ['its entries by what each says, too', { One: NOTE }, [NOTE]],
  ])('is read when a list of objects is %s', (_, notes, expected) => {
    expect(read({ notes })).toMatchObject({
      ok: true,
      value: { notes: expected },
      repairs: expect.arrayContaining(['notes: an object was read as a list']),
    });
  });

  it.each(['**notes**', '`notes`', 'Notes:', ' notes ', 'ｎｏｔｅｓ', 'notes\u200b', 'note'])(
    'is read when its list is under %j',
    (key) => expect(read({ [key]: [NOTE] })).toMatchObject({ ok: true, value: { notes: [NOTE] } }),
  );

  it.each<[string, object, string]>([
    ['an optional list', { notes: [NOTE], still_open_questions: ['Why?'] }, '"still_open_questions"'],
    ['what may be null', { notes: [{ ...NOTE, page: undefined, side: 7 }] }, 'notes[]: "side"'],
    ['what is there otherwise', { notes: [{ ...NOTE, Level: 'high' }] }, 'notes[]: "Level"'],
    ['the same of a final one', { notes: [{ ...NOTE, finalLevel: 'high' }] }, 'notes[]: "finalLevel"'],
    ['the same of a revised one', { notes: [{ ...NOTE, 'Revised page': 2 }] }, 'notes[]: "Revised page"'],
    ['more of a list', { notes: [NOTE], other_notes: [{ ...NOTE, text: 'Two' }] }, '"other_notes"'],
    ['a list elsewhere', { notes: [{ ...NOTE, open_questions: ['Why?'] }] }, 'notes[]: "open_questions"'],
  ])('says that it has something which may be %s', (_, written, key) => {
    const answer = read(written);
    const { repairs } = answer as Extract<typeof answer, { ok: true }>;
    expect(repairs.filter(isOfUnread)).toEqual([expect.stringContaining(`${key} was not read: it `)]);
  });

  it.each([
    { notes: [NOTE], remark: 'Nothing else.' },
    { notes: [{ ...NOTE, side: 7 }] },
    { notes: [{ ...NOTE, page: undefined, id: 7, side: 'left' }] },
    { notes: [{ ...NOTE, page: undefined, side: null }], still_open_questions: [] },
    { notes: [{ ...NOTE, Level: 'low' }] },
    { notes: [{ ...NOTE, final_level: ' Low' }] },
    { notes: [{ ...NOTE, level_reason: 'It is rare.' }] },
    { notes: [{ ...NOTE, page_id: 2, text_id: 'T1' }] },
  ])('says nothing of more in %j', (written) => {
    const answer = read(written);
    expect(answer.ok && answer.repairs.filter(isOfUnread)).toEqual([]);
  });

  it('says so of three keys at most, and shortens them', () => {
    const keys = Array.from({ length: 500 }, (_, index) => [`page ${index} ${'x'.repeat(500)}`, index]);
    const answer = read({ notes: [{ ...NOTE, page: undefined, ...Object.fromEntries(keys) }] });
    const unread = answer.ok ? answer.repairs.filter(isOfUnread) : [];
    expect([unread.length, unread.every((each) => each.length < 130)]).toEqual([3, true]);
  });

  it('may be in several objects that have each a part', () => {
    const questions = { open_questions: ['Why?'] };
    for (const parts of [
      [{ notes: [NOTE] }, questions],
      [questions, { notes: [NOTE] }],
    ]) {
      const text = parts.map((part) => `\`\`\`json\n${JSON.stringify(part)}\n\`\`\``).join('\nand\n');
      expect(readAnswer(text, schema)).toEqual({
        ok: true,
        value: { notes: [NOTE], ...questions },
        repairs: ['taken out of a code fence', '2 parts were put into one answer'],
      });
    }
    const both = `${JSON.stringify({ notes: [NOTE], ...questions })}\n${JSON.stringify({ open_questions: ['How?'] })}`;
    expect(readAnswer(both, schema)).toMatchObject({ ok: false });
  });

  it('is read when an object is a list of one, and what is true or false a text', () => {
    const schema = z.object({ weakest: z.object({ step: z.string(), isNew: z.boolean() }) });
    const value = { weakest: { step: 'P2.1', isNew: true } };
    expect(readAnswer('{"weakest":[{"step":"P2.1","isNew":"true"}]}', schema)).toMatchObject({ ok: true, value });
    expect(readAnswer('{"weakest":[{"step":"P2.1","isNew":"yes"}]}', schema)).toMatchObject({ ok: false });
  });

  it.each(['1-2', '1/2', '+/-1', '7 or 8', 'Pages 7', 'seven', '7%', '1e3', ''])(
    'is refused when a number is %j',
    (page) => {
      expect(read({ notes: [{ ...NOTE, page }] })).toMatchObject({ ok: false });
    },
  );

  it('keeps a quotation as it was written, or is refused', () => {
    const quote = '  1.0\t= x ';
    expect(read({ notes: [{ ...NOTE, page: '1', quote: undefined, snippet: quote }] })).toMatchObject({
      value: { notes: [{ quote }] },
    });
    for (const wrong of [1.0, ['a', 'b'], { text: 'a' }, true]) {
      expect(read({ notes: [{ ...NOTE, quote: wrong }] })).toMatchObject({
        ok: false,
        issues: [expect.stringMatching(/^notes\[0\]\.quote: must be a string/)],
      });
    }
  });

  it('invents nothing: no list, no text, no entry', () => {
    for (const wrong of [
      {},
      { notes: null },
      { notes: 'none' },
      { notes: {} },
      { notes: [{}] },
      { notes: [null] },
      { notes: ['x'] },
      { notes: { One: {} } },
      { notes: { Two: NOTE } },
      { notes: { Безопасность: { ...NOTE, text: 'Утечка' } } },
      { notes: { 安全: { ...NOTE, text: '漏洞' }, 速度: { ...NOTE, text: '慢' } } },
      { notes: { level: 'low' } },
    ]) {
      expect(read(wrong), JSON.stringify(wrong)).toMatchObject({ ok: false });
    }
  });

  it('is read in other formats, too', () => {
    const point = { point: '1', action: 'agree', reason: 'So it is.' };
    expect(readForPerson(JSON.stringify({ points: [point] }), challengeSchema)).toMatchObject({
      ok: true,
      value: { points: [{ ...point, target: null, resolution: null }] },
    });
  });

  it('is refused with what was wrong as it was written', () => {
    expect(read({ notes: [{ ...NOTE, text: null, page: '7' }] })).toEqual({
      ok: false,
      issues: ['notes[0].text: must be a string, not null', 'notes[0].page: must be a number, not a string'],
    });
  });
});

describe('other names of keys', () => {
  const renamed = { remarks: [{ ...NOTE, 'open questions': 1 }], openQuestions: ['Why?'] };

  it('count where an answer would lose something without them', () => {
    expect(read({ notes: [NOTE], openQuestions: ['Why?'] })).toEqual({
      ok: true,
      value: { notes: [NOTE], open_questions: ['Why?'] },
      repairs: ['openQuestions was read as "open_questions"'],
    });
    expect(read(renamed)).toMatchObject({ ok: true, value: { notes: [NOTE], open_questions: ['Why?'] } });
  });

  it('never replace what has the right name', () => {
    const both = { ...NOTE, description: 'Another', priority: 'high' };
    expect(read({ notes: [both] })).toEqual({
      ok: true,
      value: { notes: [NOTE], open_questions: null },
      repairs: [],
    });
  });

  it('stay out of prototypes', () => {
    const text = '{"notes":[{"level":"low","description":"One","page":"1","__proto__":{"quote":"x"}}]}';
    expect(readAnswer(text, schema)).toMatchObject({ ok: true, value: { notes: [{ quote: null }] } });
  });
});
