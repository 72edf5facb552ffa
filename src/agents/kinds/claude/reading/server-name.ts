// What claude calls the server through which it reads, and all of its tools.

export const SERVER_NAME = 'repository';

/** What the names of its tools begin with. */
export const TOOL_PREFIX = `mcp__${SERVER_NAME}__`;
