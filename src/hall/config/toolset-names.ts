// Groups of tools of the MCP server.

export const TOOLSET_NAMES = ['core', 'github', 'asymmetric', 'review', 'memory', 'what-if'] as const;
export type ToolsetName = (typeof TOOLSET_NAMES)[number];
