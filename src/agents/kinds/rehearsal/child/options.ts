// The alternatives that a facilitator would put on the wall for a kind of question; the last one is kept for round 2.
import { toNoun } from './subject.ts';
import type { Family, Topic } from './topic.ts';

export interface RehearsedOption {
  readonly name: string;
  readonly what: string;
  readonly upside: string;
  readonly cost: string;
  readonly test: string;
  /** "Drop it if …" */
  readonly dropIf: string;
  /** Whether it can be undone at small cost, which is what a decision without knowledge should prefer. */
  readonly undo: boolean;
}

const SLICE: Record<Family, string> = {
  replace: 'change the part with the fewest dependencies, and leave the rest until that has paid off',
  add: 'start with one case and one team; nobody else gets it until that works',
  remove: 'remove only the least-used part, and keep the rest running',
  release: 'release to the smallest group that would complain the same day',
  change: 'do the one part that is useful alone, and nothing that depends on the rest',
};

const REVERSE: Record<Family, string> = {
  replace: 'keep what you have, and spend the same effort on its three worst problems',
  add: 'remove something until nothing needs adding',
  remove: 'improve it until nobody wants it gone',
  release: 'pull one recent release back, and see who notices',
  change: 'do the opposite for two weeks, and note who objects and why',
};

const TRIAL: Record<Family, string> = {
  replace: 'run old and new side by side on one real piece of work, then drop one of them',
  add: 'try it for a fixed time, and go back unless a measure you wrote down first says keep it',
  remove: 'switch it off for one announced day, ready to switch it back on, and count who asks for it',
  release: 'release behind a switch, with the number that turns it off agreed first',
  change: 'do it for a fixed time with the old way one step away, and judge it by a measure you wrote down first',
};

const option = (
  name: string,
  undo: boolean,
  parts: readonly [string, string, string, string, string],
): RehearsedOption => {
  const [what, upside, cost, test, dropIf] = parts;
  return { name, undo, what, upside, cost, test, dropIf };
};

