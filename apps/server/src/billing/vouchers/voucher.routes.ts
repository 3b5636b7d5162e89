import {
  createVoucherBatch,
  decideVoucherBatch,
  encryptVoucherBatch,
  findVoucher,
  getVoucherBatch,
  listVoucherBatches,
  printVoucherBatch,
  redeemVoucherFor,
  refundVoucherBatch,
  stopVouchers as stopEntry,
} from '@portal/contract/billing/staff-vouchers';
import { getVoucherForm, redeemVoucher as redeemEntry } from '@portal/contract/billing/vouchers';
import { koboFromNaira, toKobo } from '@portal/kernel/money';
import { subscriberAddress } from '@portal/kernel/network-address';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { InvoicePrinter } from '../invoices/documents/create-invoice-printer.ts';
import { sendPdf } from '../invoices/send-invoice.ts';
import { createBatch } from './batches/create-batch.ts';
import { decideBatch } from './batches/decide-batch.ts';
import { issueBatch } from './batches/issue-batch.ts';
import { readBatch, readBatches, readVoucher } from './batches/read-batches.ts';
import { refundBatch } from './batches/refund-batch.ts';
import { stopVouchers } from './batches/stop-vouchers.ts';
import { describeVoucherFile, describeVoucherSheets } from './batches/write-pins.ts';
import type { VoucherUse } from './create-voucher-use.ts';
import { readVoucherForm } from './read-voucher-form.ts';
import { answerRedeemed } from './redeem-answer.ts';
import { redeemVoucher, type VoucherDependencies } from './redeem-voucher.ts';

type Dependencies = VoucherDependencies & {
  readonly printer: Pick<InvoicePrinter, 'print'>;
  /** The page on which a voucher is entered. */
  readonly paymentUrl: URL;
  readonly voucherUse: Pick<VoucherUse, 'look'>;
};

function serveRedeeming(routes: Routes, deps: VoucherDependencies): void {
  routes.serve(getVoucherForm, async () => readVoucherForm(deps.database));

  routes.serve(redeemEntry, async ({ viewer, body, request }) => {
    const redeemed = await redeemVoucher(deps, {
      pin: body.pin,
      accountId: viewer.account.id,
      lineId: body.lineId ?? null,
      via: 'web',
      source: { key: `account:${viewer.account.id}`, address: subscriberAddress(request.ip) },
      staffId: null,
    });
    return answerRedeemed(redeemed);
  });

  routes.serve(redeemVoucherFor, async ({ viewer, params, body }) => {
    const { id: staffId } = viewer.user;
    const redeemed = await redeemVoucher(deps, {
      pin: body.pin,
      accountId: params.id,
      lineId: body.lineId ?? null,
      via: 'counter',
      source: { key: `staff:${staffId}`, address: null },
      staffId,
    });
    return answerRedeemed(redeemed);
  });
}

function serveIssuing(routes: Routes, deps: Dependencies): void {
  routes.serve(printVoucherBatch, async ({ viewer, params, body, reply }) => {
    const bytes = await issueBatch(deps, {
      ...params,
      staffId: viewer.user.id,
      again: body.again === true,
      form: 'pdf',
      write: (issued) => deps.printer.print(describeVoucherSheets(issued, deps.paymentUrl)),
    });
    await deps.voucherUse.look();
    return sendPdf(reply, `vouchers-${params.number}`, bytes);
  });

  routes.serve(encryptVoucherBatch, async ({ viewer, params, body, reply }) => {
    const bytes = await issueBatch(deps, {
      ...params,
      staffId: viewer.user.id,
      again: body.again === true,
      form: 'age',
      write: (issued) => deps.printer.print(describeVoucherFile(issued, body.passphrase)),
    });
    await deps.voucherUse.look();
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="vouchers-${params.number}.csv.age"`)
      .send(Buffer.from(bytes));
  });
}

/** Vouchers: batches that staff make and hand out, and their use. */
export function registerVoucher(routes: Routes, deps: Dependencies): void {
  const { database } = deps;
  const changed = async (message: string, number: number) => ({
    success: true as const,
    message,
    batch: await readBatch(database, number, deps.clock()),
  });

  serveRedeeming(routes, deps);
  routes.serve(listVoucherBatches, async ({ query: { agent, ...query } }) =>
    readBatches(database, { ...query, agentId: agent }),
  );
  routes.serve(getVoucherBatch, async ({ params }) => readBatch(database, params.number, deps.clock()));
  routes.serve(findVoucher, async ({ params }) => readVoucher(database, params.serial, deps.clock()));

  routes.serve(createVoucherBatch, async ({ viewer, body, reply }) => {
    const { number, status } = await createBatch(deps, {
      count: body.count,
      amountKobo: koboFromNaira(body.amount) ?? toKobo(0),
      agentId: body.agent ?? null,
      discountBasisPoints: body.discount === undefined ? null : Math.round(body.discount * 100),
      until: body.until ?? null,
      clientRequestId: body.clientRequestId ?? null,
      staffId: viewer.user.id,
    });
    const waits = status === 'awaiting-approval';
    if (waits) reply.code(202);
    return changed(waits ? 'The batch waits for a second person.' : 'The batch is ready: hand out its PINs.', number);
  });

  routes.serve(decideVoucherBatch, async ({ viewer, params, body }) => {
    await decideBatch(deps, { ...params, ...body, staffId: viewer.user.id });
    return changed(body.approve ? 'The batch is approved.' : 'The batch is declined.', params.number);
  });

  serveIssuing(routes, deps);

  routes.serve(stopEntry, async ({ viewer, params, body }) => {
    const { index = null, reason } = body;
    await stopVouchers(deps, { ...params, index, reason, staffId: viewer.user.id });
    return changed(index === null ? 'The batch is stopped.' : 'The voucher is stopped.', params.number);
  });

  routes.serve(refundVoucherBatch, async ({ viewer, params, body }) => {
    await refundBatch(deps, { ...params, ...body, staffId: viewer.user.id });
    return changed('What was not used is taken back.', params.number);
  });
}
