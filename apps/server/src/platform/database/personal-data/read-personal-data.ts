import { sql } from 'drizzle-orm';
import type { Transaction } from '../connection.ts';
import type { DataKind, PersonalData } from '../schema/personal-data.ts';
import { PERSONAL_DATA } from './declarations.ts';
import { bindPerson, type Person } from './person.ts';

const FETCH = 500;

/** Of no use to the person, and of harm in the wrong hands; colleagues are not their data. */
const WITHHELD: ReadonlySet<DataKind> = new Set(['secret', 'staff']);

export type PersonalRow = Readonly<Record<string, unknown>>;

const shownColumns = ({ columns }: PersonalData) =>
  Object.entries(columns)
    .filter(([, kind]) => !WITHHELD.has(kind))
    .map(([column]) => sql.identifier(column));

/** Pages of the rows of one table that are about a person. */
async function* readTable(tx: Transaction, declaration: PersonalData, person: Person): AsyncGenerator<PersonalRow[]> {
  const columns = sql.join(shownColumns(declaration), sql`, `);
  const where = bindPerson(declaration.owner ?? 'false', person);
  await tx.execute(
    sql`declare personal_rows no scroll cursor for select to_jsonb(held) as row
      from (select ${columns} from ${sql.identifier(declaration.table)} where ${where}) held`,
  );
  try {
    for (;;) {
      const { rows } = await tx.execute<{ row: PersonalRow }>(sql.raw(`fetch ${FETCH} from personal_rows`));
      if (rows.length === 0) return;
      yield rows.map(({ row }) => row);
    }
  } finally {
    await tx.execute(sql`close personal_rows`);
  }
}

/**
 * Everything held about a person, table by table, in pages, so that a long life needs no more memory
 * than a short one. The transaction should be of one snapshot.
 */
export async function* readPersonalData(
  tx: Transaction,
  person: Person,
): AsyncGenerator<{ readonly declaration: PersonalData; readonly pages: AsyncGenerator<PersonalRow[]> }> {
  for (const declaration of PERSONAL_DATA) {
    if (declaration.owner !== undefined) {
      yield { declaration, pages: readTable(tx, declaration, person) };
    }
  }
}
