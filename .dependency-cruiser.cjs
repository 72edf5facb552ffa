// Imports point downward only; docs/architecture.md explains the floors that these rules hold in place.
const FLOORS = [
  ['doors'],
  ['hall'],
  ['runner', 'exchange'],
  ['ledger', 'agents'],
  ['material', 'platform'],
  ['formats', 'page', 'process', 'net'],
  ['domain', 'support'],
];
const below = (folders) => `^src/(${folders.join('|')})/`;

/** A room sees only the floors below its own. */
const downward = FLOORS.flatMap((rooms, floor) =>
  rooms.map((room) => ({
    name: `${room}-sees-below`,
    severity: 'error',
    from: { path: below([room]) },
    to: {
      path: below(
        FLOORS.slice(0, floor + 1)
          .flat()
          .filter((other) => other !== room),
      ),
    },
  })),
);

const PURE = ['domain', 'formats', 'platform/access'];
/** What formats do alike is no implementation, so everyone may use it. */
const COMMON = below(['formats/common']);
const CONTRACTS = [
  ...['agents/kinds', 'exchange/exporters', 'formats', 'ledger/stores'],
  ...['platform/outboxes', 'platform/permits', 'platform/queues'],
];
const PLURALS = below(CONTRACTS);

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...downward,
    {
      name: 'core-is-pure',
      severity: 'error',
      from: { path: below(PURE) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-zod-in-core',
      severity: 'error',
      from: { path: below(PURE) },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'contracts-only',
      severity: 'error',
      from: { path: '^src/', pathNot: [...CONTRACTS.map((plural) => `^src/${plural}/`), '^src/hall/compose/'] },
      to: { path: `${PLURALS}[^/]+/`, pathNot: COMMON },
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
      name: 'operations-see-no-composition',
      severity: 'error',
      from: { path: below(['hall/operations']) },
      to: { path: below(['hall/compose']) },
    },
    {
      name: 'doors-see-no-command-line',
      severity: 'error',
      from: { path: '^src/doors/(?!cli/)' },
      to: { path: below(['doors/cli']) },
    },
    { name: 'page-sees-domain', severity: 'error', from: { path: below(['page']) }, to: { path: below(['support']) } },
    {
      name: 'page-is-for-browsers',
      severity: 'error',
      from: { path: below(['page']) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-reports-leave-the-page',
      severity: 'error',
      from: { path: '^src/(?!page/)' },
      to: { path: '^src/page/(?!report/)' },
    },
    {
      name: 'reading-is-loaded-on-demand',
      severity: 'error',
      // A debate without --read and without web pages pays nothing for them.
      from: { path: '^src/', pathNot: '^src/(material/reading|net/fetch)/' },
      to: {
        path: '^src/(material/reading|net/fetch/(fetch-page|page-text|read-body|network-addresses))',
        pathNot: '^src/material/reading/(unreadable|seat-tools)',
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
    moduleSystems: ['es6'],
    // Of folders, metrics and dependents no rule speaks.
    skipAnalysisNotInRules: true,
    doNotFollow: { path: 'node_modules' },
  },
};
