import type { Kobo } from '@portal/kernel/money';
import { and, eq, exists, gt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { receipts } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { voucherBatches, vouchers } from '../../platform/database/schema/billing/voucher.ts';
import type { Via } from './voucher.policy.ts';

export type VoucherRow = typeof vouchers.$inferSelect;

/** issued → used, for the one caller who was first and in time; null otherwise. */
export async function claimVoucher(
  tx: Transaction,
  { pinHash, via, now }: { readonly pinHash: string; readonly via: Via; readonly now: Date },
): Promise<VoucherRow | null> {
  const [row] = await tx
    .update(vouchers)
    .set({ status: 'used', usedAt: now, via })
    .where(and(eq(vouchers.pinHash, pinHash), eq(vouchers.status, 'issued'), gt(vouchers.expiresAt, now)))
    .returning();
  return row ?? null;
}

/** Which payment a voucher was used for. */
export async function recordVoucherPayment(tx: Transaction, voucher: VoucherRow, paymentId: string): Promise<void> {
  await tx
    .update(vouchers)
    .set({ paymentId })
    .where(and(eq(vouchers.batch, voucher.batch), eq(vouchers.index, voucher.index)));
}

/** A voucher with its payment and receipt, by what its code is known by; null for a code of nobody. */
export async function findVoucherByCode(queryable: Queryable, pinHash: string) {
  const [row] = await queryable
    .select({
      voucher: vouchers,
      accountId: payments.userId,
      reference: payments.reference,
      paymentStatus: payments.status,
      receiptNumber: receipts.receiptNumber,
      snapshot: receipts.snapshot,
    })
    .from(vouchers)
    .leftJoin(payments, eq(payments.id, vouchers.paymentId))
    .leftJoin(receipts, eq(receipts.paymentId, vouchers.paymentId))
    .where(eq(vouchers.pinHash, pinHash));
  return row ?? null;
}

/** A voucher with its payment, by its serial number. */
export async function findVoucherRow(queryable: Queryable, serial: { readonly batch: number; readonly index: number }) {
  const [row] = await queryable
    .select({ voucher: vouchers, accountId: payments.userId, reference: payments.reference })
    .from(vouchers)
    .leftJoin(payments, eq(payments.id, vouchers.paymentId))
    .where(and(eq(vouchers.batch, serial.batch), eq(vouchers.index, serial.index)));
  return row ?? null;
}

/** Whether there are vouchers at all. */
export async function hasVouchers(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.select({ batch: vouchers.batch }).from(vouchers).limit(1);
  return row !== undefined;
}

/** Whether there are vouchers of an earlier system, whose codes have any form. */
export async function hasImportedVouchers(queryable: Queryable): Promise<boolean> {
  const imported = queryable.select({ one: sql`1` }).from(voucherBatches).where(eq(voucherBatches.kind, 'imported'));
  const [row] = await queryable.select({ found: exists(imported) }).from(sql`(select 1) as one`);
  return row?.found === true;
}

export type Unissued = { readonly index: number; readonly pinHash: string };

/** Writes the vouchers of a batch. Throws a unique violation where one of its codes exists. */
export async function insertVouchers(
  tx: Transaction,
  batch: { readonly number: number; readonly amount: Kobo; readonly expiresAt: Date },
  rows: readonly Unissued[],
): Promise<void> {
  const { number, amount, expiresAt } = batch;
  for (let start = 0; start < rows.length; start += 5000) {
    const part = JSON.stringify(rows.slice(start, start + 5000));
    await tx.execute(sql`
      insert into ${vouchers} (batch, index, pin_hash, amount, expires_at, status)
      select ${number}, r.index, r."pinHash", ${sql.param(amount, vouchers.amount)}::numeric, ${sql.param(expiresAt, vouchers.expiresAt)}::timestamptz, 'issued'
      from jsonb_to_recordset(${part}::jsonb) as r(index integer, "pinHash" text)`);
  }
}

/** Deletes the vouchers of a batch, whose codes are void from then on. */
export async function deleteVouchers(tx: Transaction, batch: number): Promise<void> {
  await tx.delete(vouchers).where(eq(vouchers.batch, batch));
}

/** issued → stopped: one of a batch, or all that are not used; returns how many. */
export async function stopVoucherRows(
  tx: Transaction,
  {
    batch,
    index,
    ...stopped
  }: {
    readonly batch: number;
    readonly index: number | null;
    readonly stoppedBy: number;
    readonly stoppedAt: Date;
    readonly stopReason: string;
  },
): Promise<number> {
  const rows = await tx
    .update(vouchers)
    .set({ status: 'stopped', ...stopped })
    .where(
      and(
        eq(vouchers.batch, batch),
        eq(vouchers.status, 'issued'),
        index === null ? undefined : eq(vouchers.index, index),
      ),
    )
    .returning({ index: vouchers.index });
  return rows.length;
}
