// The tools for looking things up, written out, since the tools themselves load zod.
export const TOOL_NAMES = [
  ...['list_files', 'search_text', 'read_file', 'git_log', 'git_show', 'git_blame', 'read_document', 'find_decisions'],
];
