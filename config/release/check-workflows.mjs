// Checks the workflows with GitHub's own parser, expressions included, and what it leaves open: `npm run workflows`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';

const FOLDER = path.resolve(import.meta.dirname, '../../.github/workflows');
const files =
  process.argv.length > 2 ? process.argv.slice(2) : readdirSync(FOLDER).map((name) => path.join(FOLDER, name));

for (const file of files) {
  const content = readFileSync(file, 'utf8');
  const { context, value } = parseWorkflow({ name: file, content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  const problems = context.errors.getErrors().map(({ message }) => message);
  for (const [, action] of content.matchAll(/uses: (\S+)/g))
    if (!/@[0-9a-f]{40}$/.test(action)) problems.push(`${action} is not named by its commit.`);
  if (!/^permissions:\n {2}contents: read$/m.test(content))
    problems.push('It does not begin with permission to read alone.');
  if (/pull_request_target|secrets\./.test(content))
    problems.push('It has secrets, or runs code of forks with rights.');
  for (const problem of problems) process.stdout.write(`${path.basename(file)}: ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
