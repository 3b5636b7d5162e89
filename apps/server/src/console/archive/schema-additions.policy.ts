/** What migrations added, where they did nothing but add. */
export type SchemaAdditions = {
  readonly tables: ReadonlySet<string>;
  /** As `table.column`. */
  readonly columns: ReadonlySet<string>;
  /** Their statements that store rows, such as the permissions of new calls, in their order. */
  readonly inserts: readonly string[];
};

const ADDS =
  /^(create (or replace )?(table|function|trigger)|create (unique )?index|drop index|alter table|insert into)\b/i;
/**
 * A foreign key may be replaced by one of another table, a column may come to be without a value, and a
 * decimal may get more digits.
 */
const CHANGES =
  /\b(drop (?!constraint|not null)|alter column(?! "?\w+"? (?:drop not null|set data type numeric\())|rename|set schema|disable|detach)\b/i;

const withoutComments = (statement: string): string => statement.replace(/^\s*--.*$/gm, '').trim();

/**
 * What the statements of migrations add, by which rows of before them can be loaded after them; null when
 * they change or remove something, of which such rows would know nothing.
 */
export function additionsOf(statements: readonly string[]): SchemaAdditions | null {
  const tables = new Set<string>();
  const columns = new Set<string>();
  const inserts: string[] = [];
  for (const statement of statements.map(withoutComments).filter((text) => text !== '')) {
    if (!ADDS.test(statement)) return null;
    if (/^insert/i.test(statement)) inserts.push(statement);
    const [, created] = /^create table (?:if not exists )?"?(\w+)/i.exec(statement) ?? [];
    if (created !== undefined) tables.add(created);
    const [, altered] = /^alter table (?:only )?"?(\w+)/i.exec(statement) ?? [];
    if (altered === undefined) continue;
    if (CHANGES.test(statement)) return null;
    for (const [, column] of statement.matchAll(/\badd column (?:if not exists )?"?(\w+)/gi)) {
      columns.add(`${altered}.${column}`);
    }
  }
  return { tables, columns, inserts };
}
