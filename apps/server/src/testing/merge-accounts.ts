import type { TestPortal } from './test-portal.ts';

/** Makes an account a part of another, as far as signing in knows of it. */
export async function mergeInto(portal: Pick<TestPortal, 'pool'>, from: number, into: number): Promise<void> {
  await portal.pool.query('update users set disabled = true where id = $1', [from]);
  await portal.pool.query('update accounts set merged_into = $2 where id = $1', [from, into]);
}
