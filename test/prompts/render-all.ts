// Renders every text that an agent can be sent, as a run does it: every format, recipe, act and variant of the options, every kind
// of question, every language and point of view, with and without looking up.
import { existsSync, readdirSync } from 'node:fs';
import { randomFrom } from '../../bench/random.ts';
import type { Prompt } from '../../src/agents/agent.ts';
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { EventData, LedgerEvent } from '../../src/domain/events.ts';
import { RULES_VERSION } from '../../src/domain/outcomes.ts';
import type { AnyFormat, Step } from '../../src/formats/format.ts';
import { discoverFormats } from '../../src/hall/compose/discover.ts';
import { seal } from '../../src/ledger/chain/chain.ts';
import type { Snapshot } from '../../src/ledger/engine/snapshot.ts';
import { loadPrompts, type Prompts } from '../../src/material/prompts/load.ts';
import { buildLatePrompt, LATE_TEXTS } from '../../src/runner/answer-follow-up.ts';
import { buildPrompt, listExtraTexts } from '../../src/runner/build-prompt.ts';
import { agent, play, type Watcher } from '../contracts/games.ts';
import { inCi, sample } from '../support/campaign.ts';

type Opened = EventData<'debate-opened'>;

export interface Rendered extends Prompt {
  readonly format: string;
  /** "wind-wall-door/speak, wind". */
  readonly name: string;
  /** What the hall says, without the material. */
  readonly words: string;
  /** The same of what is asked now. */
  readonly asked: string;
  /** A person has given the seat a point of view. */
  readonly hasView: boolean;
  /** The debate refuses turns without the form of its cognition. */
  readonly isStrict: boolean;
}

const sealed = (text: string) => seal(text, 'c'.repeat(32));
const QUESTIONS: readonly Opened['question'][] = [
  undefined,
  { answer: 'yes-no' },
  { answer: 'choice', options: [sealed('Rust'), sealed('Go'), sealed('Zig')] },
  { answer: 'ranking', options: [sealed('Rust'), sealed('Go')] },
  { answer: 'number' },
  { answer: 'probability' },
];
const READING: Opened['reading'] = {
  pins: [{ kind: 'folder', spec: '.', path: '.', files: 1, bytes: 1, sha256: 'a'.repeat(64) }] as never,
  budget: { turnLooks: 40, turnBytes: 1_000, seatLooks: 100, seatBytes: 10_000 },
};
const PICTURE = {
  ...{ v: 1, seq: 1, at: '2026-11-20T10:00:00.000Z', prev: '', hash: '', type: 'picture-given' },
  data: { source: 'shot.png', mediaType: 'image/png', width: 6, height: 4, bytes: 9, content: sealed('iVBORw0KGgo=') },
} as LedgerEvent;
const PERSPECTIVES = readdirSync('prompts/perspectives').map((file) => file.replace(/\.md$/, ''));

/** Values of options that recipes leave alone and that decide which texts are used. */
const VARIANTS: readonly RuleData[] = [
  {},
  { order: 'mediated' },
  { review: true },
  { strictCognition: true },
  { gate: 'challenge' },
  ...['adversarial', 'consensus', 'collaborative'].map((mode) => ({ mode })),
  { rescoring: true },
  { rescoring: false },
  { delivery: 'active', freshRole: 'semi-fresh' },
  { delivery: 'selective', freshRole: 'semi-fresh' },
  { delivery: 'passive', freshRole: 'semi-fresh', pauseAt: 'challenge' },
  ...['en', 'ja', 'ko', 'zh'].map((language) => ({ language, openings: true })),
  ...['flutter', 'android', 'ios', 'backend', 'general'].map((platform) => ({ platform })),
  { earlier: ['R1-F1', 'R2-F1'] },
  { findings: [{ id: 'R1-F1', severity: 'P0' }] },
  { openings: false, ballot: false, gate: 'off', consensus: true },
  { openings: false, ballot: false, gate: 'off' },
];

/** What of the options decides what is said, beside the step and the question. */
const DECIDES = ['platform', 'language', 'openings', 'delivery', 'mode', 'strictCognition'] as const;

function listOptions(format: AnyFormat): readonly RuleData[] {
  const recipes = Object.values(format.recipes).map(({ options }) => options as RuleData);
  return [{}, ...recipes].flatMap((recipe) =>
    VARIANTS.flatMap((variant) => {
      const parsed = format.options.safeParse({ ...recipe, ...variant });
      return parsed.success ? [parsed.data as RuleData] : [];
    }),
  );
}

const withoutMaterial = (text: string) => text.replace(/^<<<[0-9a-z]+ [\s\S]*?^<<<end [0-9a-z]+>>>$/gm, '<<<>>>');

/** Names of texts that were rendered: "common/opening". */
export const used = new Set<string>();

