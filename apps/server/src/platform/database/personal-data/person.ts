import { type SQL, sql } from 'drizzle-orm';

/** Whose rows are meant, as the declarations refer to them. */
export type Person = {
  readonly id: number;
  /** Those whose accounts have become a part of theirs: the same person. */
  readonly merged: readonly number[];
  /** The accounts whose rows are theirs. */
  readonly accounts: readonly number[];
  readonly lines: readonly number[];
  /** Their addresses and numbers, as they are and in lower case. */
  readonly contacts: readonly string[];
};

/** The SQL of a declaration about one person; every value is a parameter. */
export function bindPerson(text: string, person: Person & { readonly passwordHash?: string }): SQL {
  const people = sql`${sql.param([person.id, ...person.merged])}::int[]`;
  const values: Readonly<Record<string, SQL>> = {
    person: sql`any(${people})`,
    people,
    accounts: sql`${sql.param(person.accounts)}::int[]`,
    lines: sql`${sql.param(person.lines)}::int[]`,
    contacts: sql`${sql.param(person.contacts)}::text[]`,
    passwordHash: sql`${person.passwordHash ?? null}::text`,
  };
  const chunks = text.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return sql.raw(part);
    const value = values[part];
    if (!value) throw new Error(`a declaration refers to {${part}}`);
    return value;
  });
  return sql.join(chunks);
}
