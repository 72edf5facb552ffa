// Checks every agent that npm has with `doctor --agent NAME --loopback`, with and without a sandbox, and prints the table of
// docs/reference/checked-agents.md. `--write` keeps the results and puts the table there; names of agents hold only those, and the others stay as they
// were. `npm run agents` installs them first.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type AgentCheck, agentCheckSchema } from '../../../src/hall/operations/setup/agent-check/agent-check.ts';
import { CANDIDATES, type Candidate, NODE } from './candidates.ts';
import { type Result, readResults, renderTable, writeResults, writeTable } from './results.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/cli/start.cjs', import.meta.url));

/** What a check prints; its exit code says only whether it was passed. */
async function runDoctor(agent: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const args = [PROGRAM, 'doctor', '--agent', agent, '--loopback', '--json'];
  return await new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, env }, (_error, stdout, stderr) =>
      stdout.includes('"seen"') ? resolve(stdout) : reject(new Error(`${agent}: ${stdout}${stderr}`)),
    );
  });
}

async function checkCandidate(candidate: Candidate, sandbox: 'required' | 'off'): Promise<AgentCheck> {
  const { agent, program, file, settings, version } = candidate;
  const root = mkdtempSync(join(tmpdir(), 'check-'));
  try {
    const [home, bin, cwd] = ['home', 'bin', 'project'].map((name) => join(root, name)) as [string, string, string];
    for (const folder of [home, bin, cwd]) mkdirSync(folder);
    symlinkSync(file, join(bin, program));
    writeFileSync(
      join(cwd, 'debate-hall.config.json'),
      JSON.stringify({ agents: { [agent]: { ...settings, sandbox } } }),
    );
    const env = { PATH: [bin, NODE, '/usr/bin:/bin'].join(':'), HOME: home, LANG: 'C.UTF-8', DEBATE_HALL_TRUST: cwd };
    const check = agentCheckSchema().parse(JSON.parse(await runDoctor(agent, cwd, env)));
    return { ...check, version: check.version ?? version ?? null };
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** How long things took depends on the machine. */
function withoutTimes({ seen, checkedAt, ...check }: AgentCheck): AgentCheck {
  const times = { cancelMs: seen.cancelMs === null ? null : 0, firstAnswerMs: 0, durationMs: 0 };
  return { ...check, checkedAt: checkedAt.slice(0, 10), seen: { ...seen, ...times } };
}

const isAlike = (one: Result, other: Result) =>
  one.form === other.form &&
  one.check.agent === other.check.agent &&
  one.check.version === other.check.version &&
  one.check.sandbox === other.check.sandbox;

const rank = ({ form, check }: Result) =>
  CANDIDATES.findIndex((each) => each.agent === check.agent && (each.form ?? null) === form);

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const isWanted = ({ agent }: Candidate) => positionals.length === 0 || positionals.includes(agent);
/** Versions that are no longer checked go with a run of all. */
let results: readonly Result[] = positionals.length === 0 ? [] : readResults();
for (const candidate of CANDIDATES.filter(isWanted)) {
  for (const sandbox of ['off', 'required'] as const) {
    const result = { form: candidate.form ?? null, check: withoutTimes(await checkCandidate(candidate, sandbox)) };
    const { agent, version, problems } = result.check;
    console.error(`${agent} ${version} (sandbox ${sandbox}): ${problems.join('; ') || 'passed'}`);
    results = [...results.filter((each) => !isAlike(each, result)), result].sort((a, b) => rank(a) - rank(b));
    if (values.write === true) writeResults(results);
  }
}
const table = renderTable(results);
console.log(table);
if (values.write === true) writeTable(table);
