// Groups of tools of the MCP server. Apart from what a configuration may be, which a server loads only where there is one.
export const TOOLSET_NAMES = ['core', 'github', 'asymmetric', 'review', 'memory', 'what-if'] as const;
