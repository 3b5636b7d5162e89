import type { Queryable } from '../../platform/database/connection.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findLine } from './line.repository.ts';

/** The field of an audit entry that says which line was changed; none for an account's first line. */
export function lineInAudit({ accountId, lineId }: Line): { readonly line?: number } {
  return lineId === accountId ? {} : { line: lineId };
}

/**
 * The line of a customer that a call of staff is about: the one it names, else their first one that
 * is not cancelled. Throws ApiError customer.not-found; line.not-found, also for another customer's.
 */
export async function requireLine(
  queryable: Queryable,
  { accountId, lineId }: { readonly accountId: number; readonly lineId?: number | undefined },
): Promise<Line> {
  const line = await findLine(queryable, { accountId, lineId });
  if (!line) throw new ApiError(lineId === undefined ? 'customer.not-found' : 'line.not-found');
  return { accountId, lineId: line.id };
}
