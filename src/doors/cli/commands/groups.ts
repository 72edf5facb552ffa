// Every command and its file, which is loaded when the command is named: in groups by what people want to do, common ones first.
import type { Command } from 'commander';

interface CommandFile {
  /** Gives the command its arguments, options and action. */
  readonly define: (command: Command) => void;
}

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandFile>;
}

const entry = (name: string, summary: string, load: CommandEntry['load']): CommandEntry => ({ name, summary, load });

export const COMMAND_GROUPS: Readonly<Record<string, readonly CommandEntry[]>> = {
  'Debate:': [
    entry('run', 'Debate a topic with the agents on this machine.', () => import('./debate/run.ts')),
    entry('check', 'Ask several agents independently and compare.', () => import('./debate/check.ts')),
    entry('review', 'Have several agents review and cross-check a change.', () => import('./debate/review.ts')),
    entry('plan', 'Have several agents settle on one plan.', () => import('./debate/plan.ts')),
    entry('resume', 'Resume a debate where it left off.', () => import('./debate/resume.ts')),
    entry('ask', 'Ask the seats of a finished debate one more question.', () => import('./debate/ask.ts')),
    entry('fork', 'Run a debate again with something changed.', () => import('./debate/fork.ts')),
    entry('watch', 'Follow a debate running in another process.', () => import('./debate/watch.ts')),
  ],
  'Read:': [
    entry('view', 'Open the hall in your browser, live.', () => import('./read/view.ts')),
    entry('list', 'List debates, most recently changed first.', () => import('./read/list.ts')),
    entry('show', 'Show a debate: outcome, panel and transcript.', () => import('./read/show.ts')),
    entry('search', 'Search topics, decisions and transcripts.', () => import('./read/search.ts')),
    entry('stats', 'Show where time, tokens and money went.', () => import('./read/stats.ts')),
    entry('verify', 'Check a ledger offline, from first byte to last.', () => import('./read/verify.ts')),
    entry('replay', 'Play a debate back and check every step.', () => import('./read/replay.ts')),
    entry('compare', 'Show how two debates differ.', () => import('./read/compare.ts')),
  ],
  'Learn:': [
    entry('outcome', 'Record how a decision turned out.', () => import('./learn/outcome.ts')),
    entry('calibration', 'Compare confidence with what turned out.', () => import('./learn/calibration.ts')),
    entry('recall', 'Find past decisions that resemble a question.', () => import('./learn/recall.ts')),
    entry('eval', 'Find out whether debates are worth their price.', () => import('./learn/eval.ts')),
    entry('recheck', "Debate a question again with today's material.", () => import('./learn/recheck.ts')),
  ],
  'Take part:': [
    entry('open', 'Start a debate with manual turns and print its ID.', () => import('./take-part/open.ts')),
    entry('say', 'Take a turn for a seat.', () => import('./take-part/say.ts')),
    entry('read', 'Look something up for a seat.', () => import('./take-part/read.ts')),
    entry('pick', 'Pick the next speaker in a mediated debate.', () => import('./take-part/pick.ts')),
    entry('interject', 'Add an interjection that every later speaker sees.', () => import('./take-part/interject.ts')),
    entry('close', 'Close a debate with a decision.', () => import('./take-part/close.ts')),
    entry('kill', 'End a debate immediately, wherever it is running.', () => import('./take-part/kill.ts')),
  ],
  'Share:': [
    entry('export', 'Export a debate as a document.', () => import('./share/export.ts')),
    entry('import', 'Import a debate from another tool.', () => import('./share/import.ts')),
    entry('sign', 'Sign a ledger with your SSH key.', () => import('./share/sign.ts')),
    entry('github', 'Share a debate on GitHub and propose its decision.', () => import('./share/github.ts')),
  ],
  'Clean up:': [
    entry('redact', 'Permanently remove text; the ledger still verifies.', () => import('./clean-up/redact.ts')),
    entry('delete', 'Permanently delete a debate: ledger and record.', () => import('./clean-up/delete.ts')),
  ],
  'Run a shared hall:': [
    entry('serve', 'Serve a shared hall over HTTP: MCP and the page.', () => import('./team/serve.ts')),
    entry('worker', 'Run the queued debates of a shared hall.', () => import('./team/worker.ts')),
    entry('queue', 'List and control the runs of workers.', () => import('./team/queue.ts')),
    entry('keys', 'Manage the keys of a shared hall.', () => import('./team/keys.ts')),
    entry('people', 'Show, export and erase the people of a shared hall.', () => import('./team/people.ts')),
    entry('audit', 'Show who did what in a shared hall.', () => import('./team/audit.ts')),
    entry('webhooks', 'Notify a chat or a program about debates.', () => import('./team/webhooks.ts')),
    entry('hall', 'Copy the debates of a hall, and remove what is old.', () => import('./team/hall.ts')),
    entry('db', 'Set up the database of a shared hall.', () => import('./team/db.ts')),
  ],
  'Set up:': [
    entry('agents', 'List agents and whether they are ready to use.', () => import('./setup/agents.ts')),
    entry('perspectives', 'List the points of view a seat can take.', () => import('./setup/perspectives.ts')),
    entry('doctor', 'Check agents, configuration and hall.', () => import('./setup/doctor.ts')),
    entry('init', 'Create a config file from the agents found.', () => import('./setup/init.ts')),
    entry('config', 'Inspect the configuration.', () => import('./setup/config.ts')),
    entry('trust', 'Decide which projects may run programs and use keys.', () => import('./setup/trust.ts')),
    entry('completion', 'Print a shell completion script.', () => import('./setup/completion.ts')),
    entry('mcp', 'Serve debates to assistants over MCP.', () => import('./setup/mcp.ts')),
    entry('plugin', 'Add slash commands to claude, codex or gemini.', () => import('./setup/plugin.ts')),
    entry('uninstall', 'List what is on this machine, and remove it.', () => import('./setup/uninstall.ts')),
    entry('acp', 'Serve a panel as one agent to editors over ACP.', () => import('./setup/acp.ts')),
  ],
};
