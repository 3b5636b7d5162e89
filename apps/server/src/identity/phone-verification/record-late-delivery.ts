import type { Database } from '../../platform/database/connection.ts';
import { codeIdOf } from './phone-verification.policy.ts';
import { setCounted } from './phone-verification.repository.ts';

/** Counts a code whose text was accepted late like any other. Ignores texts without a code. */
export async function recordLateDelivery(database: Database, messageKey: string): Promise<void> {
  const codeId = codeIdOf(messageKey);
  if (codeId !== null) await setCounted(database, codeId, true);
}
