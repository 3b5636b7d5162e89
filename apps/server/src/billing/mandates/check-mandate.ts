import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { mandateLabel } from '../auto-pay/auto-pay.policy.ts';
import {
  beginConsent,
  findOpenSubscription,
  lockSubscription,
  lockSubscriptionsOfAccount,
} from '../auto-pay/consent.repository.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { MandateFinding } from '../payments/gateways/direct-debit.port.ts';
import { saveMandateMethod } from '../saved-cards/saved-card.repository.ts';
import { directDebitGateways } from './direct-debit-gateways.ts';
import { endMandate, recordRevocation } from './end-mandate.ts';
import { hashMandateCode } from './hash-mandate-code.ts';
import { type Found, judgeMandate, type MandateVerdict, nextMandateCheck, OPENING_MS } from './mandate.policy.ts';
import {
  findOwner,
  findOwnMandate,
  listSameAccount,
  lockMandate,
  type MandateRow,
  moveMandate,
  scheduleMandateCheck,
} from './mandate.repository.ts';

type Step = { readonly mandate: MandateRow; readonly found: Found; readonly now: Date; readonly nextCheckAt: Date };

const NOT_ACTIVE = ['awaiting-approval', 'approved', 'failed'] as const;

/** What the vendor says of the account, where we did not know it. */
function accountOf(mandate: MandateRow, found: Found) {
  return { bankName: found.bankName ?? mandate.bankName, lastFour: found.lastFour ?? mandate.lastFour };
}

async function approve(
  deps: BillingDependencies,
  tx: Transaction,
  { mandate, found, now, nextCheckAt }: Step,
): Promise<void> {
  await moveMandate(tx, mandate.id, NOT_ACTIVE, {
    ...accountOf(mandate, found),
    status: 'approved',
    codeHash: hashMandateCode(deps, mandate.provider, found.code),
    approvalUrl: null,
    approvedAt: now,
    endedAt: null,
    endReason: null,
    nextCheckAt,
  });
}

/**
 * From now on the account may be charged: it is saved, its code encrypted, and auto-pay is on with it for the
 * line that it was asked for, unless that has ended or belongs to somebody else by now.
 */
async function activate(
  deps: BillingDependencies,
  tx: Transaction,
  { mandate, found, now }: Omit<Step, 'nextCheckAt'>,
): Promise<void> {
  const { id, userId, provider, email, subscriptionId, wording } = mandate;
  const account = accountOf(mandate, found);
  const paymentMethodId = await saveMandateMethod(tx, {
    userId,
    provider,
    email,
    reference: deps.cardEncryption.encrypt(found.code),
    bankName: account.bankName,
    cardLastFour: account.lastFour,
    createdAt: now,
  });
  const active = await moveMandate(tx, id, NOT_ACTIVE, {
    ...account,
    status: 'active',
    codeHash: hashMandateCode(deps, provider, found.code),
    paymentMethodId,
    approvalUrl: null,
    approvedAt: mandate.approvedAt ?? now,
    activeAt: now,
    endedAt: null,
    endReason: null,
    nextCheckAt: null,
  });
  if (!active) throw new Error(`mandate ${id} is not open`);
  const owner = await findOwner(tx, subscriptionId);
  if (owner?.accountId === userId && (await lockSubscription(tx, subscriptionId))) {
    const consentId = await beginConsent(tx, {
      userId,
      subscriptionId,
      paymentMethodId,
      kind: 'mandate',
      wording,
      givenAt: now,
    });
    const subscription = await findOpenSubscription(tx, owner.lineId);
    const values = {
      card: mandateLabel(account.bankName, account.lastFour),
      plan: subscription?.upcomingPlanName ?? '',
    };
    const told = { customerId: userId, lineId: owner.lineId };
    await deps.notify(tx, { key: `auto-pay-on:${consentId}`, kind: 'auto-pay-on', ...told, values });
  }
  for (const other of await listSameAccount(tx, active)) {
    // The vendor may answer a second approval with the mandate that it has: that one goes on.
    const tellVendorAt = other.codeHash === active.codeHash ? null : now;
    await endMandate(tx, { mandate: other, reason: 'replaced', tellVendorAt, now });
  }
}

