import type { VoucherBatch, VoucherBatchPage, VoucherView } from '@portal/contract/billing/staff-vouchers';
import { typedVoucherSerial, voucherSerial } from '@portal/kernel/billing/voucher-pin';
import { lagosDate } from '@portal/kernel/calendar';
import { koboFromDecimal, nairaFromKobo, toKobo } from '@portal/kernel/money';
import { findAccountContact } from '../../../identity/index.ts';
import type { Queryable } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { findVoucherRow } from '../voucher.repository.ts';
import { type BatchRow, countVouchers, listBatchRows, type NamedBatch } from './batch.repository.ts';

const PAGE_SIZE = 50;

/** The last day in Lagos before that midnight. */
const lastDay = (expiresAt: Date) => lagosDate(new Date(expiresAt.getTime() - 1));
const person = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

function present({ batch, agent, ...names }: NamedBatch): Omit<VoucherBatch, 'used'> {
  const { amount, count, discount } = batch;
  return {
    number: batch.number,
    kind: batch.kind,
    amount: nairaFromKobo(amount),
    count,
    total: nairaFromKobo(koboFromDecimal(names.total)),
    until: lastDay(batch.expiresAt),
    agent,
    discount: amount === 0 ? 0 : Math.round((discount * 10_000) / amount) / 100,
    price: nairaFromKobo(toKobo((amount - discount) * count)),
    status: batch.status,
    createdAt: batch.createdAt.toISOString(),
    createdBy: { id: batch.createdBy, name: names.creatorName },
    decidedBy: person(batch.decidedBy, names.deciderName),
    decisionReason: batch.decisionReason,
    issues: batch.issues,
    issuedAt: batch.issuedAt?.toISOString() ?? null,
    issuedBy: person(batch.issuedBy, names.issuerName),
    stoppedAt: batch.stoppedAt?.toISOString() ?? null,
    stoppedBy: person(batch.stoppedBy, names.stopperName),
    stopReason: batch.stopReason,
    refundedAt: batch.refundedAt?.toISOString() ?? null,
    refundedBy: person(batch.refundedBy, names.refunderName),
  };
}

/** Batches, newest first, 50 at a time. */
export async function readBatches(
  queryable: Queryable,
  filter: {
    readonly status?: BatchRow['status'] | undefined;
    readonly agentId?: number | undefined;
    readonly before?: number | undefined;
  },
): Promise<VoucherBatch[]> {
  const rows = await listBatchRows(queryable, { ...filter, limit: PAGE_SIZE });
  return rows.map((row) => ({ ...present(row), used: row.used }));
}

/** A batch with what became of its vouchers. Throws voucher.no-batch. */
export async function readBatch(queryable: Queryable, number: number, now: Date): Promise<VoucherBatchPage> {
  const [row] = await listBatchRows(queryable, { number, limit: 1 });
  if (!row) throw new ApiError('voucher.no-batch');
  const counted = await countVouchers(queryable, number);
  const of = (wanted: (typeof counted)[number]['status']) => {
    const found = counted.find(({ status }) => status === wanted);
    return { count: found?.count ?? 0, amount: nairaFromKobo(koboFromDecimal(found?.amount ?? '0')) };
  };
  const { status, kind, expiresAt } = row.batch;
  const isUntouched = counted.every((each) => each.status === 'issued');
  return {
    ...present(row),
    counts: {
      issued: of('issued'),
      used: of('used'),
      stopped: of('stopped'),
      expired: of('expired'),
      returned: of('returned'),
    },
    mayIssueAgain: kind === 'made' && status === 'issued' && isUntouched && expiresAt > now,
  };
}

/** A voucher by its serial number, as somebody types it. Throws voucher.not-found. */
export async function readVoucher(queryable: Queryable, typed: string, now: Date): Promise<VoucherView> {
  const serial = typedVoucherSerial(typed);
  const found = serial && (await findVoucherRow(queryable, serial));
  if (!found) throw new ApiError('voucher.not-found');
  const { voucher, accountId, reference } = found;
  const contact = accountId === null ? null : await findAccountContact(queryable, accountId);
  const name = contact ? [contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.email : '';
  const isLate = voucher.status === 'issued' && voucher.expiresAt <= now;
  return {
    serial: voucherSerial(voucher.batch, voucher.index),
    batch: voucher.batch,
    index: voucher.index,
    amount: nairaFromKobo(voucher.amount),
    until: lastDay(voucher.expiresAt),
    status: isLate ? 'expired' : voucher.status,
    usedAt: voucher.usedAt?.toISOString() ?? null,
    via: voucher.via,
    payment: reference === null || accountId === null ? null : { reference, customer: { id: accountId, name } },
    stoppedAt: voucher.stoppedAt?.toISOString() ?? null,
    stopReason: voucher.stopReason,
  };
}
