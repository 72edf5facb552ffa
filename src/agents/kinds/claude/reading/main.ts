// The program through which claude reads in a copy of the repository: three tools over the Model Context Protocol, on
// standard input and output. It is all that claude can look at anything with; claude's own tools are switched off.
import { runInNewContext } from 'node:vm';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { openCopy, UnreadableError } from './copy.ts';
import { SERVER_NAME } from './server-name.ts';

/** A pattern can be made to take for ever. */
const LONGEST_ANSWER_MS = 5_000;

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const glob = z.string().optional().describe('Only files whose path matches, such as src/**/*.ts');
const skip = z.int().min(0).optional().describe('How many results to pass over');

function createResult(text: string, isError: boolean): CallToolResult {
  return { content: [{ type: 'text', text }], isError };
}

function runTool(find: () => string): CallToolResult {
  try {
    return createResult(runInNewContext('find()', { find }, { timeout: LONGEST_ANSWER_MS }), false);
  } catch (error) {
    if (error instanceof UnreadableError) return createResult(error.message, true);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return createResult('This took too long. Try a simpler pattern.', true);
    // Messages of the system name the folder.
    return createResult(`It cannot be read (${code ?? 'unknown'}).`, true);
  }
}

function createServer(folder: string): McpServer {
  const copy = openCopy(folder);
  const server = new McpServer({ name: SERVER_NAME, version: '1' });
  server.registerTool(
    'list_files',
    {
      description: 'Lists the files of the repository, by their paths from its root.',
      inputSchema: z.strictObject({ glob, skip }),
      annotations: READS,
    },
    (request) => runTool(() => copy.list(request)),
  );
  server.registerTool(
    'search_files',
    {
      description: 'Searches the files of the repository line by line, for a regular expression of JavaScript.',
      inputSchema: z.strictObject({ pattern: z.string(), glob, ignoreCase: z.boolean().optional(), skip }),
      annotations: READS,
    },
    (request) => runTool(() => copy.search(request)),
  );
  server.registerTool(
    'read_file',
    {
      description: 'Reads a file of the repository, with line numbers.',
      inputSchema: z.strictObject({
        path: z.string().describe('From the root of the repository, as list_files gives it'),
        line: z.int().min(1).optional().describe('The first line'),
        lines: z.int().min(1).optional().describe('How many lines'),
      }),
      annotations: READS,
    },
    (request) => runTool(() => copy.read(request)),
  );
  return server;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('The folder to read in is missing.');
serveStdio(() => createServer(folder));
