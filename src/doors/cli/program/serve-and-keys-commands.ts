// The commands that serve a hall to a team, and give its people keys.
import { type Command, Option } from 'commander';
import { ROLES } from '../../../platform/access/principal.ts';
import { packageFile } from '../../../support/package-root.ts';
import { addHallOptions, loadAction, parseSequence, parseWhole } from '../input/options.ts';
import { LOG_FORMS } from '../terminal/log.ts';

export function defineAccess(program: Command): void {
  addHallOptions(
    program
      .command('serve')
      .summary('Serve a shared hall over HTTP: MCP and the page.')
      .description(
        'Serve a shared hall over HTTP, to assistants as MCP and to people as a page. It calls no agents itself: "debate-hall worker" runs the debates. Beyond this machine it only listens with sign-in.',
      ),
  )
    .option('--listen <address:port>', 'where to listen (default: 127.0.0.1:3900)')
    .option('--metrics <address:port>', 'where to serve /metrics for Prometheus (default: nowhere)')
    .addOption(
      new Option('--log-format <form>', 'how it says what happens (default: text at a terminal, else json)').choices(
        LOG_FORMS,
      ),
    )
    .option('--public-url <address>', 'address that people use to reach it (default: http:// and --listen)')
    .addHelpText(
      'after',
      `
Examples:
  debate-hall keys add ana --role runner
  debate-hall serve
  debate-hall serve --listen 0.0.0.0:3900 --public-url https://hall.example.com

Sign-in, roles and quotas: ${packageFile('docs/team-hall.md')}`,
    )
    .action(loadAction(() => import('../commands/serve/serve.ts')));

  const keys = program.command('keys').description('Manage the keys of a shared hall.');
  addHallOptions(
    keys.command('add').description('Add a key and show it once.').argument('<name>', 'name of the person or program'),
  )
    .addOption(
      new Option('--role <role>', 'what it allows; each role includes those before it')
        .choices(ROLES)
        .default('speaker'),
    )
    .option('--days <n>', 'days until it expires', parseWhole, 90)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
One name can have several keys; records show the name.

Examples:
  debate-hall keys add ana --role runner
  debate-hall keys add nightly-checks --role reader --days 30`,
    )
    .action(loadAction(() => import('../commands/keys/add.ts')));
  addHallOptions(keys.command('list').description('List the keys of this hall.'))
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/keys/list.ts')));
  addHallOptions(
    keys
      .command('rotate')
      .description('Replace a key by a new one of the same name and role; both are valid for a while.')
      .argument('<key>', 'ID of the key'),
  )
    .option('--overlap <n>', 'days that the old key stays valid', parseSequence, 7)
    .option('--days <n>', 'days until the new key expires', parseWhole, 90)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Example:
  debate-hall keys rotate 5f1c09ab22e1 --overlap 2`,
    )
    .action(loadAction(() => import('../commands/keys/rotate.ts')));
  addHallOptions(
    keys.command('revoke').description('Revoke a key; its next request is refused.').argument('<key>', 'ID of the key'),
  ).action(loadAction(() => import('../commands/keys/revoke.ts')));
}
