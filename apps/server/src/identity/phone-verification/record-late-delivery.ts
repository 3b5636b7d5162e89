import type { Database } from '../../platform/database/connection.ts';
import { codeIdOf } from './phone-verification.policy.ts';
import { setCounted } from './phone-verification.repository.ts';

/** A code whose text was taken after all counts like any other. Texts that bring no code are none of ours. */
export async function recordLateDelivery(database: Database, messageKey: string): Promise<void> {
  const codeId = codeIdOf(messageKey);
  if (codeId !== null) await setCounted(database, codeId, true);
}
