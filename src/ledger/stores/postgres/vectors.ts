// Vectors of what was decided, each of one version of its ledger.
import type { Database } from '../../../platform/database/database.ts';
import type { StoredLedger } from '../store.ts';

export class Vectors {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(ledgers: readonly StoredLedger[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.query<{ id: string; vector: string }>(
      `select id, vector from unnest($2::text[], $3::text[]) as wanted (id, version) join debate_hall.vector using (id)
       where hall = $1 and generation || ':' || lines = version`,
      [this.#database.hall, ledgers.map(({ id }) => id), ledgers.map(({ version }) => version)],
    );
    return new Map(rows.map(({ id, vector }) => [id, vector]));
  }

  /** The row of the debate is held meanwhile, so that a redaction comes before it or takes the vector along. */
  async keep({ id, version }: StoredLedger, vector: string): Promise<void> {
    await this.#database.query(
      `insert into debate_hall.vector (hall, id, generation, lines, vector)
       select hall, id, generation, lines, $4 from debate_hall.debate
       where hall = $1 and id = $2 and generation || ':' || lines = $3 for update
       on conflict (hall, id) do update set generation = excluded.generation, lines = excluded.lines, vector = excluded.vector`,
      [this.#database.hall, id, version, vector],
    );
  }
}
