// Stands in for claude, codex and gemini where plug-ins are concerned: adds, removes and lists, each as that program does, keeps what it
// was asked in FAKE_LOG, and fails at the arguments that FAKE_FAILS begins with.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [, script, ...args] = process.argv;
const program = path.basename(script);
const { FAKE_LOG: log, FAKE_FAILS: fails, FAKE_LIST: list } = process.env;
const words = args.join(' ');
appendFileSync(log, `${program} ${words}\n`);
if (fails !== undefined && words.startsWith(fails)) {
  console.error('It did not work.');
  process.exit(1);
}

const file = `${log}.${program}.json`;
const state = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const save = () => writeFileSync(file, JSON.stringify(state));

const LISTS = {
  claude: () => (state.plugin ? [{ id: 'debate-hall@debate-hall', readFromFolder: state.source }] : []),
  codex: () => ({
    installed: state.plugin
      ? [{ pluginId: 'debate-hall@debate-hall', marketplaceSource: { source: state.source } }]
      : [],
  }),
  gemini: () => (state.plugin ? [{ name: 'debate-hall', installMetadata: { source: state.source } }] : []),
};

if (/^plugin marketplace add /.test(words)) state.source = args[3];
else if (/^extensions install /.test(words)) Object.assign(state, { source: args[2], plugin: true });
else if (/^plugin (install|add) /.test(words)) state.plugin = true;
else if (/^plugin (uninstall|remove) |^extensions uninstall /.test(words)) delete state.plugin;
else if (/^plugin marketplace remove /.test(words)) delete state.source;
else {
  const printed = list ?? JSON.stringify(LISTS[program](), null, 2);
  if (program === 'gemini') process.stderr.write(`Loaded cached credentials.\n${printed}`);
  else process.stdout.write(printed);
}
save();
