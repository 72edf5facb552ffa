// A sample of each class of cases of the one rule, through the command line: label, answer, reason, exit code and dissent.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OpinionsResult, opinionsResultSchema } from '../../src/domain/results/opinions-result.ts';
import { inCampaign, sample } from '../support/campaign.ts';
import { createProject, type Held, type Project } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

const YES_NO = ['Should we?'];
const OPTIONS = ['--options', 'Rust,Go,Zig', 'Which language?'];
const SEATS: Readonly<Record<string, readonly string[]>> = {
  'wind-wall-door': ['wind', 'wall', 'door'],
  panel: ['a', 'b', 'c', 'd', 'e'],
  check: ['seat-1', 'seat-2', 'seat-3', 'seat-4', 'seat-5'],
};

/**
 * Of each seat the answer before and after ("No > Yes"), the claim that moved it ("by C1"), and its vote where it does more than accept.
 * "left": its agent fails at the ballot; "then Yes": and a stand-in gives this answer. "?": not enough to say. Dissent by number of seat.
 */
const CASES = `
check          | Yes, Yes                                            | agreed      | Yes | same-from-the-start         | 0 |
check          | Yes, No                                             | not-settled |     | no-majority                 | 6 |
check          | Yes, ?                                              | not-settled |     | most-abstain                | 6 |
check          | Go, Go, Zig                                         | majority    | Go  | most-hold-it                | 6 | 3
check          | Go, ?, none of these                                | not-settled |     | most-abstain                | 6 |
check          | Go, Go, Go, Zig, ?                                  | majority    | Go  | most-hold-it                | 6 | 4 5
check          | Go, Go, Rust, Zig, ?                                | not-settled |     | no-majority                 | 6 |
wind-wall-door | Yes, Yes, Yes                                       | agreed      | Yes | same-from-the-start         | 0 |
wind-wall-door | Yes, No, Yes                                        | accepted    | Yes | none-rejects                | 0 | 2
wind-wall-door | Go, Go, Zig > Go by C1                              | accepted    | Go  | same-in-the-end             | 0 |
wind-wall-door | Go, Go, Zig > Go                                    | accepted    | Go  | same-in-the-end             | 0 |
wind-wall-door | Yes, Yes, ? > Yes by C1                             | accepted    | Yes | same-in-the-end             | 0 |
wind-wall-door | Yes, ? > Yes, Yes                                   | accepted    | Yes | none-rejects                | 0 |
wind-wall-door | Yes own, Yes own, No reject                         | majority    | Yes | most-hold-it                | 0 | 3
wind-wall-door | No > Yes by C3, No > Yes by C3, Yes                 | agreed      | Yes | same-after-the-debate       | 0 |
wind-wall-door | Yes own, No reject, Yes reject                      | not-settled |     | text-rejected               | 6 | 2 3
wind-wall-door | No > Yes by C3, No > Yes, Yes                       | not-settled |     | majority-left-without-claim | 6 |
wind-wall-door | No, No > Yes by C3, Yes                             | not-settled |     | majority-left-without-claim | 6 |
wind-wall-door | Rust, Go > Rust by C1, Zig > Rust by C1             | not-settled |     | no-majority-at-first        | 6 |
wind-wall-door | Go, Zig > ?, none of these                          | not-settled |     | most-abstain                | 6 |
wind-wall-door | Yes, Yes, No then Yes                               | accepted    | Yes | same-in-the-end             | 3 | 3
wind-wall-door | Yes, Yes then No, No                                | not-settled |     | majority-left-without-claim | 6 |
panel          | No, No                                              | agreed      | No  | same-from-the-start         | 0 |
panel          | Yes, No                                             | not-settled |     | no-majority                 | 6 |
panel          | Yes, No > Yes by C1                                 | not-settled |     | no-majority-at-first        | 6 |
panel          | Yes, No, Yes left                                   | majority    | Yes | most-hold-it                | 3 | 2
panel          | Go, Go, Zig                                         | majority    | Go  | most-hold-it                | 0 | 3
panel          | Yes, Yes, No > Yes                                  | accepted    | Yes | same-in-the-end             | 0 |
panel          | Yes, Yes, No left                                   | majority    | Yes | most-hold-it                | 3 | 3
panel          | Go, Go, Zig > Go by C1, Rust > Go by C1, ? > Go by C1 | accepted  | Go  | same-in-the-end             | 0 |
panel          | Go, Go, Zig > Go by C1, Rust > Go by C1, ? > Go     | not-settled |     | no-majority-at-first        | 6 |
panel          | Go, Go, ? > Go, ? > Go, ? > Go                      | not-settled |     | doubt-left-without-claim    | 6 |
panel          | Yes, Yes, Yes, Yes, No then Yes                     | accepted    | Yes | same-in-the-end             | 3 | 5
`;

