// What agents are really sent, held against what would mislead a model, whatever the texts say.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inCi, times } from '../support/campaign.ts';
import { formats, type Rendered, renderAll, used } from './render-all.ts';

/** So many games of each format that every text and every kind of question comes up. */
const prompts = await renderAll(times(200, inCi ? 20 : 3));

const listNames = (is: (prompt: Rendered) => boolean) => [
  ...new Set(prompts.flatMap((prompt) => (is(prompt) ? [prompt.name] : []))),
];

/** What cannot both be true of one request. */
const CONTRADICTIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/You have no tools/, /You can look things up/],
  [/You have seen no documents|\*\*You\s+have\s+only the question/, /You can look things up/],
  [/exclude one another/, /open no others/],
  [/No new (?:options|answers)/, /Open two to four options/],
  [/# You answer as yourself/, /^# You (?:are|sit|argue|judge|write|decide)\b[\s\S]*\*\*your own answer\*\*/m],
  [/\*\*your own answer\*\*/, /not what (?:the|your) role would say|your role does not matter/i],
  [/The last line of your answer is exactly/, /The first line(?: of your answer)? is exactly/],
  [/one JSON object and nothing else/, /VOTE: APPROVE|ANSWER: |^APPROVE$|NEXT: wind/m],
  [
    /one JSON object and nothing else/,
    /Answer with (?:the|this|your) (?:decision|report|text|position|contribution|list|summary) only/,
  ],
  [/Answer with one JSON object/, /Answer with this JSON/],
  [/no code fence/, /```/],
  [/Nobody sees (?:it|your answer) until/, /[Ee]verybody sees your answer|see(?:s)? it at once/],
  [/[Cc]hoose\./, /do not choose|[Dd]o not decide/],
  [/you decide nothing/, /\*\*decide\*\*/],
  [/Name claims, not speakers/, /name the seat that made it/],
  [/Add no argument, fact or option|Bring no new arguments/, /what any practitioner knows|new evidence from/],
  [/[Nn]arrow but do not decide/, /final one: \*\*narrow/],
  [/Write in the language of the (?:topic|motion)/, /(?:Write|written) in (?:English|Japanese|Korean|Chinese)/],
  [/(?:Write|written) in (?:English|Japanese|Korean|Chinese)/, /(?:Write|written) in the language of the topic\./],
  [/You have no opinion/, /\*\*your own answer\*\*/],
  [/No new steps/, /"missing_steps"/],
  [/You have not spoken yet/, /Your decision was rejected/],
  [/All seats gave the same answer before/, /(?:the|this|latest) decision|earlier version/],
  [/\*\*Decision\.\*\*/, /\*\*No decision\.\*\*/],
];

/** What belongs to the machinery: who counts what, how many rounds are left, what becomes of a vote. */
const MECHANICS: readonly RegExp[] = [
  /counts? only as|counts? as (?:not sure|dissent)|the votes? (?:is|are) final/i,
  /\b(?:round|revision|exchange|version) \d+ of (?:at most )?\d+/i,
  /another round|rounds? (?:is|are) left|the debate ends in|is put back|leaves the plan/i,
  /the hall (?:checks|counts|compares)|is published|scored best|best evidence/i,
  /marked as (?:invented|unverified)|others vote on|is compared with|BLOCK_NATURE|REMEDIATION_REQUEST|Use the word/i,
];

/** Figures and labels that a model could lean to: a figure of certainty, an example with a value, a name that stands for an answer. */
const ANCHORS: readonly RegExp[] = [
  /(?<!a blind guess is right about |\*\*)\b\d+ ?(?:%|percent)/,
  /"(?:confidence|score|old_score|new_score|change|soundness|evidence|responsiveness|clarity|phase|index)": *-?\d/,
  /"(?:verdict|vote|stands|severity|action|move|root_cause)": *(?:"[a-zA-Z0-9_]+"|true|false)(?=[\s,}])/,
  /"(?:id|ids|step|from|claim|argument_id|target|dependencies)": *\[? *"?[A-Z0-9]/,
  /such as "[^"]*\d/,
  /5 is what|[Uu]sually (?:there|an|a)|which is usual/,
];

const REASONS = ['reason', 'reasoning', 'why', 'case', 'claims', 'detail', 'point', 'attack'];
const ANSWERS =
  'answer confidence vote verdict stands score severity move action root_cause change new_score soundness'.split(' ');
/** Where a step or an entry is chosen, the reason stands before the choice, too. */
const CHOSEN = ['eliminated', 'dropped', 'weakest'];

const isLate = (keys: readonly string[]) => {
  const answer = keys.findIndex((key) => ANSWERS.includes(key));
  const reason = keys.findLastIndex((key) => REASONS.includes(key));
  return answer !== -1 && reason > answer;
};

/** Objects of examples: the keys of each, in order. */
function listExampleKeys(text: string): readonly (readonly string[])[] {
  const objects = [...text.matchAll(/\{[^{}]*\}/g)].map(([object]) => object);
  return objects.map((object) => [...object.matchAll(/"([a-z_]+)":/g)].map(([, key]) => key as string));
}

/** The objects within a JSON Schema: the keys of each, in order, and under which key it stands. */
function listSchemaKeys(schema: unknown, under = ''): readonly (readonly [string, readonly string[]])[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== 'properties') return listSchemaKeys(value, under);
    const own = [under, Object.keys(value as object)] as const;
    return [own, ...Object.entries(value as object).flatMap(([name, each]) => listSchemaKeys(each, name))];
  });
}

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const beforeMaterial = ({ system, user }: Rendered) =>
  wordsIn(`${system}\n\n${user}`.split(/^<<<[0-9a-z]+ /m)[0] as string).length;

/** Runs of so many words do not stand in one prompt twice. */
const RUN = 12;

function findRepeated({ words }: Rendered): string | undefined {
  const text = `${wordsIn(words.replace(/<<<.*?>>>|[*_`|]/g, ' ')).join(' ')} `;
  const starts = [0, ...Array.from(text.matchAll(/ /g), ({ index }) => index + 1)];
  const seen = new Set<string>();
  for (const [at, start] of starts.slice(0, -RUN).entries()) {
    const run = text.slice(start, starts[at + RUN]);
    if (seen.has(run)) return run;
    seen.add(run);
  }
  return undefined;
}

/** The most words of any, by format. */
function findLongest(of: readonly Rendered[], count: (prompt: Rendered) => number): Record<string, number> {
  const most = formats.map(({ id }): [string, number] => {
    const counts = of.filter(({ format }) => format === id).map(count);
    return [id, Math.max(0, ...counts)];
  });
  return Object.fromEntries(most);
}

describe('what agents are sent', () => {
  it.runIf(inCi)('has been rendered of every text that there is', () => {
    const folders = [...formats.map(({ id }) => id), 'common', 'perspectives'];
    const shipped = folders.flatMap((folder) => {
      const files = readdirSync('prompts').includes(folder) ? readdirSync(`prompts/${folder}`) : [];
      return files.map((file) => `${folder}/${file.replace(/\.md$/, '')}`);
    });
    expect(shipped.filter((name) => !used.has(name))).toEqual([]);
  });

  it('leaves no placeholder unfilled', () => {
    const left = /\{\{|\}\}(?!\})\w|(?<!["\w])\{[a-z][a-z0-9_]*\}/;
    expect(listNames(({ words }) => left.test(words))).toEqual([]);
  });

  it.each(CONTRADICTIONS)('never says both %s and %s', (one, other) => {
    expect(listNames(({ words }) => one.test(words) && other.test(words))).toEqual([]);
  });

  it('says in every request what there is to look up and to work with, or that there is nothing', () => {
    const sayings = ['You have no tools', 'You can look things up', 'You may read and change files'];
    const isOne = ({ words }: Rendered) => sayings.filter((saying) => words.includes(saying)).length === 1;
    expect(listNames((prompt) => !isOne(prompt))).toEqual([]);
  });

  it.runIf(inCi)('says nothing twice', () => {
    const different = [...new Map(prompts.map((prompt) => [prompt.words, prompt])).values()];
    expect([...new Set(different.flatMap((prompt) => findRepeated(prompt) ?? []))]).toEqual([]);
  });

  it('asks for reasons before answers', () => {
    expect(listNames(({ asked }) => listExampleKeys(asked).some(isLate))).toEqual([]);
    expect(
      listNames(({ step }) =>
        listSchemaKeys(step.schema).some(
          ([under, keys]) => isLate(keys) || (CHOSEN.includes(under) && !REASONS.includes(keys[0] as string)),
        ),
      ),
    ).toEqual([]);
    expect(
      listNames(({ asked }) => /[Tt]he first line of your answer|Before everything else, write/.test(asked)),
    ).toEqual([]);
  });

  it('asks a person for nothing that only programs write', () => {
    const forPeople = prompts.filter(({ step }) => step.plainForm !== undefined);
    expect(new Set(forPeople.map(({ format }) => format)).size).toBeGreaterThan(5);
    const isForPrograms = ({ personRequest }: Rendered) =>
      /JSON|[{}]|"[a-z_]+":|exactly this shape/.test(personRequest);
    expect(listNames((prompt) => forPeople.includes(prompt) && isForPrograms(prompt))).toEqual([]);
    const isShorter = ({ request, personRequest }: Rendered) => personRequest.length < request.length;
    expect(forPeople.filter((prompt) => prompt.step.schema !== undefined && !isShorter(prompt))).toEqual([]);
  });

  it('asks for keys in the order of the example', () => {
    const differs = ({ step, asked }: Rendered) =>
      listExampleKeys(asked).some((keys) =>
        listSchemaKeys(step.schema).some(([, wanted]) => {
          const isSame = keys.length === wanted.length && keys.every((key) => wanted.includes(key));
          return isSame && keys.join() !== wanted.join();
        }),
      );
    expect(listNames(differs)).toEqual([]);
  });

  it.each(ANCHORS)('holds nothing that could anchor: %s', (anchor) => {
    expect(listNames(({ asked }) => anchor.test(asked))).toEqual([]);
  });

  it.each(MECHANICS)('says nothing of the machinery: %s', (mechanics) => {
    expect(listNames(({ words }) => mechanics.test(words))).toEqual([]);
  });

  it('asks for marks of cognition only where a debate is strict', () => {
    const asksFor = ({ words }: Rendered) => /[`[](?:Evidence|Verdict)[:\]]/i.test(words);
    expect(listNames((prompt) => asksFor(prompt) && !prompt.isStrict)).toEqual([]);
    expect(listNames((prompt) => asksFor(prompt))).toEqual(['wind-wall-door/speak, wall']);
  });

  it('has one notation for claims', () => {
    const moves = /`?(?:propose_alternative|synthesize)`?|"action":/;
    expect(listNames(({ words }) => moves.test(words))).toEqual([]);
  });

  it('asks for answers of their own without a role, and gives the role with a turn', () => {
    const own = prompts.filter(({ step }) => step.asItself === true);
    expect(new Set(own.map(({ step }) => step.act))).toEqual(new Set(['opening', 'ballot', 'challenge-agreement']));
    expect(own.filter(({ words }) => /^# You (?!answer as yourself)\w/m.test(words))).toEqual([]);
    expect(own.filter(({ system }) => !system.startsWith('# You answer as yourself'))).toEqual([]);
    const turns = prompts.filter(({ format, step }) => format === 'wind-wall-door' && step.act === 'turn');
    expect(turns.filter(({ words }) => !/^# You are (?:Wind|Wall|Door)$/m.test(words))).toEqual([]);
  });

  it('gives a seat what it has said where it is not told who it is, and names it after the end', () => {
    const owners = prompts.filter(({ step }) => ['ballot', 'minority-report'].includes(step.act));
    const findOpening = ({ step, transcript }: Rendered) =>
      transcript.find(({ seat, title }) => seat === step.seat && title.startsWith('Opening'));
    const begun = owners.filter((prompt) => findOpening(prompt) !== undefined);
    expect(begun.length).toBeGreaterThan(10);
    const repeats = (prompt: Rendered) =>
      prompt.request.startsWith(`# What your seat has said\n\n${findOpening(prompt)?.fenced}`);
    expect(listNames((prompt) => begun.includes(prompt) && !repeats(prompt))).toEqual([]);
    const late = prompts.filter(({ step }) => step.act === 'follow-up');
    expect(late.every(({ step, request }) => request.includes(`**${step.label.replace(' answers', '')}**`))).toBe(true);
  });

  it('explains what a guess is worth by the number of answers', () => {
    const guesses = (kind: string) =>
      new Set(
        prompts.flatMap(({ asked, opening }) =>
          (kind === '3' ? /Zig/ : /./).test(opening)
            ? (/(\d) possible answers, a blind guess is right about \d+%/.exec(asked)?.[0] ?? [])
            : [],
        ),
      );
    expect([...guesses('3')]).toEqual(['3 possible answers, a blind guess is right about 33%']);
    expect([...guesses('')].sort()).toEqual([
      '2 possible answers, a blind guess is right about 50%',
      '3 possible answers, a blind guess is right about 33%',
    ]);
  });

  it('is short: a role at most 350 words, what stands before the first material at most 600', () => {
    const roleOf = ({ role, system }: Rendered) =>
      wordsIn(role ?? (system.split(/^# (?:Your point of view|How to read what follows)/m)[0] as string)).length;
    expect(findLongest(prompts, roleOf)).toMatchInlineSnapshot(`
      {
        "ask": 32,
        "asymmetric": 263,
        "check": 208,
        "fix": 136,
        "oxford": 303,
        "panel": 259,
        "plan": 327,
        "review": 232,
        "wind-wall-door": 307,
      }
    `);
    expect(Math.max(...prompts.map(roleOf))).toBeLessThanOrEqual(350);
    // A point of view is a text that a person adds.
    const [plain, viewed] = [prompts.filter(({ hasView }) => !hasView), prompts.filter(({ hasView }) => hasView)];
    expect(findLongest(plain, beforeMaterial)).toMatchInlineSnapshot(`
      {
        "ask": 278,
        "asymmetric": 509,
        "check": 454,
        "fix": 347,
        "oxford": 549,
        "panel": 454,
        "plan": 573,
        "review": 561,
        "wind-wall-door": 553,
      }
    `);
    expect(Math.max(...plain.map(beforeMaterial))).toBeLessThanOrEqual(600);
    expect(Math.max(...viewed.map(beforeMaterial))).toBeLessThanOrEqual(750);
  });
});
