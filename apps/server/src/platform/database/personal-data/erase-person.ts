import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../connection.ts';
import type { PersonalData } from '../schema/personal-data.ts';
import { PERSONAL_DATA } from './declarations.ts';
import { bindPerson, type Person } from './person.ts';

export type PersonToErase = Person & {
  /** Of a password that nobody knows. */
  readonly passwordHash: string;
};

const isRedacted = ({ onDeletion }: PersonalData) => onDeletion === 'redact';

function assignments(values: Readonly<Record<string, string>>, person: PersonToErase): SQL {
  return sql.join(
    Object.entries(values).map(([column, value]) => sql`${sql.identifier(column)} = ${bindPerson(value, person)}`),
    sql`, `,
  );
}

/** The rows of one table; returns the ids of the uploaded files that its deleted rows named. */
async function eraseFrom(
  tx: Transaction,
  { table, owner, onDeletion, hasFiles }: PersonalData,
  person: PersonToErase,
): Promise<string[]> {
  if (owner === undefined || onDeletion === 'keep' || onDeletion === 'redact') return [];
  const from = sql.identifier(table);
  const where = bindPerson(owner, person);
  if (onDeletion !== 'delete') {
    await tx.execute(sql`update ${from} set ${assignments(onDeletion, person)} where ${where}`);
    return [];
  }
  if (!hasFiles) {
    await tx.execute(sql`delete from ${from} where ${where}`);
    return [];
  }
  const { rows } = await tx.execute<{ id: string }>(sql`delete from ${from} where ${where} returning id`);
  return rows.map(({ id }) => id);
}

/**
 * Does with every row of a person what its table declares, in the caller's transaction: deletes it,
 * or replaces what names them. Returns the ids of the uploaded files whose rows are gone. The
 * accounts of `person` must have nobody else in them.
 */
export async function erasePerson(
  tx: Transaction,
  person: PersonToErase,
  redactAudit: (tx: Transaction, ids: readonly number[]) => Promise<number>,
): Promise<string[]> {
  // Found first, by the rows that go; redacted last, since the chain of the log waits meanwhile.
  const audited: number[] = [];
  for (const { table, owner = 'false' } of PERSONAL_DATA.filter(isRedacted)) {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from ${sql.identifier(table)} where ${bindPerson(owner, person)}`,
    );
    audited.push(...rows.map(({ id }) => Number(id)));
  }
  const files: string[] = [];
  for (const declaration of PERSONAL_DATA) files.push(...(await eraseFrom(tx, declaration, person)));
  await redactAudit(tx, audited);
  return files;
}
