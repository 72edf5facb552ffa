// What claude calls the hall's tools.
import { TOOL_SERVER } from '../../../material/reading/seat-tools.ts';

/** What their names begin with. */
export const TOOL_PREFIX = `mcp__${TOOL_SERVER}__`;
