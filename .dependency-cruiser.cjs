// Imports point inward only; docs/architecture.md explains the layers that these rules hold in place.
const below = (folders) => `^src/(${folders.join('|')})/`;
const outside = (folders) => `^src/(?!${folders.map((folder) => `${folder}/`).join('|')})`;

const CORE = ['domain', 'formats'];
const INNER = ['engine', 'runner'];
const ADAPTERS = [
  ...['agents', 'audit', 'auth', 'config', 'context', 'database', 'exporters', 'github', 'interop', 'ledger'],
  ...[
    'model-server',
    'outboxes',
    'permits',
    'process',
    'prompts',
    'queues',
    'signatures',
    'stores',
    'telemetry',
    'usage',
    'webhooks',
  ],
];
const DOORS = ['cli', 'acp', 'mcp', 'serve', 'web'];
/** What formats do alike is no implementation, so everyone may use it. */
const COMMON = below(['formats/common']);
const PLURALS = below(['formats', 'agents/kinds', 'stores', 'outboxes', 'queues', 'permits', 'exporters']);
const IMPLEMENTATION = `${PLURALS}[^/]+/`;

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'core-is-pure',
      severity: 'error',
      from: { path: below(['access', ...CORE]) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-zod-in-core',
      severity: 'error',
      from: { path: below(['access', ...CORE]) },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'domain-sees-nothing',
      severity: 'error',
      from: { path: below(['domain']) },
      to: { path: outside(['domain']) },
    },
    {
      name: 'formats-see-domain',
      severity: 'error',
      from: { path: below(['formats']) },
      to: { path: outside(CORE) },
    },
    {
      name: 'access-sees-domain',
      severity: 'error',
      from: { path: below(['access']) },
      to: { path: outside(['access', 'domain']) },
    },
    {
      name: 'contracts-only',
      severity: 'error',
      from: { path: below([...INNER, 'operations', 'ledger', 'github', ...DOORS]) },
      to: { path: IMPLEMENTATION, pathNot: COMMON },
    },
    {
      name: 'implementations-are-islands',
      severity: 'error',
      from: { path: `${PLURALS}([^/]+)/`, pathNot: COMMON },
      to: { path: '^src/$1/[^/]+/', pathNot: ['^src/$1/$2/', COMMON] },
    },
    {
      name: 'common-rules-see-no-format',
      severity: 'error',
      from: { path: COMMON },
      to: { path: below(['formats/[^/]+']), pathNot: COMMON },
    },
    {
      name: 'support-sees-nothing',
      severity: 'error',
      from: { path: below(['support']) },
      to: { path: outside(['support']) },
    },
    {
      name: 'adapters-do-not-drive',
      severity: 'error',
      from: { path: below(ADAPTERS) },
      to: { path: below([...INNER, 'operations', 'compose', ...DOORS]) },
    },
    {
      name: 'http-is-a-shell',
      severity: 'error',
      // What doors that speak HTTP share knows no hall.
      from: { path: below(['http']) },
      to: { path: outside(['http', 'domain', 'support']) },
    },
    {
      name: 'runner-is-inner',
      severity: 'error',
      from: { path: below(INNER) },
      to: { path: below(['operations', 'compose', 'github', ...DOORS]) },
    },
    {
      name: 'operations-are-inner',
      severity: 'error',
      from: { path: below(['operations']) },
      to: { path: below(['compose', ...DOORS]) },
    },
    {
      name: 'doors-are-siblings',
      severity: 'error',
      from: { path: below(DOORS.filter((door) => door !== 'cli')) },
      to: { path: below(['cli']) },
    },
    {
      name: 'page-sees-domain',
      severity: 'error',
      from: { path: below(['page']) },
      to: { path: outside(['page', 'domain']) },
    },
    {
      name: 'page-is-for-browsers',
      severity: 'error',
      from: { path: below(['page']) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-reports-leave-the-page',
      severity: 'error',
      from: { path: outside(['page']) },
      to: { path: '^src/page/(?!report/)' },
    },
    {
      name: 'page-is-for-html',
      severity: 'error',
      from: { path: outside(['page', 'exporters/html', 'web']) },
      to: { path: below(['page']) },
    },
    {
      name: 'reading-is-loaded-on-demand',
      severity: 'error',
      // A debate without --read and without web pages pays nothing for them.
      from: { path: '^src/', pathNot: '^src/(reading|context/web)/' },
      to: {
        path: '^src/(reading|context/web/(fetch-page|page-text|read-body|network-addresses))',
        pathNot: '^src/reading/unreadable',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-process-starts-programs',
      severity: 'error',
      // The rehearsal's child is a program of its own.
      from: { path: '^src/', pathNot: '^src/(process|agents/kinds/rehearsal/child)/' },
      to: { path: '^(child_process|cluster|worker_threads)$|node_modules/execa/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
