// Tells whoever listens of changes, after they were committed: a notice inside of a commit makes all other commits wait for the disk.
import { wait } from '../../support/wait.ts';
import { toNotifySql } from './channels.ts';
import type { Database } from './database.ts';

/** What is due within it goes out together, so that a process announces at most a hundred times a second. */
const GATHER_MS = 10;

const TELL = {
  name: 'debate_hall.tell_changes',
  text: `select ${toNotifySql('changes', 'about')} from unnest($2::text[]) as due (about)`,
};

export function openChangeAnnouncer(database: Database) {
  const about = new Set<string>();
  const closing = new AbortController();
  let telling: Promise<void> | undefined;

  async function tellAll(): Promise<void> {
    while (about.size > 0) {
      await wait(GATHER_MS, closing.signal);
      const due = [...about];
      about.clear();
      // Listeners that miss it look by themselves after a while.
      await database.query(TELL, [database.hall, due]).catch(() => {});
    }
    telling = undefined;
  }

  return {
    /** Returns at once. */
    tell: (changed: string) => {
      about.add(changed);
      telling ??= tellAll();
    },
    /** On return everyone has been notified. */
    close: async () => {
      closing.abort();
      await telling;
    },
  };
}
