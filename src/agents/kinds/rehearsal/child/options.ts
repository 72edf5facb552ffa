// The alternatives that a facilitator would put on the wall for a kind of question; the last one is kept for round 2.
import type { Family, Topic } from './topic.ts';

export interface Option {
  readonly name: string;
  readonly what: string;
  readonly opens: string;
  readonly costs: string;
  readonly probe: string;
  readonly kill: string;
  /** Whether it can be undone at small cost, which is what a decision without knowledge should prefer. */
  readonly undo: boolean;
}

const SLICE: Record<Family, string> = {
  replace: 'change the one part with the fewest neighbours and leave the rest alone until it has paid for itself',
  add: 'start with one case and one group of people, and give nobody else access until that case works',
  remove: 'take away the newest or least used part only, and keep the rest running',
  release: 'let the smallest group have it whose complaints would reach you the same day',
  change: 'do the one part that can stand alone, and nothing that only makes sense with the rest',
};

const REVERSE: Record<Family, string> = {
  replace: 'keep what is there and spend the same effort on its three worst complaints',
  add: 'remove something until the need for an addition is gone',
  remove: 'bring it into a state in which nobody would ask for its end',
  release: 'take one thing back that is already out, and see who notices',
  change: 'do the opposite for a short time, and watch who objects and with which reason',
};

const TRIAL: Record<Family, string> = {
  replace: 'run the old and the new side by side on one real piece of work, then throw one of them away',
  add: 'lend or rent it for four weeks and give it back unless a written measure says otherwise',
  remove: 'switch it off for one announced day, with the switch in reach, and count who asks for it',
  release: 'let it out behind a switch, with the number that turns it off agreed beforehand',
  change: 'do it for a fixed time with the old way one step away, and decide by a measure that was written down first',
};

const option = (name: string, undo: boolean, parts: readonly [string, string, string, string, string]): Option => {
  const [what, opens, costs, probe, kill] = parts;
  return { name, undo, what, opens, costs, probe, kill };
};

