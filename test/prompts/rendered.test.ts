// What agents are really sent: every text of every format, rendered as a run does it, with and without tools, for every kind of
// question. The texts are held against what would mislead a model, whatever they say.
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../bench/random.ts';
import type { Prompt } from '../../src/agents/agent.ts';
import type { EventData, RuleData } from '../../src/domain/events.ts';
import { RULES_VERSION } from '../../src/domain/outcomes.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { discoverFormats } from '../../src/hall/compose/discover.ts';
import { seal } from '../../src/ledger/chain/seal.ts';
import { loadPrompts } from '../../src/material/prompts/load.ts';
import { buildPrompt, listExtraTexts } from '../../src/runner/build-prompt.ts';
import { play } from '../contracts/games.ts';

type Opened = Partial<EventData<'debate-opened'>>;

const formats = await discoverFormats();
const GAMES = 6;
const MAX_ROLE_WORDS = 350;
const MAX_WORDS_BEFORE_MATERIAL = 600;

const sealed = (text: string) => seal(text, 'c'.repeat(32));
const QUESTIONS: readonly EventData<'debate-opened'>['question'][] = [
  undefined,
  { answer: 'yes-no' },
  { answer: 'choice', options: [sealed('Rust'), sealed('Go'), sealed('Zig')] },
  { answer: 'ranking', options: [sealed('Rust'), sealed('Go')] },
  { answer: 'number' },
  { answer: 'probability' },
];
const READING: EventData<'debate-opened'>['reading'] = {
  pins: [{ kind: 'folder', spec: '.', path: '.', files: 1, bytes: 1, sha256: 'a'.repeat(64) }] as never,
  budget: { turnLooks: 40, turnBytes: 1_000, seatLooks: 100, seatBytes: 10_000 },
};

/** Values of options that recipes leave alone and that decide which texts are used. */
const VARIANTS: readonly RuleData[] = [
  {},
  { order: 'mediated' },
  { review: true },
  { gate: 'challenge' },
  { mode: 'adversarial' },
  { mode: 'consensus' },
  { mode: 'collaborative' },
  { rescoring: true },
  { rescoring: false },
  { delivery: 'active', freshRole: 'semi-fresh' },
  { delivery: 'selective', freshRole: 'semi-fresh' },
  { delivery: 'passive', freshRole: 'semi-fresh', pauseAt: 'challenge' },
  ...['flutter', 'android', 'ios', 'backend', 'general'].map((platform) => ({ platform })),
  { openings: false, ballot: false, gate: 'off', consensus: true },
  { openings: false, ballot: false, gate: 'off' },
];

function listOptions(format: AnyFormat): readonly RuleData[] {
  const recipes = Object.values(format.recipes).map(({ options }) => options as RuleData);
  return [{}, ...recipes].flatMap((recipe) =>
    VARIANTS.flatMap((variant) => {
      const parsed = format.options.safeParse({ ...recipe, ...variant });
      return parsed.success ? [parsed.data as RuleData] : [];
    }),
  );
}

/** What takes a course of the debate that random answers do not find, and what debates of the first rules alone are asked. */
const UNREACHED = ['wind-wall-door/carry-out', 'oxford/judge-exchange', 'oxford/judge-again'];

interface Rendered extends Prompt {
  readonly format: string;
  /** What the hall says, without the material. */
  readonly words: string;
}

const withoutMaterial = (text: string) => text.replace(/^<<<[0-9a-z]+ [\s\S]*?^<<<end [0-9a-z]+>>>$/gm, '<<<>>>');

const used = new Map<string, Set<string>>();

