// `debate-hall serve`: the halls of a team over HTTP, until it is stopped.
import type { Command } from '@commander-js/extra-typings';
import {
  createGatePorts,
  openAudit,
  openKeys,
  openPeopleNotes,
  openVerify,
  type PeopleNotes,
} from '../../../../hall/compose/access.ts';
import { requireTables } from '../../../../hall/compose/store.ts';
import type { Setting } from '../../../../hall/config/sources/variables.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import type { Audit } from '../../../../platform/access/audit.ts';
import type { VerifyToken } from '../../../../platform/auth/credentials.ts';
import { closeInOrder } from '../../../../support/close-all.ts';
import { packageFile } from '../../../../support/package-root.ts';
import { whenAborted } from '../../../../support/wait.ts';
import type { NoteRefusal } from '../../../serve/open-halls.ts';
import { startServer } from '../../../serve/server.ts';
import { hallOptions, withHall } from '../../actions/run-action.ts';
import { workBeside } from '../../actions/work-beside.ts';
import { addHallOptions, Option } from '../../input/options.ts';
import { chooseLogForm, LOG_FORMS, logEntry, printFault, printMessage, printWarning } from '../../terminal/io.ts';

const MOST_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

interface RefusalPorts {
  readonly audit: Audit;
  readonly hall: Hall;
  readonly recognise: PeopleNotes['recognise'];
}

/** Puts refused sign-ins into the trail, but not more than a few a minute: whoever tries keys must not be able to fill a disk. */
export function openRefusalNotes({ audit, hall, recognise }: RefusalPorts): NoteRefusal {
  const { clock, loaded } = hall;
  let minute = 0;
  let kept = 0;
  return async (who, decision) => {
    const now = Math.floor(clock.now() / MINUTE_MS);
    if (now !== minute) kept = 0;
    minute = now;
    kept += 1;
    if (kept > MOST_PER_MINUTE) return;
    const own = loaded.config.store.hall;
    const principal = who && (await recognise(own, { id: who.id, name: who.name, by: who.by }));
    await audit.record({ principal, hall: own, operation: 'sign-in', decision });
  };
}

/** Also of those whom nobody gave a role. */
export function auditSignIns(
  verify: VerifyToken,
  { noteRefusal, hall }: { readonly noteRefusal: NoteRefusal; readonly hall: Hall },
): VerifyToken {
  return async (token) => {
    const found = await verify(token);
    if (found === undefined || found === 'ended') {
      hall.metrics.count('debate_hall_sign_in_refusals_total');
      await noteRefusal(undefined, 'not-authenticated');
    } else if (found.principal === undefined) await noteRefusal(found.who, 'not-permitted');
    return found;
  };
}

/** Requests finish within two seconds; the rest is for a database that answers slowly. */
const ENDS_WITHIN_MS = 10_000;

function settingsFrom({ listen, publicUrl }: { listen?: string; publicUrl?: string }): readonly Setting[] {
  const settings: Setting[] = [
    { name: '--listen', path: ['server', 'listen'], value: listen },
    { name: '--public-url', path: ['server', 'publicUrl'], value: publicUrl },
  ];
  return settings.filter(({ value }) => value !== undefined);
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
      new Option('--log-format <form>', 'format of the log (default: text at a terminal, else json)').choices(
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
    .action(async (flags) => {
      const log = chooseLogForm(flags.logFormat);
      const options = { settings: settingsFrom(flags), asksForTurns: false, endsWithinMs: ENDS_WITHIN_MS, log };
      await withHall(flags, options, async ({ hall, signal }) => {
        const { config, env } = hall.loaded;
        await requireTables(config, env);
        const keys = await openKeys(hall);
        const { audit, close: closeAudit } = await openAudit(config, env, hall.clock);
        const people = openPeopleNotes(config, env, hall.clock);
        const noteRefusal = openRefusalNotes({ audit, hall, recognise: people.recognise });
        const beside = await workBeside(hall, flags.metrics);
        try {
          const server = await startServer({
            hall,
            parts: hallOptions(flags),
            keys,
            verify: (audience) =>
              auditSignIns(openVerify({ config, keys, clock: hall.clock, audience }), { noteRefusal, hall }),
            noteRefusal,
            recognise: people.recognise,
            gatePorts: (each) => createGatePorts(each, audit),
            report: printFault,
            noteRequest: ({ milliseconds, ...answered }) =>
              logEntry('info', 'request', { ...answered, milliseconds: Math.round(10 * milliseconds) / 10 }),
          });
          try {
            printMessage(`Serving ${hall.store.place} at ${server.url}/ (MCP: ${server.url}/mcp). Ctrl-C to stop.`);
            if (server.isOpen) {
              printWarning(
                'There is no sign-in: every program on this machine can use the hall. The first key, from "debate-hall keys add NAME", ends that at once.',
              );
            }
            await new Promise<void>((ended) => whenAborted(signal, ended));
          } finally {
            await server.close();
          }
        } finally {
          await closeInOrder([beside.close, people.close, closeAudit, keys.close]);
        }
      });
    });
}
