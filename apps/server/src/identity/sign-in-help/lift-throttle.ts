import { runTransaction } from '../../platform/database/run-transaction.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { accountNoticeComposed } from '../events.ts';
import { forgetFailures } from '../second-factor/second-factor.repository.ts';
import { forgetAttempts } from '../sign-in/sign-in-attempts.repository.ts';
import type { SignInHelpDeps } from './help-dependencies.ts';
import { lockHelpedCustomer } from './lock-helped-customer.ts';
import { keysOfUnknownDevices } from './read-sign-in-help.ts';
import { listThrottleKeys } from './sign-in-record.repository.ts';

/**
 * Forgets the failed sign-ins and codes of one person, on every device that was noted since a day: they may try
 * again at once. What an address of the network has failed at other accounts stays counted. The customer is
 * told. Audited. Throws ApiError customer.not-found, customer.is-staff, customer.own-account.
 */
export async function liftThrottle(
  deps: SignInHelpDeps,
  order: { readonly userId: number; readonly staffId: number; readonly reason: string; readonly requestId: string },
): Promise<void> {
  await deps.recorder.flush();
  await runTransaction(deps.database, async (tx) => {
    const { id } = await lockHelpedCustomer(tx, order);
    const unknownDevices = await keysOfUnknownDevices(tx, deps.secrets, id);
    await forgetAttempts(tx, [...unknownDevices, ...(await listThrottleKeys(tx, id, deps.clock()))]);
    await forgetFailures(tx, id);
    await recordAudit(tx, {
      actorId: order.staffId,
      action: 'customer.sign-in-throttle-lifted',
      subject: `customer:${id}`,
      before: null,
      after: { reason: order.reason },
    });
    await deps.corrections.publish(tx, accountNoticeComposed, {
      key: `sign-in-throttle-lifted:${order.requestId}`,
      kind: 'sign-in-throttle-lifted',
      customerId: id,
      values: {},
    });
  });
}
