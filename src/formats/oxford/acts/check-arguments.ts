// An argument as a side gives it: what it is asked to fit, and everything that the rules hold against one.
import { isBlank } from '../../../domain/answers/nothing.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { createNameReader } from '../../common/named.ts';
import type { Argument } from '../answers.ts';
import { argumentsDue } from '../setup.ts';

const MAX_GROUNDS = 3;
const MAX_ATTACKS = 3;
const MAX_DEFENDS = 2;

/** Arguments of earlier exchanges, which are all that an argument may aim at. */
export interface Targets {
  readonly own: readonly string[];
  readonly opposing: readonly string[];
}

/** Finds the argument that a side aims at; the words themselves where they name none. */
export function createTargetFinder({ own, opposing }: Targets): (said: string) => string {
  const find = createNameReader([...own, ...opposing].map((id) => [id, id]));
  return (said) => find(said) ?? said.trim();
}

const listed = (ids: readonly string[]) => (ids.length === 0 ? 'there are none yet' : `those are ${ids.join(', ')}`);

const AIMS = ['attacks', 'defends'] as const;

function checkTarget(target: string, { own, opposing }: Targets, aims: (typeof AIMS)[number]) {
  const [allowed, others] = aims === 'attacks' ? [opposing, own] : [own, opposing];
  if (allowed.includes(target)) return undefined;
  const whose = aims === 'attacks' ? "the other side's arguments" : 'your own arguments';
  const shown = JSON.stringify(target.slice(0, 40));
  const why = others.includes(target)
    ? `${shown} is not one of ${whose}`
    : `no earlier exchange has an argument ${shown}`;
  return `${why}; ${whose}: ${listed(allowed)}`;
}

function checkTexts(argument: Argument, at: string): string[] {
  const texts: [string, string][] = [
    [`${at}.title`, argument.title],
    [`${at}.claim`, argument.claim],
    ...argument.grounds.flatMap(({ source, content, relevance }, index): [string, string][] => [
      [`${at}.grounds[${index}].source`, source],
      [`${at}.grounds[${index}].content`, content],
      [`${at}.grounds[${index}].relevance`, relevance],
    ]),
    [`${at}.warrant`, argument.warrant],
    ...AIMS.flatMap((aims) =>
      (argument[aims] ?? []).map(({ content }, index): [string, string] => [
        `${at}.${aims}[${index}].content`,
        content,
      ]),
    ),
  ];
  return texts.filter(([, text]) => isBlank(text)).map(([place]) => `${place}: is empty`);
}

function checkTargets(argument: Argument, at: string, targets: Targets): string[] {
  const findId = createTargetFinder(targets);
  return AIMS.flatMap((aims) =>
    (argument[aims] ?? []).flatMap(({ target_id }, index) => {
      const wrong = checkTarget(findId(target_id), targets, aims);
      return wrong === undefined ? [] : [`${at}.${aims}[${index}].target_id: ${wrong}`];
    }),
  );
}

function checkCounts({ grounds, attacks, defends }: Argument, at: string, opening: boolean): string[] {
  const [attacking, defending] = [attacks?.length ?? 0, defends?.length ?? 0];
  const wrongGrounds = grounds.length < 1 || grounds.length > MAX_GROUNDS;
  return [
    ...(wrongGrounds ? [`${at}.grounds: must have 1 to ${MAX_GROUNDS} entries, not ${grounds.length}`] : []),
    ...(opening && attacking + defending > 0 ? [`${at}: the opening neither attacks nor defends`] : []),
    ...(!opening && attacking > MAX_ATTACKS ? [`${at}.attacks: at most ${MAX_ATTACKS}, not ${attacking}`] : []),
    ...(!opening && defending > MAX_DEFENDS ? [`${at}.defends: at most ${MAX_DEFENDS}, not ${defending}`] : []),
  ];
}

/** Everything that the rules hold against these arguments of one side in one exchange. */
export function checkArguments(given: readonly Argument[], exchange: number, targets: Targets): string[] {
  const due = argumentsDue(exchange);
  const opening = exchange === 0;
  const count =
    given.length === due
      ? []
      : [`arguments: must have exactly ${countNoun(due, 'entry', 'entries')}, not ${given.length}`];
  return [
    ...count,
    ...given.flatMap((argument, index) => {
      const at = `arguments[${index}]`;
      const aims = opening ? [] : checkTargets(argument, at, targets);
      return [...checkTexts(argument, at), ...checkCounts(argument, at, opening), ...aims];
    }),
  ];
}
