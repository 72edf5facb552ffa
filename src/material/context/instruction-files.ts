// Recognises files that agent CLIs take instructions, tools or commands from, by their paths.

const FOLDERS =
  /^\.(?:claude|claude-plugin|codex|gemini|agents|cursor|windsurf|clinerules|aider.*|qwen|opencode|kiro|roo)$/i;
const FILES =
  /^(?:(?:CLAUDE|AGENTS?|GEMINI|QWEN|COPILOT|WARP)(?:\..+)?\.md|\.mcp\.json|\.claude\.json|\.(?:cursor|windsurf|cline|roo)rules|\.aider.*|copilot-instructions\.md)$/i;

/** `path` is relative to the root of the repository, with "/". */
export function isInstructionFile(path: string): boolean {
  const parts = path.split('/');
  return FILES.test(parts.at(-1) ?? '') || parts.some((part) => FOLDERS.test(part));
}
