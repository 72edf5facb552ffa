// `debate-hall serve`: the halls of a team over HTTP, until it is stopped.

import { type Command, Option } from 'commander';
import { defined } from '../../../../domain/defined.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { gatePortsOf, openAudit, openKeys, openPeopleNotes, openVerify } from '../../../../hall/compose/access.ts';
import { requireTables } from '../../../../hall/compose/store.ts';
import type { Setting } from '../../../../hall/config/sources/variables.ts';
import { auditSignIns } from '../../../../hall/operations/setup/audit-sign-ins.ts';
import { notePeople } from '../../../../hall/operations/setup/note-people.ts';
import { packageFile } from '../../../../support/package-root.ts';
import { startServer } from '../../../serve/server.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { workBeside } from '../../actions/work-beside.ts';
import { addHallOptions } from '../../input/options.ts';
import { chooseLogForm, logEntry, printFault, printMessage, printWarning } from '../../terminal/io.ts';
import type { LogForm } from '../../terminal/log.ts';
import { LOG_FORMS } from '../../terminal/log.ts';

interface ServeFlags extends HallFlags {
  readonly metrics?: string;
  readonly logFormat?: LogForm;
  readonly listen?: string;
  readonly publicUrl?: string;
}

/** Requests finish within two seconds; the rest is for a database that answers slowly. */
const ENDS_WITHIN_MS = 10_000;

function settingsFrom({ listen, publicUrl }: ServeFlags): readonly Setting[] {
  const settings: Setting[] = [
    { name: '--listen', path: ['server', 'listen'], value: listen },
    { name: '--public-url', path: ['server', 'publicUrl'], value: publicUrl },
  ];
  return settings.filter(({ value }) => value !== undefined);
}

async function run(flags: ServeFlags): Promise<void> {
  await withHall(
    flags,
    settingsFrom(flags),
    async ({ hall, signal }) => {
      const { config, env } = hall.loaded;
      await requireTables(config, env);
      const keys = await openKeys(config, env);
      const { audit, close: closeAudit } = await openAudit(config, env, hall.clock);
      const people = openPeopleNotes(config, env);
      const beside = await workBeside(hall, { listen: flags.metrics, report: printFault });
      try {
        const server = await startServer({
          hall,
          parts: {
            settings: flags.hall === undefined ? [] : [{ name: '--hall', path: ['hall'], value: flags.hall }],
            ...defined({ configFile: flags.config, trust: flags.trust === true ? (true as const) : undefined }),
          },
          keys,
          verify: (audience) =>
            notePeople(auditSignIns(openVerify({ config, keys, clock: hall.clock, audience }), { audit, hall }), {
              hall,
              peopleOf: people.of,
            }),
          gatePorts: (each) => gatePortsOf(each, audit),
          report: printFault,
          noteRequest: (answered) => logEntry('info', 'request', answered),
        });
        try {
          printMessage(`Serving ${hall.store.place} at ${server.url}/ (MCP: ${server.url}/mcp). Ctrl-C to stop.`);
          if (server.isOpen) {
            printWarning(
              'There is no sign-in: every program on this machine can use the hall. The first key, from "debate-hall keys add NAME", ends that at once.',
            );
          }
          if (!signal.aborted) await new Promise((ended) => signal.addEventListener('abort', ended, { once: true }));
        } finally {
          await server.close();
        }
        return EXIT.ok;
      } finally {
        await beside.close();
        await people.close();
        await closeAudit();
        await keys.close();
      }
    },
    { asksForTurns: false, endsWithinMs: ENDS_WITHIN_MS, log: chooseLogForm(flags.logFormat) },
  );
}

export function define(command: Command): void {
  addHallOptions(
    command.description(
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
    .action(run);
}
