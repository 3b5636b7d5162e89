import type { FeeVat } from '@portal/contract/billing/gateway-settlements';
import { recordAudit } from '../../identity/index.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { type Collecting, listCollectors } from './collectors.ts';
import { resolveOpenFinding } from './finding.repository.ts';
import { endReading, lockReading, saveChoice } from './reading.repository.ts';

type Deps = Pick<BillingDependencies, 'database' | 'clock'>;

/** Resolves a finding, once, with what was found out about it. Audited. Throws settlement.finding-not-found. */
export async function resolveFinding(
  { database, clock }: Deps,
  { id, staffId, reason }: { readonly id: string; readonly staffId: number; readonly reason: string },
): Promise<void> {
  if (!isUuid(id)) throw new ApiError('settlement.finding-not-found');
  await runTransaction(database, async (tx) => {
    const resolved = await resolveOpenFinding(tx, id, { resolvedAt: clock(), resolvedBy: staffId, reason });
    if (!resolved) throw new ApiError('settlement.finding-not-found');
    const { gateway, vendorId, settlement, kind, subject } = resolved;
    await recordAudit(tx, {
      actorId: staffId,
      action: 'settlement.finding-resolved',
      subject: `settlement:${settlement}`,
      before: { gateway, settlement: vendorId, kind, reference: subject },
      after: { reason },
    });
  });
}

/** Keeps how a gateway’s fees hold VAT, for what is booked from then on. Audited. */
export async function chooseFeeVat(
  { database }: Deps,
  { gateway, staffId, feeVat }: { readonly gateway: string; readonly staffId: number; readonly feeVat: FeeVat },
): Promise<void> {
  await runTransaction(database, async (tx) => {
    const before = await lockReading(tx, gateway);
    await saveChoice(tx, gateway, { feeVat });
    await recordAudit(tx, {
      actorId: staffId,
      action: 'settlement.fee-vat-set',
      subject: `settlements:${gateway}`,
      before: { feeVat: before },
      after: { feeVat },
    });
  });
}

/** Makes the next reading of a gateway due. Audited. Throws settlement.no-list. */
export async function askForReading(
  deps: Deps & Collecting,
  { gateway, staffId }: { readonly gateway: string; readonly staffId: number },
): Promise<void> {
  const { database, clock } = deps;
  if (!listCollectors(deps).some(({ id, settlements }) => id === gateway && settlements !== null)) {
    throw new ApiError('settlement.no-list');
  }
  await runTransaction(database, async (tx) => {
    await lockReading(tx, gateway);
    await endReading(tx, gateway, { nextAt: clock() });
    await recordAudit(tx, {
      actorId: staffId,
      action: 'settlement.reading-asked',
      subject: `settlements:${gateway}`,
      before: null,
      after: null,
    });
  });
}