/** Five alternatives; the fourth is always the reversible experiment. */
export function optionsFor(topic: Topic): readonly [Option, Option, Option, Option, Option] {
  const [first, second = topic.action] = topic.terms;
  const [left, right] = topic.sides;
  switch (topic.kind) {
    case 'choice':
      return [
        option(`Only “${left}”`, false, [
          `take “${left}” for everything and forbid “${right}”, exceptions included`,
          'one thing to learn, to pay and to blame',
          `whatever only “${right}” can do, for good`,
          `list what “${right}” is used for today, or would be`,
          'the list holds one item that nobody is ready to lose',
        ]),
        option(`Only “${right}”`, false, [
          `take “${right}” for everything, with the same strictness`,
          `the things for which “${left}” always needed an exception`,
          `the habits that were built around “${left}”`,
          `ask the strongest friend of “${left}” for the three hardest cases`,
          'one of the three gets no answer within a day',
        ]),
        option('Neither of the two', false, [
          'remove the need to which both are an answer',
          'no choice to maintain, and nobody who lost it',
          'the work that was already put into comparing them',
          'ask what would break next month if both were forbidden',
          'something would break that people pay for',
        ]),
        option('The same job twice', true, [
          `do one small real job with “${left}” and with “${right}”, judged by a measure that is written down before`,
          'a comparison on your own ground instead of opinions',
          'the time for doing it twice',
          'find a job that is small, real and typical',
          'no job can be named that both friends accept as fair',
        ]),
        option('Later, with a trigger', true, [
          'take the cheaper one to leave, and name the event that opens the question again',
          'work goes on today and the dispute stops',
          'the advantage of having been early',
          'write the trigger in one sentence and show it to both sides',
          'they do not agree on what would count as the event',
        ]),
      ];
    case 'safe':
      return [
        option('Go as it is', false, [
          `let “${first}” go out unchanged, today`,
          'the benefit starts at once, and so does real feedback',
          'the chance to find the fault before strangers do',
          'ask who is called at night if it goes wrong, and let that person read it',
          'that person says no',
        ]),
        option('Only to a few', true, [
          SLICE.release,
          'a fault that hurts ten and not ten thousand',
          'two states have to be kept alive for a while',
          'name the ten',
          'nobody can be named, or the few can not be told apart from the rest',
        ]),
        option('Hold for the worst case', false, [
          'stop until the single worst outcome has been provoked on purpose and survived',
          'the only evidence that counts against that outcome',
          'time, and the patience of whoever waits',
          'let three people write down the worst outcome without talking to each other',
          'they name three different ones: then it is not understood well enough for any choice',
        ]),
        option('Go with a way back', true, [
          TRIAL.release,
          'learning in earnest, at the price of one switch',
          'the work for the switch, and discipline when the number is reached',
          'use the way back once, before it is needed',
          'going back takes longer than the damage needs to spread',
        ]),
        option('Cut it in two', true, [
          `let the harmless half of “${second}” go now and judge the rest alone`,
          'a smaller question, and half of the benefit today',
          'an additional seam where the halves meet',
          'mark every part as harmless or not; ten minutes',
          'the parts can not be told apart',
        ]),
      ];
    case 'how':
      return [
        option('The shortest way', false, [
          `do “${first}” by hand, for one case, without building anything`,
          'the first result this week, and knowledge of where it hurts',
          'it will not carry many cases',
          'do it once, and write down every step that was a guess',
          'more than half of the steps were guesses',
        ]),
        option('Borrow it', false, [
          `take what others already use for “${second}” and bend your case to it`,
          'you start where others ended',
          'their limits become yours',
          'find one that was given up by somebody, and the reason',
          'the reason fits you as well',
        ]),
        option('Make it unnecessary', false, [
          `change what comes before, so that nobody needs “${first}”`,
          'a problem that stays solved',
          'you must move something that others own',
          'ask three times in a row what it is needed for',
          'the third answer is a law or a customer',
        ]),
        option('Two ways, one week', true, [
          'let two people try two different ways for a week and keep the one that got further',
          'a choice made by results',
          'one of the two weeks is thrown away',
          'write down beforehand what “further” means',
          'that sentence does not get finished',
        ]),
        option('Ask whoever failed at it', true, [
          `before anything is built, find someone for whom “${first}” went wrong and listen`,
          'the faults that no plan shows',
          'a few days, and some pride',
          'one message to one such person',
          'nobody with that experience can be found',
        ]),
      ];
    default:
      return [
        option(topic.kind === 'should' ? 'Do it whole' : 'Take it at its word', false, [
          topic.kind === 'should'
            ? `carry out “${topic.action}” completely, with a date on which the old way ends`
            : `act as if “${topic.action}” were settled, completely and from a fixed date on`,
          'one way of working, and attention that is not divided',
          'everything else waits, and the way back closes when the old way ends',
          'plan backwards from the last day to tomorrow, on one page',
          'nobody can name that last day',
        ]),
        option('One slice first', true, [
          SLICE[topic.family],
          'a real result while most of the present state stays untouched',
          `two states side by side, and “${first}” in both of them`,
          'draw the border of the slice and count what crosses it',
          'more crosses the border than stays inside',
        ]),
        option('Leave it, on purpose', true, [
          `decide against “${topic.action}” for a fixed time, say so, and serve the complaint behind it in another way`,
          'time and trust for what people already wait for',
          `whatever “${second}” would have made possible in the meantime`,
          'ask the last three who complained what they would rather have',
          'all three name this very thing, unprompted',
        ]),
        option('Trial with an end', true, [
          TRIAL[topic.family],
          'evidence of your own, before the large bill',
          'the discipline to end it, which is rare',
          'write the measure, the limit and the date on one card',
          'those concerned can not agree on the card',
        ]),
        option('The other way round', true, [
          REVERSE[topic.family],
          'it shows which part of the wish is about the thing and which about the present state',
          'the appeal of a new beginning',
          'name the three complaints and estimate one of them',
          `none of the three has to do with “${first}”`,
        ]),
      ];
  }
}