/** Records that nothing came of a mandate; one that was approved is not awaited any more, which its owner learns. */
async function fail(
  deps: BillingDependencies,
  tx: Transaction,
  mandate: MandateRow,
  reason: Extract<MandateVerdict, { kind: 'fail' }>['reason'],
  now: Date,
): Promise<void> {
  const end = { endedAt: now, endReason: reason, approvalUrl: null, nextCheckAt: null };
  const failed = await moveMandate(tx, mandate.id, NOT_ACTIVE, { ...end, status: 'failed' });
  if (!failed) return scheduleMandateCheck(tx, mandate.id, null);
  if (reason !== 'not-activated') return;
  await deps.notify(tx, {
    key: `mandate-not-activated:${mandate.id}`,
    kind: 'mandate-not-activated',
    customerId: mandate.userId,
    values: { account: mandateLabel(mandate.bankName, mandate.lastFour) },
  });
}

/** Applies an answer to the mandate as it is by now, and returns what it meant. */
async function apply(
  deps: BillingDependencies,
  tx: Transaction,
  { id, userId, nextCheckAt: readAt }: MandateRow,
  finding: MandateFinding,
): Promise<{ readonly mandate: MandateRow; readonly verdict: MandateVerdict; readonly isHinted: boolean } | null> {
  const now = deps.clock();
  await lockSubscriptionsOfAccount(tx, userId);
  const mandate = await lockMandate(tx, id);
  if (!mandate) return null;
  const verdict = judgeMandate(mandate, finding, now);
  const since = mandate.endedAt ?? mandate.approvedAt ?? mandate.createdAt;
  // A message that came since the vendor was asked has it asked again.
  const isHinted = mandate.nextCheckAt !== null && mandate.nextCheckAt.getTime() !== readAt?.getTime();
  const nextCheckAt = isHinted ? now : nextMandateCheck(verdict.kind === 'approve' ? now : since, now);
  switch (verdict.kind) {
    case 'wait':
    case 'end-there':
      await scheduleMandateCheck(tx, id, nextCheckAt);
      break;
    case 'over':
      await scheduleMandateCheck(tx, id, null);
      break;
    case 'approve':
      await approve(deps, tx, { mandate, found: verdict.found, now, nextCheckAt });
      break;
    case 'activate':
      await activate(deps, tx, { mandate, found: verdict.found, now });
      break;
    case 'revoke':
      await recordRevocation(deps, tx, { mandate, now });
      break;
    case 'fail':
      await fail(deps, tx, mandate, verdict.reason, now);
      break;
  }
  return { mandate, verdict, isHinted };
}

/**
 * Gives a mandate up whose opening was cut short, as by a crash: the vendor's reference is not known, and nobody
 * was sent to its page.
 */
async function checkOpening({ database, clock }: BillingDependencies, { id, createdAt }: MandateRow): Promise<void> {
  const now = clock();
  if (now.getTime() - createdAt.getTime() < OPENING_MS) return;
  const over = { status: 'failed', endedAt: now, endReason: 'not-opened', nextCheckAt: null } as const;
  if (!(await moveMandate(database, id, ['awaiting-approval'], over))) await scheduleMandateCheck(database, id, null);
}

/**
 * Asks the vendor how a mandate stands and does what follows, once whoever asks: it is approved, may be charged,
 * has been ended at the bank, or nothing came of it. One that its owner has ended here is ended there.
 * Safe to repeat and to run concurrently. False when the vendor gave no usable answer.
 */
export async function checkMandate(deps: BillingDependencies, read: MandateRow, isRepeat = false): Promise<boolean> {
  if (read.reference === null) {
    await checkOpening(deps, read);
    return true;
  }
  const gateway = directDebitGateways(deps.gateways).find(({ id }) => id === read.provider);
  if (!gateway) return false;
  const finding = await gateway.directDebit.find(read.reference);
  const applied = await runTransaction(deps.database, (tx) => apply(deps, tx, read, finding));
  if (!applied) return false;
  const { mandate, verdict, isHinted } = applied;
  if (verdict.kind === 'fail' && verdict.reason === 'other-customer')
    deps.log.error({ mandate: mandate.id, gateway: gateway.id }, 'a mandate is in the name of another customer');
  if (verdict.kind === 'end-there' && (await gateway.directDebit.end(verdict.found.code)))
    await scheduleMandateCheck(deps.database, mandate.id, null);
  deps.publishLiveUpdate(mandate.userId, 'subscription');
  // The job that the message woke has found the row locked.
  const changed = isHinted && !isRepeat ? await findOwnMandate(deps.database, mandate.userId, mandate.id) : null;
  if (changed?.nextCheckAt) return checkMandate(deps, changed, true);
  return finding.kind !== 'unknown';
}
