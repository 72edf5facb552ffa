#!/usr/bin/env node
// Stands in for claude: reports the working directory that it was given, and the files in it, as a finding.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

if (process.argv.includes('--version')) {
  console.log('2.1.197 (Claude Code)');
} else {
  const folder = process.cwd();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const finding = {
    ...{ severity: 'P2', title: `Saw ${files.length} files`, file: 'src/cart.js', line: 1 + files.length },
    ...{ detail: JSON.stringify({ folder, files }), fix: 'None.', evidence: null },
  };
  const answer = { findings: [finding], residual_risks: [], open_questions: [] };
  console.log(JSON.stringify({ type: 'result', subtype: 'success', is_error: false, result: JSON.stringify(answer) }));
}
