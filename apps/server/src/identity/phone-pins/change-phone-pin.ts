import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { recordAudit } from '../audit/record-audit.ts';
import { isSimplePin, pinHash } from './phone-pin.policy.ts';
import { deletePin, findPin, savePin } from './phone-pin.repository.ts';

export type PhonePinDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly hashKey: string;
  readonly recordAudit: typeof recordAudit;
};

/** Sets a person's phone PIN, or another one. Audited. Throws ApiError phone-pin.too-simple. */
export async function setPhonePin(deps: PhonePinDependencies, userId: number, pin: string): Promise<Date> {
  if (isSimplePin(pin)) throw new ApiError('phone-pin.too-simple');
  const setAt = deps.clock();
  await deps.database.transaction(async (tx) => {
    await savePin(tx, { userId, pinHash: pinHash(deps.hashKey, userId, pin), setAt });
    await deps.recordAudit(tx, {
      actorId: userId,
      action: 'phone-pin.set',
      subject: `customer:${userId}`,
      before: null,
      after: null,
    });
  });
  return setAt;
}

/** When a person set their phone PIN; null while they have none. */
export async function readPhonePin({ database }: Pick<PhonePinDependencies, 'database'>, userId: number) {
  return (await findPin(database, userId))?.setAt ?? null;
}

/** Removes it; nobody is known by it from then on. Audited. Safe to repeat. */
export async function removePhonePin(deps: PhonePinDependencies, userId: number): Promise<void> {
  await deps.database.transaction(async (tx) => {
    if (!(await deletePin(tx, userId))) return;
    await deps.recordAudit(tx, {
      actorId: userId,
      action: 'phone-pin.remove',
      subject: `customer:${userId}`,
      before: null,
      after: null,
    });
  });
}
