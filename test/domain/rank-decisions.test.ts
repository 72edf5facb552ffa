// How well past decisions are found by questions that are worded otherwise.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listWordsInCommon, type Ranked, rankDecisions } from '../../src/domain/memory/rank.ts';
import { LEAST_ALIKE } from '../../src/hall/operations/memory/recall.ts';
import { inCampaign } from '../support/campaign.ts';
import { listPastDecisions, MATTERS } from '../support/past-decisions.ts';

const FIRST = 10;
const decisions = listPastDecisions().map((each) => ({ ...each, options: '', tags: '', terms: '' }));
const comparable = (topic: string, decision = '', options = '', tags = '', terms = '') => ({
  topic,
  options,
  tags,
  decision,
  terms,
});
const rank = (topic: string, all = decisions) => rankDecisions({ topic, options: '', tags: '' }, all);

describe('a thousand past decisions', () => {
  it('are a thousand, of which each question has five', () => {
    expect(new Set(decisions.map(({ topic }) => topic)).size).toBe(1_000);
    expect(MATTERS).toHaveLength(20);
    MATTERS.forEach(({ related }, matter) => {
      expect(related).toHaveLength(5);
      expect(decisions.filter((each) => each.matter === matter)).toHaveLength(5);
    });
  });

  it.each(MATTERS.map(({ question }, matter) => ({ question, matter })))(
    'give the right five among the first ten: $question',
    ({ question, matter }) => {
      const first = rank(question).slice(0, FIRST);
      expect(first.filter(({ item }) => item.matter === matter).map(({ item }) => item.topic)).toHaveLength(5);
    },
  );
});

describe('what resembles a question', () => {
  it('is scored between 0 and 1, the same words most', () => {
    const scores = rank('Should we move to a monorepo?').map(({ score }) => score);
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
    expect(rank('Should we move to a monorepo?')[0]?.item.topic).toBe('Should we move to a monorepo?');
  });

  it('is found in a hall with one decision, and nothing else is', () => {
    const only = [comparable('Should we rewrite our backend in Rust?')];
    expect(rankDecisions(comparable('Is porting the server to Rust worth it?'), only)[0]?.score).toBeGreaterThan(0.2);
    expect(rankDecisions(comparable('Where do we have lunch?'), only)).toEqual([]);
    expect(rankDecisions(comparable('Rust?'), [])).toEqual([]);
  });

  it('may be said in its options or its decision, and in a script without blanks', () => {
    const all = [
      comparable('Which one?', '', 'Postgres SQLite'),
      comparable('What now?', 'We keep the elephants.'),
      comparable('我们应该迁移数据库吗'),
    ];
    const first = (topic: string) => rankDecisions(comparable(topic), all)[0]?.item;
    expect(first('Is sqlite enough?')).toBe(all[0]);
    expect(first('An elephant in the room?')).toBe(all[1]);
    expect(first('数据库太慢')).toBe(all[2]);
  });

  it('are those of the same tag more than others, and a tag that they lack takes nothing away', () => {
    const all = [comparable('Which queue?'), comparable('Which queue?', '', '', 'payments eu')];
    const scores = (tags: string) => {
      const ranked = rankDecisions(comparable('Do we need a queue?', '', '', tags), all);
      return all.map((each) => ranked.find(({ item }) => item === each)?.score ?? 0);
    };
    const [plain = 0, tagged = 0] = scores('payments');
    expect(tagged).toBeGreaterThan(plain);
    expect(plain).toBe(scores('')[0]);
    expect(rankDecisions(comparable('Anything about payments?'), all)[0]?.item).toBe(all[1]);
  });

  it.each(['', '???', 'the and of', '🤔🧱🚪', '\ud800', 'a'.repeat(20_000)])('survives %j', (topic) => {
    expect(() => rank(topic)).not.toThrow();
    expect(() => rankDecisions(comparable('Rust'), [comparable(topic, topic, topic)])).not.toThrow();
  });
});

