// Structured answers as models really write them: those that can be read, with what must come out of each, and those that must be
// refused, with the reasons.
import { z } from 'zod';

export const finding = z.object({
  severity: z.enum(['P0', 'P1', 'P2']),
  title: z.string(),
  line: z.number().nullable(),
});
export const review = z.object({ findings: z.array(finding) });

export const A = { severity: 'P0', title: 'Lost update', line: 12 };
export const B = { severity: 'P2', title: 'Typo', line: null };
const a = JSON.stringify(A);
const b = JSON.stringify(B);
export const fenced = (text: string, label = 'json', mark = '```') => `${mark}${label}\n${text}\n${mark}`;
export const pretty = (value: unknown) => JSON.stringify(value, null, 2);

interface Shape {
  readonly name: string;
  readonly text: string;
  readonly findings: readonly unknown[];
  readonly repairs: readonly string[];
  readonly beside?: object;
  readonly apart?: readonly object[];
}

const words = 'taken out of the words around it';
const fence = 'taken out of a code fence';

export const readable: readonly Shape[] = [
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
    name: 'Python',
    text: `{'findings': [{'severity': 'P2', 'title': 'Typo', 'line': None}, {'severity': 'P0', "title": "Lost 'it'", 'line': +12}]}`,
    findings: [B, { ...A, title: "Lost 'it'" }],
    repairs: ['single quotes were read as double ones', 'None was read as null', '+12 was read as 12'],
  },
  {
    name: 'JavaScript',
    text: fenced(`const findings = {findings: [{severity: 'P0', title: 'It\\'s "lost"\\n', line: 12}]};`, 'js'),
    findings: [{ ...A, title: 'It\'s "lost"\n' }],
    repairs: [fence, 'keys without quotes were read as if they had them', 'single quotes were read as double ones'],
  },
  {
    name: 'an apostrophe with an escape',
    text: '{"findings":[{"severity":"P0","title":"It\\\'s lost","line":12}]}',
    findings: [{ ...A, title: "It's lost" }],
    repairs: [],
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
    apart: [{ status: 'done' }],
  },
  {
    name: 'an object of something else last',
    text: `{"findings":[${a}]}\n{"status":"done"}`,
    findings: [A],
    repairs: [words],
    apart: [{ status: 'done' }],
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
  {
    name: 'what somebody else answered, quoted before and after',
    text: `They say:\n> {"findings":[${b}]}\n\nI say:\n{"findings":[${a}]}\n> {"findings":[]}`,
    findings: [A],
    repairs: [words],
  },
  {
    name: 'what somebody else answered, quoted on several lines',
    text: `> ${pretty({ findings: [B] }).replaceAll('\n', '\n> ')}\n\n${pretty({ findings: [A] })}`,
    findings: [A],
    repairs: [words],
  },
  {
    ...{
      name: 'keys that were not asked for',
      text: `{"reviewer":"me","findings":[${a}]}`,
      findings: [A],
      repairs: [],
    },
    beside: { reviewer: 'me' },
  },
];

const cutOff = 'the JSON ends before it is complete';
const outside = 'the answer: there are entries outside of its list; give one answer that has them all';

export const unreadable: readonly { name: string; text: string; issues: readonly string[] }[] = [
  {
    name: 'a key that begins with another quote than it ends with, around a list that could be read',
    text: `{\n  “findings": [${a}]\n}`,
    issues: ['the JSON cannot be read: in line 2 a string in double quotes is missing'],
  },
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
  { name: 'a quote only', text: `> {"findings":[${a}]}\n\nNo.`, issues: ['there is no JSON in the answer'] },
  { name: 'cut off in the middle', text: `{"findings":[${a},{"severity":"P1","ti`, issues: [cutOff] },
  { name: 'cut off after an entry', text: `{"findings":[${a}`, issues: [cutOff] },
  { name: 'cut off in a fence', text: `\`\`\`json\n{"findings":[${a},`, issues: [cutOff] },
  {
    name: 'cut off and the fence closed',
    text: `\`\`\`json\n{"findings":[${a},\n\`\`\`\n`,
    issues: ['the JSON cannot be read: in line 3 this is not a JSON value'],
  },
  { name: 'an empty draft, then cut off', text: `{"findings":[]}\n{"findings":[${a}`, issues: [cutOff] },
  {
    name: 'entries left out with dots',
    text: `{"findings":[${a}, ...]}`,
    issues: ['the JSON cannot be read: in line 1 this is not a JSON value'],
  },
  {
    name: 'quotes not escaped',
    text: `{"findings":[{"severity":"P0","title":"a "bad" one","line":1},${a}]}`,
    issues: ['the JSON cannot be read: in line 1 a comma or "}" is missing'],
  },
  {
    name: 'an apostrophe in single quotes',
    text: "{'findings': [{'severity': 'P0', 'title': 'It's lost', 'line': 12}]}",
    issues: ['the JSON cannot be read: in line 1 a string in double quotes is missing'],
  },
  {
    name: 'words without quotes',
    text: '{findings: [{severity: P0, title: Lost, line: 12}]}',
    issues: ['the JSON cannot be read: in line 1 this is not a JSON value'],
  },
  {
    name: 'a key twice',
    text: `{"findings":[${a}],"findings":[]}`,
    issues: ['the JSON cannot be read: in line 1 the key "findings" appears twice'],
  },
  {
    name: 'an escape that is none',
    text: '{"findings":[{"severity":"P0","title":"\\d+","line":1}]}',
    issues: ['the JSON cannot be read: in line 1 a string has an escape that JSON does not allow'],
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
    issues: ['the JSON cannot be read: in line 1 this is not a JSON value'],
  },
  {
    name: 'nested beyond reason',
    text: `{"findings":${'['.repeat(200)}${']'.repeat(200)}}`,
    issues: ['the JSON cannot be read: in line 1 it is nested too deeply'],
  },
];
