import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { KEPT, MERGE_RULES, type MergeRule } from './merge-rules.policy.ts';

/** The account that goes, and the one that it becomes a part of. */
export type Pair = { readonly from: number; readonly into: number };

/** Rows that a rule has changed. */
export type Moved = { readonly rule: string; readonly ids: readonly string[] };

function bind(text: string, pair: Pair): SQL {
  const chunks = text.split(/\{(from|into)\}/).map((part, index) => {
    return index % 2 === 0 ? sql.raw(part) : sql`${part === 'from' ? pair.from : pair.into}::int`;
  });
  return sql.join(chunks);
}

const nameOf = ({ table, column, key }: MergeRule) => ({
  table: sql.identifier(table),
  column: sql.identifier(column),
  key: sql`${sql.identifier(table)}.${sql.identifier(key)}::text`,
});

/** Changes the rows of an account as the rules say, in their order; returns which. */
export async function moveRows(tx: Transaction, pair: Pair): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (const rule of MERGE_RULES) {
    const { table, column, key } = nameOf(rule);
    const { rows } = await tx.execute<{ id: string }>(
      sql`update ${table} set ${column} = ${bind(rule.to, pair)} where ${bind(rule.where, pair)} returning ${key} as id`,
    );
    if (rows.length > 0) moved.push({ rule: rule.name, ids: rows.map(({ id }) => id) });
  }
  return moved;
}

/**
 * Changes exactly these rows back, the last first; rows that are gone by now are left out. Returns the
 * rules with rows that are no longer as the merge has left them.
 */
export async function moveRowsBack(tx: Transaction, pair: Pair, moves: readonly Moved[]): Promise<string[]> {
  const changed: string[] = [];
  for (const { rule: name, ids } of [...moves].reverse()) {
    const rule = MERGE_RULES.find((each) => each.name === name);
    if (!rule) throw new Error(`there is no rule ${name}`);
    const { table, column, key } = nameOf(rule);
    const isMoved = sql`${key} = any(${sql.param(ids)}::text[])`;
    const isAsLeft = sql`${column} is not distinct from ${bind(rule.to, pair)}`;
    const { rowCount } = await tx.execute(
      sql`update ${table} set ${column} = ${bind(rule.back, pair)} where ${isMoved} and ${isAsLeft}`,
    );
    if ((rowCount ?? 0) === ids.length) continue;
    const { rows } = await tx.execute<{ other: boolean }>(
      sql`select exists (select from ${table} where ${isMoved} and ${column} is distinct from ${bind(rule.back, pair)}) as other`,
    );
    if (rows[0]?.other) changed.push(name);
  }
  return changed;
}

export type Share = { readonly what: string; readonly count: number; readonly why: string | null };

/** How many rows would go, stay and end; kinds without a row are left out. */
export async function countRows(
  queryable: Queryable,
  pair: Pair,
): Promise<{ readonly goes: Share[]; readonly stays: Share[]; readonly ends: Share[] }> {
  const kinds = [
    ...MERGE_RULES.filter(({ what }) => what !== null).map(({ table, where, what }) => {
      return { side: 'goes' as const, table, where, what: what ?? '', why: null };
    }),
    ...KEPT.flatMap(({ table, why, shown }) =>
      shown ? [{ side: shown.ends ? ('ends' as const) : ('stays' as const), table, ...shown, why }] : [],
    ),
  ];
  const counts = kinds.map(
    ({ table, where }, index) =>
      sql`select ${index}::int as kind, count(*)::int as count from ${sql.identifier(table)} where ${bind(where, pair)}`,
  );
  const { rows } = await queryable.execute<{ kind: number; count: number }>(sql.join(counts, sql` union all `));
  const found = new Map(rows.map(({ kind, count }) => [kind, count]));
  const shares = kinds.map(({ side, what, why }, index) => ({ side, what, why, count: found.get(index) ?? 0 }));
  const of = (wanted: (typeof shares)[number]['side']) =>
    shares
      .filter(({ side, count }) => side === wanted && count > 0)
      .map(({ what, count, why }) => ({ what, count, why }));
  return { goes: of('goes'), stays: of('stays'), ends: of('ends') };
}
