import {
  closeTillShift,
  downloadDepositSlip,
  getCounterCustomer,
  getTill,
  handOverTill,
  listTillShifts,
  openTillShift,
  takeCounterPayment as takeEntry,
  uploadDepositSlip,
} from '@portal/contract/billing/staff-counter';
import { outsideReferenceKey } from '@portal/kernel/billing/outside-reference';
import { type Kobo, koboFromNaira, nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { FastifyInstance } from 'fastify';
import type { FileStore } from '../../platform/files/create-file-store.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { requireLine } from '../lines/require-line.ts';
import { presentPayment } from '../payments/staff/read-staff-payments.ts';
import { readCounterCustomer } from './read-counter-customer.ts';
import { readSlip, uploadSlip } from './slips/upload-slip.ts';
import { type CounterOrder, takeCounterPayment } from './take-counter-payment.ts';
import { closeShift } from './tills/close-shift.ts';
import { handOver } from './tills/hand-over.ts';
import { openShift } from './tills/open-shift.ts';
import { presentShift, readShifts, readTill } from './tills/read-till.ts';

type CounterDependencies = BillingDependencies & {
  readonly files: FileStore;
  /** Accepts a file as body. */
  readonly fileScope: FastifyInstance;
  /** Has lines of bank statements matched soon. */
  readonly wakeMatching: () => void;
};

const NUMBER_NEEDED = 'Enter the number on the slip';

/** An amount that the contract has checked. */
function koboOf(naira: number): Kobo {
  const amountKobo = koboFromNaira(naira);
  if (amountKobo === null) throw new ApiError('request.invalid');
  return amountKobo;
}

async function take(deps: CounterDependencies, order: CounterOrder) {
  if (order.method !== 'cash' && order.outsideReference === null) {
    throw new ApiError('request.invalid', { message: NUMBER_NEEDED, errors: { outsideReference: NUMBER_NEEDED } });
  }
  const { payment, receipt } = await takeCounterPayment(deps, order);
  if (order.method === 'deposit') deps.wakeMatching();
  return {
    success: true as const,
    message: `The payment is recorded. Receipt ${receipt.receiptNumber}.`,
    payment: presentPayment(payment),
    receiptNumber: receipt.receiptNumber,
    lines: receipt.snapshot.lines.map(({ label, amountKobo }) => ({
      label,
      amount: nairaFromKobo(toKobo(amountKobo)),
    })),
  };
}

function serveTills(routes: Routes, deps: CounterDependencies): void {
  const { database } = deps;
  routes.serve(getTill, async ({ viewer }) => readTill(database, viewer.user.id));
  routes.serve(openTillShift, async ({ viewer }) => {
    await openShift(deps, viewer.user.id);
    return { success: true as const, message: 'Your shift is open.', till: await readTill(database, viewer.user.id) };
  });
  routes.serve(closeTillShift, async ({ viewer, body }) => {
    const { shiftId, counted, note } = body;
    const countedKobo = koboOf(counted);
    const closed = await closeShift(deps, { shiftId, countedKobo, note: note || null, staffId: viewer.user.id });
    return { success: true as const, message: 'Your shift is closed.', shift: presentShift(closed) };
  });
  routes.serve(handOverTill, async ({ viewer, body }) => {
    await handOver(deps, { ...body, amountKobo: koboOf(body.amount), staffId: viewer.user.id });
    const till = await readTill(database, viewer.user.id);
    return { success: true as const, message: 'The cash for the bank is booked.', till };
  });
  routes.serve(listTillShifts, async ({ query }) => readShifts(database, query.before ?? null));
}

function serveSlips(routes: Routes, deps: CounterDependencies): void {
  routes.serve(
    uploadDepositSlip,
    async ({ viewer, query, request }) => {
      const upload = { uploaderId: viewer.user.id, name: query.name, bytes: request.body };
      const { id, name } = await uploadSlip(deps, upload);
      return { success: true as const, message: 'The photograph is ready for its payment.', slip: { id, name } };
    },
    { scope: deps.fileScope },
  );
  routes.serve(downloadDepositSlip, async ({ params, reply }) =>
    sendFile(deps, reply, await readSlip(deps.database, params.id)),
  );
}

/** Money at the counter, tills and shifts. */
export function registerCounter(routes: Routes, deps: CounterDependencies): void {
  routes.serve(getCounterCustomer, async ({ params, query }) =>
    readCounterCustomer(deps, { userId: params.id, line: query.line, planId: query.planId ?? null }),
  );
  routes.serve(takeEntry, async ({ viewer, params, body }) => {
    const { lineId } = await requireLine(deps.database, { accountId: params.id, lineId: body.lineId });
    return take(deps, {
      userId: params.id,
      lineId,
      staffId: viewer.user.id,
      amountKobo: koboOf(body.amount),
      method: body.method,
      outsideReference: outsideReferenceKey(body.outsideReference ?? '') || null,
      planId: body.planId ?? null,
      slipId: body.slipId ?? null,
      clientRequestId: body.clientRequestId,
      withheldKobo: koboOf(body.withheld ?? 0),
    });
  });
  serveTills(routes, deps);
  serveSlips(routes, deps);
}
