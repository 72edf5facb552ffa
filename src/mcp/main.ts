#!/usr/bin/env node
// The bin `debate-hall-mcp`: the server, under the name that configurations of the Python server use.
import { enableCompileCache } from '../support/compile-cache.ts';

enableCompileCache();
const { createMcpProgram } = await import('./program.ts');
await createMcpProgram('debate-hall-mcp').parseAsync();