/** Five alternatives; the fourth is always the reversible experiment, which contradicts no answer that the seats may give. */
export function optionsFor(
  topic: Topic,
): readonly [RehearsedOption, RehearsedOption, RehearsedOption, RehearsedOption, RehearsedOption] {
  const { subject, action } = topic;
  const [left, right] = [toNoun(topic.sides[0]), toNoun(topic.sides[1])];
  switch (topic.kind) {
    case 'choice':
      return [
        option(`Only ${topic.sides[0]}`, false, [
          `commit to ${left} and rule out ${right}, with no exceptions`,
          'one thing to learn, pay for and blame',
          `whatever only ${right} can do`,
          `list what ${right} would be used for`,
          'the list has one item nobody is ready to lose',
        ]),
        option(`Only ${topic.sides[1]}`, false, [
          `commit to ${right} and rule out ${left}, just as strictly`,
          `no more exceptions where ${left} does not fit`,
          `the habits built around ${left}`,
          `ask the biggest fan of ${left} for the three hardest cases`,
          'one of the three has no answer within a day',
        ]),
        option('Neither', false, [
          'remove the need that both of them serve',
          'nothing to maintain, and nobody who lost',
          'the work already spent on comparing them',
          'ask what would break next month without either',
          'something breaks that people pay for',
        ]),
        option('A trial first', true, [
          'use one of them for one small, real job, with the other one a step away',
          'evidence on your own ground instead of opinions',
          'a second try, if the first one fails',
          'find a job that is small, real and typical',
          'no job looks fair to both camps',
        ]),
        option('Decide later, on a trigger', true, [
          'take whichever is cheaper to leave, and name the event that reopens the question',
          'work continues today and the argument stops',
          'any advantage of moving early',
          'write the trigger in one sentence and show it to both sides',
          'they disagree about what counts as the trigger',
        ]),
      ];
    case 'safe':
      return [
        option('Go as it is', false, [
          `let ${subject} through unchanged, today`,
          'the benefit starts at once, and so does real feedback',
          'your users find the faults that you did not',
          'ask whoever gets called at night to read it first',
          'they say no',
        ]),
        option('A small group first', true, [
          SLICE.release,
          'a fault hurts ten people, not ten thousand',
          'two versions to look after for a while',
          'name the ten',
          'nobody can, or they cannot be told apart from the rest',
        ]),
        option('Hold for the worst case', false, [
          'wait until the worst outcome has been provoked on purpose, and survived',
          'the only evidence that counts against that outcome',
          'time, and the patience of whoever is waiting',
          'let three people write down the worst outcome separately',
          'they name three different ones, because then nobody understands it well enough yet',
        ]),
        option('Go with a way back', true, [
          TRIAL.release,
          'you learn for real, at the price of one switch',
          'building the switch, and using it when the number is reached',
          'use the way back once before you need it',
          'going back takes longer than the damage takes to spread',
        ]),
        option('Split it', true, [
          `let the harmless half of ${subject} go now, and judge the rest separately`,
          'a smaller question, and half the benefit today',
          'one more seam to look after',
          'mark each part harmless or not; ten minutes',
          'nobody can tell the parts apart',
        ]),
      ];
    case 'how':
      return [
        option('Manually first', false, [
          `${action} for one case, without building anything`,
          'a first result this week, and you learn where it hurts',
          'it will not carry many cases',
          'do it once, and note every step that was a guess',
          'more than half of the steps were guesses',
        ]),
        option('Copy what works', false, [
          'take what others already use, and adapt your case to it',
          'you start where others finished',
          'their limits become yours',
          'find someone who gave it up, and ask why',
          'their reason applies to you too',
        ]),
        option('Make it unnecessary', false, [
          `change what comes before, so that nobody has to ${action}`,
          'a problem that stays solved',
          'you have to change something that others own',
          'ask “what for?” three times in a row',
          'the third answer is a law or a customer',
        ]),
        option('Two ways, one week', true, [
          'two people try two approaches for a week; keep the one that gets further',
          'results decide, not opinions',
          'one of the two weeks is thrown away',
          'write down what “further” means',
          'nobody can finish that sentence',
        ]),
        option('Ask someone who failed', true, [
          `before you build anything, find someone who tried to ${action} and failed`,
          'the faults that no plan shows',
          'a few days, and some pride',
          'write to one such person today',
          'nobody with that experience can be found',
        ]),
      ];
    default:
      return [
        option('Do all of it', false, [
          topic.kind === 'should'
            ? `${action}, completely and by a fixed date`
            : `treat ${subject} as settled, completely and from a fixed date`,
          'one way of working, and undivided attention',
          'everything else waits, and there is no easy way back',
          'plan backwards from the last day to tomorrow, on one page',
          'nobody can name the last day',
        ]),
        option('Start with one part', true, [
          SLICE[topic.family],
          'a real result while the rest stays as it is',
          `two ways of dealing with ${subject} for a while`,
          'draw the boundary of the part, and count what crosses it',
          'more crosses it than stays inside',
        ]),
        option('Not now', true, [
          'decide against it for three months, say so, and fix the complaint behind it another way',
          'time for what people are already waiting for',
          'the gains of acting early, if there are any',
          'ask the last three people who complained what they want',
          'all three ask for exactly this, unprompted',
        ]),
        option('Time-boxed trial', true, [
          TRIAL[topic.family],
          'your own evidence before the big bill',
          'the discipline to stop, which is rare',
          'write the measure, the limit and the end date on one card',
          'the people involved cannot agree on the card',
        ]),
        option('The opposite', true, [
          REVERSE[topic.family],
          'you see which complaints are really about how things are today',
          'the appeal of a fresh start',
          'list the three worst complaints, and estimate one fix',
          `none of the three is about ${subject}`,
        ]),
      ];
  }
}