async function renderAll(format: AnyFormat): Promise<readonly Rendered[]> {
  const names = new Set<string>();
  used.set(format.id, names);
  const rendered = new Map<string, Rendered>();
  const random = randomFrom(7);
  const asks = (options: RuleData) => options['openings'] === true || options['ballot'] === true;
  for (const options of listOptions(format)) {
    for (const reading of [undefined, READING]) {
      const texts = await loadPrompts({
        format: format.id,
        names: [...format.prompts, ...listExtraTexts({ seats: [], ...(reading === undefined ? {} : { reading }) })],
      });
      const render = (name: string, values: Readonly<Record<string, string>>) => {
        names.add(name);
        return texts.render(name, values);
      };
      for (const question of asks(options) ? QUESTIONS : [undefined]) {
        const more: Opened = {
          rulesVersion: RULES_VERSION,
          ...(question === undefined ? {} : { question }),
          ...(reading === undefined ? {} : { reading }),
        };
        for (let game = 0; game < GAMES / (asks(options) ? QUESTIONS.length : 1); game += 1) {
          const choices = Array.from({ length: 40 }, () => Math.floor(random() * 1_000));
          const watcher = {
            asked(snapshot: Parameters<typeof buildPrompt>[0], step: Parameters<typeof buildPrompt>[1]) {
              const key = JSON.stringify([
                step.seat,
                step.task,
                question?.answer,
                reading === undefined,
                options['platform'],
              ]);
              if (rendered.has(key)) return '';
              const prompt = buildPrompt(snapshot, step, { digests: [], render });
              const words = withoutMaterial(`${prompt.system}\n\n${prompt.user}`);
              rendered.set(key, { ...prompt, format: format.id, words });
              return '';
            },
            answered() {},
          };
          play(format, options, choices, watcher, more);
        }
      }
    }
  }
  return [...rendered.values()];
}

const prompts = (await Promise.all(formats.map(renderAll))).flat();

/** What cannot both be true of one question. */
const CONTRADICTIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/You have no tools/, /You can look things up/],
  [/exclude one another/, /open no others/],
  [/# You answer as yourself[\s\S]*does not\s+bind/, /your role does not matter/i],
  [/The last line of your answer is exactly/, /The first line(?: of your answer)? is exactly/],
  [/one JSON object and nothing else/, /VOTE: APPROVE/],
  [/Nobody sees (?:it|your answer) until/, /Everybody sees your answer at once/],
  [/[Cc]hoose\./, /do not choose/i],
];

/** Values of an example that a model could lean to. */
const ANCHORS: readonly RegExp[] = [
  /"(?:confidence|score|old_score|new_score|change|soundness|evidence|responsiveness|clarity)": *-?\d/,
  /"(?:verdict|vote|stands|severity|action|move|root_cause)": *(?:"[a-zA-Z0-9_]+"|true|false)(?=[\s,}])/,
];

const REASONS = ['reason', 'reasoning', 'why', 'case', 'claims', 'detail', 'point'];
const ANSWERS = [
  'answer',
  'confidence',
  'vote',
  'verdict',
  'stands',
  'score',
  'severity',
  'move',
  'action',
  'root_cause',
];

/** Objects of examples: the keys of each, in order. */
function listExampleKeys(text: string): readonly (readonly string[])[] {
  const objects = [...text.matchAll(/\{[^{}]*\}/g)].map(([object]) => object);
  return objects.map((object) => [...object.matchAll(/"([a-z_]+)":/g)].map(([, key]) => key as string));
}

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;
const byText = prompts.map((prompt) => [`${prompt.format}, ${prompt.step.task}`, prompt] as const);
/** The first prompt of which it is true, so that a failure shows one text instead of hundreds. */
const findOne = (is: (prompt: Rendered) => boolean) => byText.find(([, prompt]) => is(prompt))?.[0];

