import {
  acceptEInvoice as acceptEntry,
  getEInvoiceJson,
  listEInvoices,
  retryEInvoices as retryAllEntry,
  retryEInvoice as retryEntry,
  testEInvoicing,
} from '@portal/contract/billing/e-invoices';
import type { Routes } from '../../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { acceptEInvoice, requireEInvoicing, retryEInvoice, retryEInvoices } from './decide-e-invoice.ts';
import { findSource } from './e-invoice.repository.ts';
import { describeSource } from './prepare-documents.ts';
import { readEInvoices } from './read-e-invoices.ts';

/** What staff see of the documents at the tax authority, and what they do where one is not taken. */
export function registerEInvoice(routes: Routes, deps: BillingDependencies, wakeRegistration: () => void): void {
  routes.serve(listEInvoices, async ({ query }) => readEInvoices(deps, query));

  routes.serve(retryEntry, async ({ viewer, params }) => {
    await retryEInvoice(deps, { staffId: viewer.user.id, id: params.id });
    wakeRegistration();
    return { success: true as const, message: 'It is sent again now.' };
  });

  routes.serve(retryAllEntry, async ({ viewer }) => {
    const retried = await retryEInvoices(deps, viewer.user.id);
    wakeRegistration();
    const message = retried === 0 ? 'Nothing waits to be sent.' : `${retried} are sent again now.`;
    return { success: true as const, message, retried };
  });

  routes.serve(acceptEntry, async ({ viewer, params }) => {
    await acceptEInvoice(requireEInvoicing(deps), { staffId: viewer.user.id, id: params.id });
    return { success: true as const, message: 'The document is registered.' };
  });

  routes.serve(testEInvoicing, async () => {
    const { accessPoint } = requireEInvoicing(deps).eInvoicing;
    const fault = await accessPoint.test();
    return { works: fault === null, message: fault ?? `${accessPoint.name} answers and takes the keys.` };
  });

  routes.serve(getEInvoiceJson, async ({ params, reply }) => {
    const { eInvoicing } = requireEInvoicing(deps);
    const source = await findSource(deps.database, params.id);
    if (!source) throw new ApiError('e-invoice.not-found');
    const content = eInvoicing.accessPoint.describe(describeSource(eInvoicing, source));
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${source.row.documentNumber}.json"`)
      .send(JSON.stringify(content, null, 2));
  });
}
