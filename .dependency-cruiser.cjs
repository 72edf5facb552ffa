// Imports point inward only; docs/architecture.md explains the layers that these rules hold in place.
/** What formats do alike is no implementation, so everyone may use it. */
const COMMON = '^src/formats/common/';
const IMPLEMENTATION = '^src/(formats|agents/kinds|stores|outboxes|exporters)/[^/]+/';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'core-is-pure',
      severity: 'error',
      from: { path: '^src/(access|domain|formats)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-zod-in-core',
      severity: 'error',
      from: { path: '^src/(access|domain|formats)/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'domain-sees-nothing',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { path: '^src/(?!domain/)' },
    },
    {
      name: 'formats-see-domain',
      severity: 'error',
      from: { path: '^src/formats/' },
      to: { path: '^src/(?!domain/|formats/)' },
    },
    {
      name: 'access-sees-domain',
      severity: 'error',
      from: { path: '^src/access/' },
      to: { path: '^src/(?!access/|domain/)' },
    },
    {
      name: 'contracts-only',
      severity: 'error',
      from: { path: '^src/(engine|runner|operations|ledger|github|cli|acp|mcp|serve|web)/' },
      to: { path: IMPLEMENTATION, pathNot: COMMON },
    },
    {
      name: 'implementations-are-islands',
      severity: 'error',
      from: { path: '^src/(formats|agents/kinds|stores|outboxes|exporters)/([^/]+)/', pathNot: COMMON },
      to: { path: '^src/$1/[^/]+/', pathNot: ['^src/$1/$2/', COMMON] },
    },
    {
      name: 'common-rules-see-no-format',
      severity: 'error',
      from: { path: COMMON },
      to: { path: '^src/formats/[^/]+/', pathNot: COMMON },
    },
    {
      name: 'support-sees-nothing',
      severity: 'error',
      from: { path: '^src/support/' },
      to: { path: '^src/(?!support/)' },
    },
    {
      name: 'adapters-do-not-drive',
      severity: 'error',
      from: {
        path: '^src/(agents|config|context|database|exporters|github|interop|ledger|outboxes|process|prompts|signatures|stores|telemetry|webhooks)/',
      },
      to: { path: '^src/(engine|runner|operations|compose|cli|acp|mcp|serve|web)/' },
    },
    {
      name: 'http-is-a-shell',
      severity: 'error',
      // What doors that speak HTTP share knows no hall.
      from: { path: '^src/http/' },
      to: { path: '^src/(?!http/|domain/|support/)' },
    },
    {
      name: 'runner-is-inner',
      severity: 'error',
      from: { path: '^src/(engine|runner)/' },
      to: { path: '^src/(operations|compose|github|cli|acp|mcp|serve|web)/' },
    },
    {
      name: 'operations-are-inner',
      severity: 'error',
      from: { path: '^src/operations/' },
      to: { path: '^src/(compose|cli|acp|mcp|serve|web)/' },
    },
    { name: 'doors-are-siblings', severity: 'error', from: { path: '^src/(acp|mcp|serve|web)/' }, to: { path: '^src/cli/' } },
    {
      name: 'page-sees-domain',
      severity: 'error',
      from: { path: '^src/page/' },
      to: { path: '^src/(?!page/|domain/)' },
    },
    {
      name: 'page-is-for-browsers',
      severity: 'error',
      from: { path: '^src/page/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-reports-leave-the-page',
      severity: 'error',
      from: { path: '^src/(?!page/)' },
      to: { path: '^src/page/(?!report/)' },
    },
    {
      name: 'page-is-for-html',
      severity: 'error',
      from: { path: '^src/(?!page/|exporters/html/|web/)' },
      to: { path: '^src/page/' },
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
