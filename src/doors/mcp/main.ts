#!/usr/bin/env node
// The bin `debate-hall-mcp`: the server, under the name that configurations of the Python server use.
import { enableCompileCache } from '../../support/compile-cache.ts';
import { importModule, moduleUrl } from '../../support/package-root.ts';

async function main(): Promise<void> {
  const { createMcpProgram } = (await importModule(moduleUrl('doors/mcp/program'))) as typeof import('./program.ts');
  await createMcpProgram().parseAsync();
}

enableCompileCache('mcp');
void main();
