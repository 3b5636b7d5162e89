import { readFileSync } from 'node:fs';
import type pg from 'pg';

export type Violation = { readonly rule: string; readonly row: Record<string, unknown> };

/** Statements of invariants.sql with their names. */
const rules = readFileSync(new URL('./invariants.sql', import.meta.url), 'utf8')
  .split(/^-- name: /m)
  .slice(1)
  .map((block) => {
    const [name = '', ...statement] = block.split('\n');
    return { name, statement: statement.join('\n') };
  });

/** Every row that violates a ledger invariant; an empty list when the ledger is correct. */
export async function findViolations(pool: Pick<pg.ClientBase, 'query'>): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, statement } of rules) {
    const { rows } = await pool.query<Record<string, unknown>>(statement);
    violations.push(...rows.map((row) => ({ rule: name, row })));
  }
  return violations;
}
