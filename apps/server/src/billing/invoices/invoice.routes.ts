import { getBillingDetails, saveBillingDetails as saveDetailsEntry } from '@portal/contract/billing/billing-details';
import {
  exportInvoices as exportEntry,
  getInvoice,
  getInvoiceDocument,
  getStatement,
  listInvoices as listEntry,
} from '@portal/contract/billing/invoices';
import { getReceipt } from '@portal/contract/billing/payments/payments';
import {
  correctBillingDetails as correctEntry,
  getStaffBillingDetails,
} from '@portal/contract/billing/staff-billing-details';
import { getStaffReceipt, getStaffReceiptPdf } from '@portal/contract/billing/staff-counter';
import { DAY_MS, lagosMidnight } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import { recordAudit } from '../../identity/index.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { buildStatement } from '../statements/build-statement.ts';
import { exportInvoices } from '../statements/export-invoices.ts';
import {
  type CorrectBillingDetailsDependencies,
  correctBillingDetails,
  readCustomerBillingDetails,
} from './correct-billing-details.ts';
import type { InvoicePrinter } from './documents/create-invoice-printer.ts';
import { describeReceipt } from './documents/receipt-document.ts';
import { findInvoice, listInvoices } from './find-invoice.ts';
import { requireReceipt } from './receipts/find-receipt.ts';
import { changeBillingDetails, readBillingDetails } from './save-billing-details.ts';
import { sendInvoice, sendPdf } from './send-invoice.ts';
import type { InvoiceParty } from './supply.ts';

export type InvoiceDependencies = {
  readonly database: Database;
  /** For the list of all invoices. */
  readonly reports: Reports;
  readonly clock: Clock;
  /** Of receipts that were issued before staff could edit the seller. */
  readonly initialSeller: InvoiceParty;
  readonly printer: InvoicePrinter;
} & Pick<BillingDependencies, 'intakes'> &
  CorrectBillingDetailsDependencies;

/** Receipts, invoices and statements of the caller, and the list of all invoices for staff. */
export function registerInvoice(routes: Routes, deps: InvoiceDependencies): void {
  const { database, reports, printer } = deps;

  routes.serve(getReceipt, async ({ viewer, params }) => requireReceipt(deps, viewer.account.id, params.receiptNumber));

  routes.serve(getStaffReceipt, async ({ params }) => requireReceipt(deps, null, params.receiptNumber));

  routes.serve(getStaffReceiptPdf, async ({ params, reply }) => {
    const receipt = await requireReceipt(deps, null, params.receiptNumber);
    const bytes = await printer.print(describeReceipt(receipt, receipt.seller ?? deps.initialSeller));
    return sendPdf(reply, receipt.receiptNumber, bytes);
  });

  routes.serve(listEntry, async ({ viewer, query }) => listInvoices(deps, { userId: viewer.account.id, ...query }));

  routes.serve(getInvoice, async ({ viewer, params }) =>
    findInvoice(database, viewer.account.id, params.invoiceNumber),
  );

  routes.serve(getInvoiceDocument, async ({ viewer, params, reply }) =>
    sendInvoice({ database, printer }, reply, {
      userId: viewer.account.id,
      number: params.invoiceNumber,
      form: params.document,
    }),
  );

  routes.serve(getBillingDetails, async ({ viewer }) => readBillingDetails(database, viewer.account.id));

  routes.serve(saveDetailsEntry, async ({ viewer, body }) => {
    const billingDetails = await changeBillingDetails(deps, viewer.account.id, body);
    return { success: true as const, message: 'Billing details saved', billingDetails };
  });

  routes.serve(getStaffBillingDetails, async ({ params }) => readCustomerBillingDetails(database, params.id));
  routes.serve(correctEntry, async ({ viewer, params, body, request }) => {
    const correction = { userId: params.id, staffId: viewer.user.id, requestId: request.id, form: body };
    const billingDetails = await correctBillingDetails(deps, correction);
    return { success: true as const, message: 'Corrected from the next invoice on.', billingDetails };
  });

  routes.serve(getStatement, async ({ viewer, params }) =>
    buildStatement(database, { userId: viewer.account.id, month: params.month }),
  );

  routes.serve(exportEntry, async ({ viewer, query, reply }) => {
    const from = lagosMidnight(query.from);
    const until = new Date(lagosMidnight(query.to).getTime() + DAY_MS);
    const subject = `invoices:${query.from}:${query.to}`;
    await database.transaction((tx) =>
      recordAudit(tx, { actorId: viewer.user.id, action: 'invoice.exported', subject, before: null, after: null }),
    );
    const content = exportInvoices(reports.choose(reply), { from, until });
    return sendCsv(reply, { viewer, fileName: `invoices-${query.from}-${query.to}.csv`, content });
  });
}
