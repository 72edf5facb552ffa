// A whole debate on worksheets, turn by turn, for the tests of the rehearsal's words.
import { compose } from '../../../src/agents/kinds/rehearsal/child/compose.ts';
import type { EarlierTurn, Request } from '../../../src/agents/kinds/rehearsal/child/sheet.ts';

export interface Written extends EarlierTurn {
  readonly seat: string;
  readonly task: string;
  readonly text: string;
}

export interface DebateRequest {
  readonly topic: string;
  readonly rounds: number;
  readonly seed?: string;
  readonly vote?: Request['vote'];
}

const MAX_REFINEMENTS = 2;

/** Every contribution in the order of the format: rounds, then votes and refinements until both approve. */
export function rehearse({ topic, rounds, seed = 'seed', vote = 'by-seed' }: DebateRequest): Written[] {
  const transcript: Written[] = [];
  const ask = (seat: string, task: string, values: Record<string, string>) => {
    const text = compose({ seed, seat, task, values, topic, transcript: [...transcript], vote, wordsPerSecond: 0 });
    transcript.push({ title: `${seat}, ${task}`, seat, task, text });
    return text;
  };
  for (let round = 1; round <= rounds; round += 1) {
    const values = { round: String(round), rounds: String(rounds) };
    ask('wind', 'speak', values);
    ask('wall', 'speak', values);
    ask('door', round === rounds ? 'decide' : 'speak', values);
  }
  for (let refinement = 1; ; refinement += 1) {
    const votes = [ask('wind', 'vote', {}), ask('wall', 'vote', {})];
    if (refinement > MAX_REFINEMENTS || votes.every((text) => text.startsWith('VOTE: APPROVE\n'))) return transcript;
    ask('door', 'refine', { refinement: String(refinement), max_refinements: String(MAX_REFINEMENTS) });
  }
}

/** What breaks the cognition rules in a contribution. */
export function violations({ seat, task, text }: Written): string[] {
  const found: string[] = [];
  const demand = (kept: boolean, rule: string) => {
    if (!kept) found.push(`${seat}: ${rule} in: ${text.slice(0, 300)}`);
  };
  if (seat === 'wind') {
    demand((text.match(/^\s*(?:\d+\.|[-*]) /gm) ?? []).length >= 2, 'two list items');
    demand(text.includes('?'), 'a question');
  }
  if (seat === 'wall') {
    demand(task !== 'speak' || /^verdict:/im.test(text), 'a verdict');
    demand(task !== 'speak' || /^evidence:/im.test(text), 'evidence');
    if (task === 'speak') demand(/\d%/.test(text), 'how sure it is');
    if (/verdict:\s*blocked/i.test(text)) {
      demand(
        /\b(?:constraint|opportunity) blocks it\b.*\bwould lift it/.test(text),
        'what blocks, and what would lift it',
      );
    }
  }
  if (seat === 'door') {
    demand(/^\d+\. /m.test(text), 'numbered lines');
    demand(/tension|pattern|structure|clarity/i.test(text), 'the tension');
  }
  return found;
}
