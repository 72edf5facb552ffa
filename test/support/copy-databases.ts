// A Postgres that makes one database after another, as copies of one whose tables are there already.
import { Database } from '../../src/platform/database/database.ts';
import { makeTables } from './make-tables.ts';
import { databaseIn, startPostgres } from './postgres.ts';

const MODEL = 'model';

export async function startCopying() {
  const { place, url, remove } = await startPostgres();
  const database = new Database({ url });
  let databases = 0;
  const create = async (name: string, model = 'template1') =>
    void (await database.query(`create database ${name} owner team template ${model}`));
  await create(MODEL);
  await makeTables(databaseIn(place, MODEL).ordinaryUrl);
  return {
    async createNext(hasTables: boolean) {
      databases += 1;
      const name = `database_${databases}`;
      await create(name, hasTables ? MODEL : undefined);
      return { place, name };
    },
    async remove() {
      await database.close();
      await remove();
    },
  };
}
