#!/usr/bin/env node
// The bin `debate-hall-mcp`: the server, under the name that configurations of the Python server use.
import { enableCompileCache } from '../support/compile-cache.ts';
import { importModule, moduleUrl } from '../support/package-root.ts';

enableCompileCache();
importModule(moduleUrl('mcp/program')).then(({ createMcpProgram }) =>
  (createMcpProgram as typeof import('./program.ts').createMcpProgram)('debate-hall-mcp').parseAsync(),
);
