// Arguments for every tool of a server, for tests that try all of them.

export const TOPIC = 'Should we adopt it?';
export const TURN = '- A\n- B\n\nWhich?';

/** Arguments for every tool, about a debate of this name. */
export const argsFor = (id: string): Record<string, Record<string, unknown>> => ({
  add_turn: { thread_id: id, role: 'Wind', content: TURN },
  get_debate: { thread_id: id, include_transcript: true },
  close_debate: { thread_id: id, synthesis: 'Done.' },
  pick_next_speaker: { thread_id: id, role: 'Wind' },
  force_close_debate: { thread_id: id, reason: 'No.' },
  tombstone_turn: { thread_id: id, turn_index: 0, reason: 'No.' },
  resume_debate: { thread_id: id },
  verify_debate: { thread_id: id },
  export_debate: { thread_id: id },
  debate_join: { debate_id: id, role: 'fresh' },
  debate_position: { session_id: `${id}:fresh:${'0'.repeat(32)}`, content: 'A.' },
  debate_challenge: { session_id: `${id}:fresh:${'0'.repeat(32)}`, content: 'A.' },
  debate_converge: { debate_id: id },
  debate_status: { debate_id: id },
  debate_human_review: { debate_id: id, action: 'approve' },
  debate_cancel: { debate_id: id },
  debate_delete: { debate_id: id },
  record_outcome: { thread_id: id, outcome: 'right' },
  debate_ask: { thread_id: id, question: 'Why?' },
  fork_debate: { thread_id: id },
  compare_debates: { thread_id: id, other_thread_id: id, other_id: id },
  replay_debate: { thread_id: id },
  github_sync_debate: { thread_id: id, repo: 'a/b', target_id: 1 },
  github_list_comments: { thread_id: id },
  human_interject: { thread_id: id, comment_id: 1 },
  ratify_rfc: { thread_id: id, repo: 'a/b', adr_number: 1 },
});
/** For those that are about no debate. */
export const ABOUT_NONE: Record<string, Record<string, unknown>> = {
  init_debate: { topic: TOPIC, thread_id: 'made' },
  debate_auto: { topic: TOPIC, thread_id: 'made' },
  debate_start: { prompt: TOPIC },
  debate_history: {},
  list_agents: {},
  calibration: {},
  run_agent: { agent: 'rehearsal', prompt: TOPIC },
  debate_review: {},
  debate_plan: { topic: TOPIC },
  debate_360: {},
  recall_decisions: { question: TOPIC },
};