describe('what agents are sent', () => {
  it('has been rendered of every text that a format ships', () => {
    const unused = formats.flatMap(({ id, prompts: names }) =>
      names.filter((name) => used.get(id)?.has(name) !== true).map((name) => `${id}/${name}`),
    );
    expect(unused.filter((name) => !UNREACHED.includes(name))).toEqual([]);
    const common = readdirSync('prompts/common').map((file) => file.replace(/\.md$/, ''));
    const rendered = new Set([...used.values()].flatMap((names) => [...names]));
    expect(common.filter((name) => !rendered.has(name))).toEqual([]);
  });

  it('leaves no placeholder unfilled', () => {
    const left = /\{\{|\}\}(?!\})\w|(?<!["\w])\{[a-z][a-z0-9_]*\}/;
    expect(byText.flatMap(([, { words }]) => left.exec(words)?.[0] ?? [])).toEqual([]);
    expect(findOne(({ words }) => left.test(words))).toBeUndefined();
  });

  it.each(CONTRADICTIONS.map(([one, other]) => [one.source, other.source, one, other] as const))(
    'never says both "%s" and "%s"',
    (_one, _other, one, other) => {
      expect(findOne(({ words }) => one.test(words) && other.test(words))).toBeUndefined();
    },
  );

  it('says in every question either how to look things up or that there is nothing to look up with', () => {
    const isOne = ({ words }: Rendered) =>
      words.includes('You have no tools') !== words.includes('You can look things up');
    expect(findOne((prompt) => !isOne(prompt))).toBeUndefined();
  });

  it('says nothing twice', () => {
    const twice = ({ words }: Rendered) => {
      const lines = words.split('\n').filter((line) => line.length > 60);
      return lines.find((line, index) => lines.indexOf(line) !== index);
    };
    expect([...new Set(prompts.flatMap((prompt) => twice(prompt) ?? []))]).toEqual([]);
  });

  it('asks for reasons before answers', () => {
    const isLate = (keys: readonly string[]) => {
      const answer = keys.findIndex((key) => ANSWERS.includes(key));
      const reason = keys.findLastIndex((key) => REASONS.includes(key));
      return answer !== -1 && reason > answer;
    };
    const late = prompts.flatMap(({ step, request, format }) =>
      listExampleKeys(withoutMaterial(request)).some(isLate) ? [`${format}/${step.task}`] : [],
    );
    expect([...new Set(late)]).toEqual([]);
    const lateSchemas = prompts.flatMap(({ step, format }) => {
      const objects = [...JSON.stringify(step.schema ?? {}).matchAll(/"properties":\{/g)];
      const keys = objects.map(({ index }) => listKeys(JSON.stringify(step.schema), index + '"properties":'.length));
      return keys.some(isLate) ? [`${format}/${step.act}`] : [];
    });
    expect([...new Set(lateSchemas)]).toEqual([]);
  });

  it('has no figure and no label in an example that could be copied', () => {
    const anchored = prompts.flatMap(({ request, step, format }) =>
      ANCHORS.some((anchor) => anchor.test(withoutMaterial(request))) ? [`${format}/${step.task}`] : [],
    );
    expect([...new Set(anchored)]).toEqual([]);
  });

  it('asks for answers of their own without a role, and gives the role with a turn', () => {
    const own = prompts.filter(({ step }) => step.asItself === true);
    expect(own.length).toBeGreaterThan(10);
    expect(
      own.filter(({ words }) => /^# You (?:are|sit|argue|judge)/m.test(words)).map(({ step }) => step.task),
    ).toEqual([]);
    const turns = prompts.filter(({ format, step }) => format === 'wind-wall-door' && step.act === 'turn');
    expect(turns.filter(({ words }) => !/^# You are (?:Wind|Wall|Door)$/m.test(words))).toEqual([]);
  });

  it('is short: a role, and what stands before the first material', () => {
    const long = prompts.flatMap(({ format, step, role, system, user }) => {
      const before = wordsIn(system) + wordsIn(user.slice(0, Math.max(0, user.search(/^<<</m))));
      const tooLong = [
        ...(role !== undefined && wordsIn(role) > MAX_ROLE_WORDS ? [`role ${wordsIn(role)}`] : []),
        ...(before > MAX_WORDS_BEFORE_MATERIAL && !system.includes('<<<end') ? [`before ${before}`] : []),
      ];
      return tooLong.map((each) => `${format}/${step.seat}: ${each}`);
    });
    expect([...new Set(long)]).toEqual([]);
  });
});

/** The keys of the JSON object that starts at this place. */
function listKeys(json: string, start: number): readonly string[] {
  let depth = 0;
  for (let end = start; end < json.length; end += 1) {
    if (json[end] === '{') depth += 1;
    if (json[end] === '}') depth -= 1;
    if (depth === 0) return Object.keys(JSON.parse(json.slice(start, end + 1)) as object);
  }
  return [];
}

afterAll(() => used.clear());
