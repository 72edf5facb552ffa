// The contract of the hall's tools for looking things up, as an agent gets them for its seat.
import type { JsonSchema } from '../../domain/answers/schema.ts';

/** What agents call the MCP server. */
export const TOOL_SERVER = 'hall';

/** The variable in which a program finds the token; the token itself stands in no argument. */
export const TOOL_TOKEN_VARIABLE = 'DEBATE_HALL_TOOL_TOKEN';

/** A tool of the hall, as a model sees it. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** What a call of a tool gives: texts for the model, each whole. */
export interface ToolReply {
  readonly texts: readonly string[];
  readonly isError: boolean;
}

/** The hall's tools for looking things up, for one seat; they answer only during its turn. */
export interface SeatTools {
  readonly declarations: readonly ToolDeclaration[];
  /** Address of the MCP server on this machine (Streamable HTTP), which wants the token as a bearer token. */
  readonly url: string;
  /** A secret of this seat: not for arguments, notes or logs. */
  readonly token: string;
  call(name: string, input: unknown): Promise<ToolReply>;
}
