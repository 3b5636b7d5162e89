import type { Transaction } from '../../platform/database/connection.ts';
import { freeAt } from './address.policy.ts';
import { changeSessionAddress } from './change-session-address.ts';
import { endFixedAddress, findAccountOfLine, insertFixedAddress, lockAddresses } from './fixed-address.repository.ts';
import type { AddressDependencies } from './give-address.ts';

/**
 * Gives the addresses of add-ons that have ended back, into quarantine; a line that is online reconnects once
 * and its customer is told. Part of the transaction that ends them. Safe to repeat.
 */
export async function releaseAddresses(
  deps: Pick<AddressDependencies, 'notify' | 'quarantineDays'>,
  tx: Transaction,
  { addonIds, now }: { readonly addonIds: readonly string[]; readonly now: Date },
): Promise<void> {
  for (const { id, lineId, addonId, address } of await lockAddresses(tx, { addonIds })) {
    await endFixedAddress(tx, id, { endsAt: now, freeFrom: freeAt(now, deps.quarantineDays()) });
    await changeSessionAddress(tx, lineId, now);
    await deps.notify(tx, {
      key: `address-ended:${addonId}:${address}:${now.toISOString()}`,
      kind: 'address-ended',
      customerId: await findAccountOfLine(tx, lineId),
      lineId,
      values: { ip: address },
    });
  }
}

/**
 * The addresses of a line go along to the line of its new owner, without quarantine; the history says who had
 * them until when. Part of the transaction that moves it, which disconnects its session.
 */
export async function moveAddresses(
  tx: Transaction,
  { fromLineId, toLineId, now }: { readonly fromLineId: number; readonly toLineId: number; readonly now: Date },
): Promise<void> {
  for (const { id, startsAt, endsAt: _none, freeFrom: _never, ...address } of await lockAddresses(tx, {
    lineId: fromLineId,
  })) {
    const at = startsAt > now ? startsAt : now;
    await endFixedAddress(tx, id, { endsAt: at, freeFrom: at });
    await insertFixedAddress(tx, { ...address, lineId: toLineId, startsAt: at });
  }
}
