import { voucherSerial } from '@portal/kernel/billing/voucher-pin';
import type { Kobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findCounterAccount } from '../counter/counter-customer.repository.ts';
import { voucherUsed } from '../events.ts';
import { requireLine } from '../lines/require-line.ts';
import type { EventSource, PaymentRow } from '../payments/payment.repository.ts';
import { publishPaymentUpdates } from '../payments/settlement/publish-payment-updates.ts';
import { listLineIds } from '../received-money/due.repository.ts';
import { receiveMoney } from '../received-money/receive-money.ts';
import { textReceipt } from '../received-money/text-receipt.ts';
import type { VoucherAttempts, VoucherSource } from './create-voucher-attempts.ts';
import { readCode, type Via } from './voucher.policy.ts';
import {
  claimVoucher,
  findVoucherByCode,
  hasImportedVouchers,
  recordVoucherPayment,
  type VoucherRow,
} from './voucher.repository.ts';
import type { VoucherMetrics } from './voucher-metrics.ts';

export type VoucherDependencies = BillingDependencies & {
  readonly voucherAttempts: VoucherAttempts;
  readonly voucherMetrics: VoucherMetrics;
};

export type RedeemOrder = {
  /** As it was typed or scanned. */
  readonly pin: string;
  readonly accountId: number;
  /** The line that it is for; null for whatever the account owes. */
  readonly lineId: number | null;
  readonly via: Via;
  readonly source: VoucherSource;
  /** Who uses it for the customer; null where they do it themselves. */
  readonly staffId: number | null;
};

/** What became of a code. `used` pays now, or has just paid for the same account: a repeat gets it again. */
export type Redeemed =
  | {
      readonly kind: 'used';
      readonly serial: string;
      readonly amountKobo: Kobo;
      readonly reference: string;
      readonly receiptNumber: string;
      readonly lines: readonly { readonly label: string; readonly amountKobo: number }[];
    }
  /** `isOwn`: by the same account, `usedAt` then. */
  | {
      readonly kind: 'already-used';
      readonly isOwn: boolean;
      readonly usedAt: Date | null;
      readonly receiptNumber: string | null;
    }
  | { readonly kind: 'expired' | 'stopped' | 'unknown' | 'mistyped' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number };

/** For how long the same code of the same account is a repeat, after an answer that was lost. */
const REPEAT_MS = 15 * 60_000;

async function linesOf(tx: Transaction, { accountId, lineId }: RedeemOrder): Promise<readonly [number, ...number[]]> {
  if (lineId !== null) return [(await requireLine(tx, { accountId, lineId })).lineId];
  const [first, ...others] = await listLineIds(tx, accountId);
  if (first === undefined) throw new ApiError('customer.not-found');
  return [first, ...others];
}

async function pay(
  deps: BillingDependencies,
  tx: Transaction,
  order: RedeemOrder,
  voucher: VoucherRow,
  now: Date,
): Promise<PaymentRow> {
  const { accountId, via, staffId } = order;
  const account = await findCounterAccount(tx, accountId);
  if (!account) throw new ApiError('customer.not-found');
  const serial = voucherSerial(voucher.batch, voucher.index);
  const source: EventSource = staffId === null ? 'customer' : 'staff';
  const payment = await receiveMoney(
    deps,
    tx,
    {
      userId: accountId,
      lineIds: await linesOf(tx, order),
      planId: null,
      amountKobo: voucher.amount,
      gateway: 'voucher',
      tillId: null,
      email: account.email,
      gatewayReference: serial,
      channel: serial,
      payerName: null,
      withheld: null,
      invoiceNumber: null,
      source,
      evidence: { status: 'voucher', voucher: serial, via, staffId },
    },
    now,
  );
  await recordVoucherPayment(tx, voucher, payment.id);
  await deps.publish(tx, voucherUsed, { batch: voucher.batch, index: voucher.index });
  await textReceipt(deps, tx, account, { reference: payment.reference, amountKobo: voucher.amount });
  if (staffId !== null) {
    await recordAudit(tx, {
      actorId: staffId,
      action: 'voucher.redeem',
      subject: `payment:${payment.reference}`,
      before: null,
      after: { customer: accountId, voucher: serial, amountKobo: voucher.amount, via },
    });
  }
  return payment;
}

/** What a code that pays nothing now is. */
async function judge(deps: BillingDependencies, order: RedeemOrder, pinHash: string): Promise<Redeemed> {
  const now = deps.clock();
  const found = await findVoucherByCode(deps.database, pinHash);
  if (!found) return { kind: 'unknown' };
  const { voucher, accountId, reference, paymentStatus, receiptNumber, snapshot } = found;
  if (voucher.status === 'used') {
    const isOwn = accountId === order.accountId;
    const isRepeat =
      isOwn && paymentStatus === 'successful' && now.getTime() - (voucher.usedAt?.getTime() ?? 0) < REPEAT_MS;
    if (!isRepeat || reference === null || receiptNumber === null || snapshot === null) {
      return {
        kind: 'already-used',
        isOwn,
        usedAt: isOwn ? voucher.usedAt : null,
        receiptNumber: isOwn ? receiptNumber : null,
      };
    }
    const serial = voucherSerial(voucher.batch, voucher.index);
    return { kind: 'used', serial, amountKobo: voucher.amount, reference, receiptNumber, lines: snapshot.lines };
  }
  return { kind: voucher.status === 'issued' || voucher.status === 'expired' ? 'expired' : 'stopped' };
}

async function tryCode(deps: VoucherDependencies, order: RedeemOrder, pinHash: string): Promise<Redeemed> {
  const payment = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const voucher = await claimVoucher(tx, { pinHash, via: order.via, now });
    return voucher && pay(deps, tx, order, voucher, now);
  });
  if (payment) {
    deps.metrics?.countPayment(payment, 'successful', deps.clock());
    await publishPaymentUpdates(deps, payment);
  }
  return judge(deps, order, pinHash);
}

async function redeem(deps: VoucherDependencies, order: RedeemOrder): Promise<Redeemed> {
  const code = await readCode(order.pin, () => hasImportedVouchers(deps.database));
  if (code === null) return { kind: 'mistyped' };
  const wait = deps.voucherAttempts.take(order.source);
  if (wait !== null) return { kind: 'throttled', retryAfterSeconds: wait };
  try {
    const redeemed = await tryCode(deps, order, deps.hashVoucherCode(code));
    if (redeemed.kind !== 'unknown') deps.voucherAttempts.forget(order.source);
    return redeemed;
  } catch (error) {
    // It says nothing about the code.
    deps.voucherAttempts.forget(order.source);
    throw error;
  }
}

/**
 * Uses a voucher for an account, once, in one transaction with everything that follows from a payment: what
 * is due is paid, oldest first, and what is left becomes credit. A code that was mistyped is no attempt; one
 * that is not ours is counted (`createVoucherAttempts`), before it is looked up. The same account gets the
 * same answer again for a quarter of an hour. Audited where staff do it. Throws customer.not-found,
 * line.not-found.
 */
export async function redeemVoucher(deps: VoucherDependencies, order: RedeemOrder): Promise<Redeemed> {
  const redeemed = await redeem(deps, order);
  deps.voucherMetrics.countRedeemed(order.via, redeemed.kind);
  return redeemed;
}
