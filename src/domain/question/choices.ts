// What can be chosen of a question and of what follows from its answers; apart from the schemas, which no command line needs.
export const ANSWER_KINDS = ['yes-no', 'choice', 'ranking', 'number', 'probability', 'text'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** The options of a question that asks for nothing else. */
export const YES_NO: readonly string[] = ['Yes', 'No'];

/** How many can answer the same question at once, each by itself. */
export const MOST_ANSWERS = 12;

/** What follows from openings that all agree: nothing, the end, or one adversarial look before it. */
export const GATES = ['off', 'on', 'challenge'] as const;

/** What an answer counts: the same for every seat, its confidence in percent, or what its agent's earlier answers were worth. */
export const WEIGHTS = ['none', 'confidence', 'calibration'] as const;
