import type pg from 'pg';
import { PERSONAL_DATA } from '../../apps/server/src/platform/database/personal-data/declarations.ts';
import { type Canary, patternOf } from './canary.ts';

const COLUMNS = `
  select c.table_name as table, c.column_name as column
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
    and not exists (select 1 from pg_inherits i where i.inhrelid = (quote_ident(c.table_name))::regclass)
    and c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'ARRAY', 'USER-DEFINED')
  order by 1, 2`;

const kindOf = (table: string, column: string) =>
  PERSONAL_DATA.find((declared) => declared.table === table)?.columns[column];

function mayBeIn({ belongsTo = [], alsoIn = {} }: Canary, table: string, column: string): boolean {
  const kind = kindOf(table, column);
  return `${table}.${column}` in alsoIn || (kind !== undefined && belongsTo.includes(kind));
}

/** Where canaries are in columns of text that they do not belong to: lines such as `users.email: the password`. */
export async function searchDatabase(database: pg.Client, canaries: readonly Canary[]): Promise<string[]> {
  const { rows: columns } = await database.query<{ table: string; column: string }>(COLUMNS);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const foreign = canaries.filter((canary) => !mayBeIn(canary, table, column));
    const has = async (pattern: string): Promise<boolean> => {
      const { rows } = await database.query(`select 1 from "${table}" where "${column}"::text ~ $1 limit 1`, [pattern]);
      return rows.length > 0;
    };
    if (!(await has(foreign.map(patternOf).join('|')))) continue;
    for (const canary of foreign) {
      if (await has(patternOf(canary))) found.push(`${table}.${column}: ${canary.name}`);
    }
  }
  return found;
}