interface OtherWords {
  readonly decisions: readonly {
    readonly topic: string;
    readonly decision: string;
    readonly terms: readonly string[];
  }[];
  readonly mild: readonly { readonly about: number; readonly question: string }[];
  readonly hard: OtherWords['mild'];
  readonly unrelated: readonly string[];
}

/**
 * Decisions, the search terms that their writers gave, and questions: `mild` has one or two words in common with its topic, `hard` none.
 * `other-words`: 200 decisions, whose questions were written by somebody who saw no more than the topics; nothing is tuned on them.
 * `other-words-tuning`: 96 about other matters, with which the figures of `rank.ts` were found.
 */
const readOtherWords = (name: string): OtherWords =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));

/** What is above `LEAST_ALIKE`, which whoever looks is shown, and what is shown to others. */
const LOOKING = ({ score }: Ranked<unknown>) => score >= LEAST_ALIKE;
const CLEAR = ({ clear }: Ranked<unknown>) => clear;

function count({ decisions: all, mild, hard, unrelated }: OtherWords, isShown: typeof CLEAR, withTerms = true) {
  const compared = all.map(({ topic, decision, terms }, index) => ({
    ...comparable(topic, decision, '', '', withTerms ? terms.join(' ') : ''),
    index,
  }));
  const shown = (topic: string) =>
    rankDecisions({ topic, options: '', tags: '' }, compared)
      .filter(isShown)
      .map(({ item }) => item.index);
  const found = (set: OtherWords['mild'], most: number) =>
    set.filter(({ about, question }) => shown(question).slice(0, most).includes(about)).length;
  return {
    mild: found(mild, 1),
    hard: found(hard, 5),
    unrelated: unrelated.filter((topic) => shown(topic).length > 0).length,
  };
}

describe('questions in other words', () => {
  const unseen = readOtherWords('other-words');

  it.runIf(inCampaign)('find nearly all decisions for whoever looks, by the terms that their writer gave', () => {
    expect(unseen).toMatchObject({ mild: { length: 50 }, hard: { length: 50 }, unrelated: { length: 40 } });
    expect(count(unseen, LOOKING)).toMatchObject({ mild: 49, hard: 43 });
    expect(count(unseen, LOOKING, false)).toMatchObject({ mild: 42, hard: 7 });
  });

  it.runIf(inCampaign)('are seldom told of a decision about something else', () => {
    expect(count(unseen, CLEAR)).toEqual({ mild: 36, hard: 11, unrelated: 2 });
    expect(count(unseen, CLEAR, false)).toEqual({ mild: 6, hard: 0, unrelated: 0 });
    const tuning = readOtherWords('other-words-tuning');
    expect(tuning).toMatchObject({ mild: { length: 56 }, hard: { length: 50 }, unrelated: { length: 94 } });
    expect(count(tuning, CLEAR)).toEqual({ mild: 51, hard: 45, unrelated: 2 });
  });

  it('are about something that many decisions are about, and still find them', () => {
    const teams = ['search', 'billing', 'mobile', 'growth', 'data', 'design', 'support', 'sales'];
    const all = teams.map((team) => comparable(`Should the ${team} team own its database?`));
    const found = rankDecisions(comparable('Do teams own a database?'), all);
    expect(found.map(({ clear }) => clear)).toEqual(all.map(() => true));
  });

  it('name alternatives that no decision knows', () => {
    const wanted = comparable('Which payment processor do we use for Brazil?');
    const [first] = rankDecisions(comparable('Is it Zazzle, Quuxly or Frobnitz for payments in Brazil?'), [
      ...decisions,
      wanted,
    ]);
    expect(first).toMatchObject({ item: wanted, clear: true });
  });

  it('say which words they share', () => {
    const words = (topic: string, decided: string) =>
      listWordsInCommon({ topic, options: '', tags: '' }, comparable(decided));
    expect(words('Are we migrating the database?', 'Database migration in May')).toEqual(['migrating', 'database']);
    expect(words('Wo steht das Klavier?', 'Das Klavier bleibt.')).toContain('klavier');
    expect(words('我们应该迁移数据库吗', '数据库的迁移')).toHaveLength(0);
    expect(words('Where do we have lunch?', 'Rust')).toEqual([]);
  });
});