const SEAT =
  /^(?<answer>.+?)(?: > (?<final>\S+))?(?: by (?<movedBy>C\d))?(?: (?<vote>own|reject)| (?<left>left)| then (?<next>\w+))?$/;
const inFull = (answer: string) => (answer === '?' ? 'not enough to say' : answer);

/** What the agent of the seat holds, and its stand-in. */
function readSeat(text: string): { readonly held: Held; readonly standIn?: Held } {
  const { answer = '', final = answer, movedBy, vote, left, next } = SEAT.exec(text)?.groups ?? {};
  const fails = left !== undefined || next !== undefined;
  const held: Held = {
    ...{ answer: inFull(answer), final: inFull(final) },
    ...(movedBy === undefined ? {} : { movedBy }),
    ...(vote === undefined ? {} : { vote: vote as 'own' | 'reject' }),
    ...(fails ? { failsAt: 'ballot' } : {}),
  };
  return next === undefined ? { held } : { held, standIn: { answer: next } };
}

function fill(ids: readonly string[], held: readonly string[]): void {
  const agents: Record<string, object> = {};
  const filled = held.map((text, index) => {
    const { held: own, standIn } = readSeat(text);
    const [agent, other] = [`agent-${index}`, `other-${index}`];
    agents[agent] = project.holder(agent, own);
    if (standIn !== undefined) agents[other] = project.holder(other, standIn);
    return [ids[index], standIn === undefined ? agent : { agent, standIn: other }];
  });
  if (ids === SEATS['panel']) filled.push(['writer', 'agent-0']);
  project.configure({ agents, seats: Object.fromEntries(filled), agentRetries: 0 });
}

/** What a headline says of most seats has to be true of the tallies beside it. */
function checkWords({ openings, ballot, seated }: OpinionsResult, headline: string, why: string): void {
  const isAbstention = (answer: string) => /^(?:None of these|Not enough to say)$/.test(answer);
  const countsOf = (tally: Pick<OpinionsResult['openings'], 'counts'>) =>
    tally.counts.filter(({ answer }) => !isAbstention(answer));
  const [first, last] = [countsOf(openings), countsOf(ballot.counts.length === 0 ? openings : ballot)];
  const most = (counts: typeof first) => counts.find(({ votes }) => votes * 2 > seated)?.answer;
  const answering = last.reduce((sum, { votes }) => sum + votes, 0);
  const said = (words: string) => headline.startsWith(words);
  if (said('No answer has a majority')) expect(most(last)).toBeUndefined();
  if (said('No answer had a majority before')) expect(most(first)).toBeUndefined();
  if (said('More than half of the seats reject')) {
    expect(ballot.seats.filter(({ vote }) => vote === 'reject').length * 2).toBeGreaterThan(seated);
  }
  const ahead = (first[0]?.votes ?? 0) > (first[1]?.votes ?? 0) ? first[0]?.answer : undefined;
  if (/was ahead/.test(why)) expect(/Of them only (.*), which was ahead/.exec(why)?.[1]).toBe(ahead);
  if (said('At least half of the seats chose none of the answers')) expect(answering * 2).toBeLessThanOrEqual(seated);
  if (said('Most seats end with another answer')) {
    expect([most(first), most(last)]).not.toContain(undefined);
    expect(most(last)).not.toBe(most(first));
  }
}

const cases = CASES.trim().split('\n');
it.each(
  sample(
    cases.filter((_, at) => inCampaign || at % 3 === 0),
    4,
  ),
)('%s', async (line) => {
  const [format = '', said = '', outcome, answer, reason, exit, dissent = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  const ids = SEATS[format] ?? [];
  const held = said.split(', ');
  fill(ids, held);
  const rules = format === 'wind-wall-door' ? ['--recipe', 'standard'] : ['-o', `seats=${held.length}`];
  const asked = /Yes|No\b/.test(said) ? YES_NO : OPTIONS;
  const { code, stderr } = await project.call(['run', '--id', 'd', '--format', format, ...rules, ...asked]);
  const { result, ...record } = await project.shown('d');
  const { data } = result ?? {};
  checkWords(opinionsResultSchema.parse(data), result?.headline ?? '', record.outcomeMeaning ?? '');
  expect([record.outcome, data?.['answer'], data?.['reason'], code, data?.['dissent']], stderr).toEqual([
    ...[outcome, answer === '' ? null : answer, reason, Number(exit)],
    dissent.split(' ').flatMap((number) => (number === '' ? [] : [ids[Number(number) - 1]])),
  ]);
});