async function loadTexts(format: AnyFormat, opened: Pick<Opened, 'reading' | 'seats'>): Promise<Prompts> {
  const texts = await loadPrompts({
    format: format.id,
    names: [...format.prompts, ...listExtraTexts(opened, 1), ...LATE_TEXTS],
  });
  return {
    ...texts,
    render(name, values, reader) {
      const own = `${format.id}/${name}`;
      const common = name.includes('/') ? name : `common/${name}`;
      used.add(existsSync(new URL(`../../prompts/${own}.md`, import.meta.url)) ? own : common);
      return texts.render(name, values, reader);
    },
  };
}

/** A panel whose last answers overrule Door's decision, or whose votes reject it: no sample does that. */
function overruleDoor({ act, seat, task }: Step): string | undefined {
  const answer = seat === 'door' ? 'No' : 'Yes';
  const common = { claims: ['It holds.'], change_mind: 'x', reason: 'x', moved_by: null, answer, confidence: 80 };
  if (act === 'opening' || act === 'ballot') return JSON.stringify({ ...common, objection: null, vote: 'accept' });
  if (act === 'vote') return 'VOTE: REJECT';
  return task === 'decide' ? '1. **Decision.** No.\n\nANSWER: No' : undefined;
}

async function renderFormat(format: AnyFormat, gamesOfFormat: number): Promise<readonly Rendered[]> {
  const rendered = new Map<string, Rendered>();
  const random = randomFrom(7);
  const loaded = new Map<string | undefined, Prompts>();
  let games = 0;
  const playOne = async (options: RuleData, question: Opened['question'], more: Partial<Opened>) => {
    const perspective = games % 3 === 0 ? PERSPECTIVES[(games / 3) % PERSPECTIVES.length] : undefined;
    const hasView = perspective !== undefined;
    games += 1;
    const present = format.seats(options).filter(({ joinable }) => joinable !== true);
    const seats = present.map(({ id }) => ({ seat: id, agent, ...(hasView ? { perspective } : {}) }));
    const opened = { seats, rulesVersion: RULES_VERSION, ...(question === undefined ? {} : { question }), ...more };
    const texts = loaded.get(perspective) ?? (await loadTexts(format, { seats, reading: READING }));
    loaded.set(perspective, texts);
    const decides = DECIDES.map((option) => options[option]);
    const keep = (step: Pick<Step, 'seat' | 'task'>, looksUp: boolean, build: () => Prompt) => {
      const key = JSON.stringify([step.seat, step.task, question?.answer, looksUp, perspective, decides]);
      if (rendered.has(key)) return;
      const prompt = build();
      const { given = [], render: show = () => '' } = prompt.pictures ?? {};
      const words = withoutMaterial([prompt.system, prompt.user, show(given), show([])].join('\n\n'));
      const name = `${format.id}/${step.task}, ${step.seat}`;
      const asked = withoutMaterial(prompt.request);
      const isStrict = options['strictCognition'] === true;
      rendered.set(key, { ...prompt, format: format.id, name, words, asked, hasView, isStrict });
    };
    const render = (snapshot: Snapshot, step: Step, looksUp: boolean) => {
      const { reading: _, ...rest } = snapshot.debate.opened;
      const debate = { ...snapshot.debate, opened: looksUp ? { ...rest, reading: READING } : rest };
      // What seats read of a picture is the same at every step.
      const log = snapshot.log.length === 1 ? [...snapshot.log, PICTURE] : snapshot.log;
      keep(step, looksUp, () => buildPrompt({ ...snapshot, debate, log }, step, texts));
    };
    const watcher: Watcher = {
      asked(snapshot, step) {
        render(snapshot, step, false);
        render(snapshot, step, true);
        return '';
      },
      answered() {},
      ...(more.threadId === undefined ? {} : { answer: overruleDoor }),
    };
    const choices = Array.from({ length: 40 }, () => Math.floor(random() * 1_000));
    const { snapshot } = play(format, options, choices, watcher, opened);
    const late = { seq: snapshot.log.length, text: 'And then?', outcome: 'It was decided.' };
    for (const { seat } of seats) {
      keep({ seat, task: 'follow-up' }, false, () => buildLatePrompt(snapshot, { ...late, seat }, texts));
    }
  };
  const variants = sample(listOptions(format), inCi ? 1 : 4);
  const gamesOfVariant = Math.ceil(gamesOfFormat / variants.length);
  for (const [variant, options] of variants.entries()) {
    const isOpinion = options['openings'] === true || options['ballot'] === true;
    const questions = isOpinion ? QUESTIONS : [undefined];
    for (let game = 0; game < gamesOfVariant; game += 1) {
      const question = questions[(variant * gamesOfVariant + game) % questions.length];
      await playOne(options, question, {});
    }
    if (options['ballot'] === true || options['consensus'] === true) {
      await playOne(options, isOpinion ? { answer: 'yes-no' } : undefined, { threadId: 'overruled' });
    }
  }
  return [...rendered.values()];
}

export const formats = await discoverFormats();

/** Formats with few variants play each of them more often. */
export async function renderAll(gamesOfFormat: number): Promise<readonly Rendered[]> {
  return (await Promise.all(formats.map((format) => renderFormat(format, gamesOfFormat)))).flat();
}
