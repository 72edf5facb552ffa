#!/usr/bin/env node
// The bin `debate-hall-mcp`: the server, under the name that configurations of the Python server use.
import { createMcpProgram } from './program.ts';

await createMcpProgram('debate-hall-mcp').parseAsync();
