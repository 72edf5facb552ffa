// What that program accepts and our rules do not: it is named, and left out of an import that is made all the same.
import type { Aim } from './argument-body.ts';
import type { FolderArgument, FolderProblem, ScoresFile } from './schema.ts';

type Report = (problem: FolderProblem) => void;

const ATTACKS = ['claim_attack', 'grounds_attack', 'warrant_attack', 'backing_attack'];
const DEFENCES = ['reinforce', 'clarify', 'concede_and_pivot'];

/** The arguments without attacks and defences that aim at what they may not aim at, or are of no known kind. */
export function withLegalAims(given: readonly FolderArgument[], report: Report): FolderArgument[] {
  const byId = new Map(given.map((argument) => [argument.id, argument]));
  return given.map((argument) => {
    const legal = (kinds: readonly string[], ofSide: (side: string) => boolean, what: string) => (aim: Aim) => {
      const target = byId.get(aim.target);
      const reason =
        target === undefined
          ? 'which does not exist'
          : target.exchange >= argument.exchange
            ? 'which is not from an earlier exchange'
            : !ofSide(target.side)
              ? `which is on ${what === 'attack' ? 'its own' : 'the other'} side`
              : kinds.includes(aim.type)
                ? undefined
                : `whose kind "${aim.type}" is unknown`;
      if (reason === undefined) return true;
      report({ field: `arguments/${argument.id}.md`, message: `has an ${what} on "${aim.target}", ${reason}` });
      return false;
    };
    return {
      ...argument,
      attacks: argument.attacks.filter(legal(ATTACKS, (side) => side !== argument.side, 'attack')),
      defends: argument.defends.filter(legal(DEFENCES, (side) => side === argument.side, 'aim to defend')),
    };
  });
}

const TOLERANCE = 10;
const MOST = 500;
const thousandths = (score: number) => Math.round(score * 1_000);

/** The scores without any rescore if some of them break the zero sum or their bounds. */
export function withLegalRescores(
  scores: ScoresFile,
  findExchange: (id: string) => number | undefined,
  report: Report,
): ScoresFile {
  const sums = new Map<number, number>();
  const wrong: string[] = [];
  for (const [id, { history }] of Object.entries(scores)) {
    history.slice(1).forEach((entry, index) => {
      const before = history[index]?.score ?? 0;
      const exchange = findExchange(entry.triggered_by ?? '');
      const delta = thousandths(entry.score) - thousandths(before);
      if (exchange === undefined || exchange <= (findExchange(id) ?? 0))
        wrong.push(`that of "${id}" belongs to no later exchange`);
      else if (Math.abs(delta) > MOST || Math.abs(entry.score) > 1)
        wrong.push(`that of "${id}" goes from ${before} to ${entry.score}`);
      else sums.set(exchange, (sums.get(exchange) ?? 0) + delta);
    });
  }
  for (const [exchange, sum] of sums) {
    if (Math.abs(sum) > TOLERANCE) wrong.push(`those of exchange ${exchange} sum to ${sum / 1_000}`);
  }
  if (wrong.length === 0) return scores;
  report({
    field: 'scores.json',
    message: `has invalid rescores: ${wrong.join('; ')}; the first scores stand`,
  });
  return Object.fromEntries(
    Object.entries(scores).map(([id, { history }]) => {
      const first = history.slice(0, 1);
      return [id, { current_score: first[0]?.score ?? 0, history: first }];
    }),
  );
}
