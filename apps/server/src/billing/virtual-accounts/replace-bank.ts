import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import { recordAudit } from '../../identity/index.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { Intake } from '../incoming-transfers/intake.port.ts';
import { insertRequest, listNumbers, listRequests, moveRequest, replaceNumbers } from './virtual-account.repository.ts';

const BATCH = 200;

/**
 * Replaces every number at a bank that has stopped. Money that still comes to an old one is its customer's.
 * A new one is asked for at each other bank of the provider at which the customer has none; where the provider
 * wants BVN or NIN, they can ask themselves. Each customer is told once. Safe to repeat: what is replaced stays so.
 * Audited. Throws virtual-account.unknown-provider, virtual-account.no-such-bank.
 */
export async function replaceBank(
  deps: BillingDependencies,
  order: {
    readonly provider: IntakeProvider;
    readonly bank: string;
    readonly reason: string;
    readonly staffId: number;
  },
  wake: (intake: Intake) => void,
): Promise<number> {
  const { provider, bank, reason, staffId } = order;
  const intake = deps.intakes?.find(({ id }) => id === provider);
  if (!intake) throw new ApiError('virtual-account.unknown-provider');
  let replaced = 0;
  for (;;) {
    const count = await runTransaction(deps.database, async (tx) => {
      const now = deps.clock();
      const numbers = await replaceNumbers(tx, { provider, bank, limit: BATCH, now });
      for (const { accountId, accountNumber, requestId } of numbers) {
        const requests = await listRequests(tx, accountId);
        const request = requests.find(({ id }) => id === requestId);
        // A request ends with its last number, so that its customer can ask for another one.
        const hasOthers = (await listNumbers(tx, accountId)).some(
          (each) => each.requestId === requestId && each.status === 'active',
        );
        if (!hasOthers)
          await moveRequest(tx, requestId, ['active'], { status: 'refused', refusal: 'The bank has stopped' });
        for (const other of intake.banks ?? []) {
          if (other === request?.bank) continue;
          const reference = deps.newAccountReference();
          const lineId = request?.lineId ?? null;
          const values = { accountId, lineId, provider, reference, bank: other, createdAt: now, nextAttemptAt: now };
          await insertRequest(tx, { ...values, status: 'requested' });
        }
        await deps.notify(tx, {
          key: `account-number-replaced:${requestId}:${accountNumber}`,
          kind: 'account-number-replaced',
          customerId: accountId,
          values: { number: accountNumber, bank },
        });
      }
      if (numbers.length > 0 && replaced === 0) {
        await recordAudit(tx, {
          actorId: staffId,
          action: 'virtual-account.replace-bank',
          subject: `bank:${provider}:${bank}`,
          before: null,
          after: { reason },
        });
      }
      return numbers.length;
    });
    replaced += count;
    if (count < BATCH) break;
  }
  if (replaced === 0) throw new ApiError('virtual-account.no-such-bank');
  wake(intake);
  return replaced;
}
