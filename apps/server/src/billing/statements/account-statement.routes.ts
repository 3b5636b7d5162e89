import { getAccountStatement, getAccountStatementDocument } from '@portal/contract/billing/companies';
import { getStaffAccountStatement, getStaffAccountStatementDocument } from '@portal/contract/billing/staff-companies';
import type { FastifyReply } from 'fastify';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { InvoicePrinter } from '../invoices/documents/create-invoice-printer.ts';
import { sendPdf } from '../invoices/send-invoice.ts';
import { describeAccountStatement, writeAccountStatement } from './account-statement-document.ts';
import { buildAccountStatement, type StatementOrder } from './build-account-statement.ts';

type StatementDependencies = Pick<BillingDependencies, 'database' | 'clock' | 'seller'> & {
  readonly printer: InvoicePrinter;
};

async function sendStatement(
  deps: StatementDependencies,
  { viewer, reply }: { readonly viewer: Viewer; readonly reply: FastifyReply },
  order: StatementOrder & { readonly document: 'pdf' | 'csv' },
): Promise<FastifyReply> {
  const statement = await buildAccountStatement(deps.database, order, deps.clock());
  const name = `statement-${statement.customer.accountNumber}-${order.from}-${order.to}`;
  if (order.document === 'pdf')
    return sendPdf(reply, name, await deps.printer.print(describeAccountStatement(statement, deps.seller())));
  return sendCsv(reply, { viewer, fileName: `${name}.csv`, content: writeAccountStatement(statement) });
}

/** Statements of account, for customers and for staff. */
export function registerAccountStatement(routes: Routes, deps: StatementDependencies): void {
  const { database, clock } = deps;
  routes.serve(getAccountStatement, async ({ viewer, query }) =>
    buildAccountStatement(database, { accountId: viewer.account.id, ...query }, clock()),
  );

  routes.serve(getAccountStatementDocument, async ({ viewer, params, query, reply }) =>
    sendStatement(deps, { viewer, reply }, { accountId: viewer.account.id, ...query, ...params }),
  );

  routes.serve(getStaffAccountStatement, async ({ params, query }) =>
    buildAccountStatement(database, { accountId: params.id, ...query }, clock()),
  );

  routes.serve(getStaffAccountStatementDocument, async ({ viewer, params, query, reply }) =>
    sendStatement(deps, { viewer, reply }, { accountId: params.id, document: params.document, ...query }),
  );
}
