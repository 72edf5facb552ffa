// How a debate of the Python debate-hall-mcp ended, what was redacted in it, and what could not be taken over.
import { IMPORTED_STALEMATE } from '../../../domain/failures/import-damage.ts';
import { IMPORTED_AGENT } from '../../../domain/outcomes.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { asName, type Timed, untimed } from './draft.ts';
import { pythonTimeMs } from './hash.ts';
import { listTombstones } from './read.ts';
import type { PythonDebate } from './schema.ts';

const MAX_REASON = 1_000;

/** Whether the rules themselves record that a limit is reached, right after the last turn. */
export function limitIsReached(debate: PythonDebate): boolean {
  return debate.turns.length >= debate.max_turns || countRounds(debate) >= debate.max_rounds;
}

const countRounds = ({ turns }: PythonDebate) => Math.floor(turns.length / 3);

const say = (code: string, message: string): Timed => untimed('note-recorded', { code, message });

export function toEnding(debate: PythonDebate): Timed[] {
  const { synthesis, status } = debate;
  const close: Timed[] =
    synthesis === null
      ? []
      : [
          untimed('debate-closed', {
            outcome: limitIsReached(debate) || status === 'exhaustion' ? 'stopped-by-limit' : 'closed-manually',
            decision: { text: synthesis },
            warnings: [],
            by: IMPORTED_AGENT.agent,
          }),
        ];
  switch (status) {
    case 'active':
    case 'paused':
      return [];
    case 'synthesis':
    case 'force_closed':
      return close;
    case 'exhaustion':
      if (limitIsReached(debate)) return close;
      // Later versions call a debate exhausted when Door may not refine any more; the nearest limit of ours is the rounds.
      return [
        untimed('limit-reached', { limit: 'rounds', used: countRounds(debate), max: debate.max_rounds }),
        ...close,
      ];
    case 'stalemate':
      return [
        say(
          IMPORTED_STALEMATE,
          'Wind and Wall did not approve the decision; their votes are not in the imported file.',
        ),
        untimed('debate-force-closed', {
          reason: 'It ended in a stalemate before it was imported.',
          by: IMPORTED_AGENT.agent,
        }),
      ];
  }
}

export function toAudits(debate: PythonDebate, draftOfTurn: ReadonlyMap<number, number>): Timed[] {
  const forceCloses = debate.audit_log.filter((event) => event.action === 'force_close');
  return debate.audit_log.flatMap((event): Timed[] => {
    const ms = pythonTimeMs(event.timestamp);
    const by = asName(event.actor || IMPORTED_AGENT.agent);
    if (event.action === 'force_close') {
      // Force-closing again changed nothing but the log there; a debate of ours is force-closed once.
      return event === forceCloses[0]
        ? [{ ms, draft: { type: 'debate-force-closed', data: { reason: event.reason, by } } }]
        : [];
    }
    const turn = event.turn_index ?? -1;
    const target = draftOfTurn.get(turn);
    // A text can be removed once; of several tombstones on one turn the last is the one whose reason stands in it.
    if (target === undefined || listTombstones(debate, turn).at(-1) !== event) return [];
    const reason = event.reason.slice(0, MAX_REASON) || 'no reason given';
    return [{ ms, draft: { type: 'texts-redacted', data: { target, fields: ['/content'], reason, by } } }];
  });
}

export function toNotes(debate: PythonDebate, wordsLeftOut: number): Timed[] {
  const { audit_log: audit, github_binding: binding, mode, synthesis } = debate;
  const repeated = audit.length - new Set(audit.map(({ action, turn_index }) => `${action} ${turn_index}`)).size;
  const leftOut = [
    ...(binding ? [`The binding to ${binding.repo} (${binding.target_id}) was not taken over.`] : []),
    ...(mode === 'fixed' || mode === 'mediated' ? [] : [`The mode "${mode}" was imported as mediated order.`]),
    ...(repeated > 0 ? [`Not taken over: ${countNoun(repeated, 'repeated event')} of the audit log.`] : []),
    ...(wordsLeftOut > 0
      ? [`Not taken over: ${countNoun(wordsLeftOut, 'comment')} from after the last possible turn.`]
      : []),
    ...(debate.expected_next_role === null || synthesis !== null
      ? []
      : [`"${asName(debate.expected_next_role)}" was picked to speak next; that was not taken over.`]),
    ...(debate.octave_mode ? [] : ['That its texts are not OCTAVE was not taken over.']),
    ...(debate.injected_context.some(
      ({ injection_type: type, replied_to_turn: turn }) => type !== 'general' || turn != null,
    )
      ? ['Kinds of comments, and the turns that they answer, were not taken over.']
      : []),
    ...(debate.status === 'paused' ? ['It was paused when it was imported.'] : []),
    ...(debate.status === 'stalemate' && debate.synthesis !== null
      ? ['The text of the synthesis was not taken over.']
      : []),
  ];
  const agreed = debate.consensus_metadata?.consensus_reached === true;
  return [
    ...(agreed
      ? [say('imported-consensus', 'Wind and Wall approved the decision; their votes are not in the imported file.')]
      : []),
    ...leftOut.map((message) => say('import-left-out', message)),
  ];
}
