import {
  acceptEInvoice as acceptEntry,
  getEInvoiceJson,
  getInvoiceXml,
  getStaffInvoiceXml,
  listEInvoices,
  retryEInvoices as retryAllEntry,
  retryEInvoice as retryEntry,
  testEInvoicing,
} from '@portal/contract/billing/e-invoices';
import type { FastifyReply } from 'fastify';
import type { Routes } from '../../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { acceptEInvoice, requireEInvoicing, retryEInvoice, retryEInvoices } from './decide-e-invoice.ts';
import { findDocumentXml } from './find-document-xml.ts';
import { describeEInvoice, readEInvoices } from './read-e-invoices.ts';

function sendXml(reply: FastifyReply, number: string, xml: string): FastifyReply {
  return reply
    .header('content-type', 'application/xml; charset=utf-8')
    .header('content-disposition', `attachment; filename="${number}.xml"`)
    .send(xml);
}

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

  routes.serve(getInvoiceXml, async ({ viewer, params, reply }) => {
    const { invoiceNumber: number } = params;
    return sendXml(reply, number, await findDocumentXml(deps, { number, userId: viewer.account.id }));
  });

  routes.serve(getStaffInvoiceXml, async ({ params, reply }) => {
    const { invoiceNumber: number } = params;
    return sendXml(reply, number, await findDocumentXml(deps, { number, userId: null }));
  });

  routes.serve(getEInvoiceJson, async ({ params, reply }) => {
    const { documentNumber, content } = await describeEInvoice(requireEInvoicing(deps), params.id);
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${documentNumber}.json"`)
      .send(JSON.stringify(content, null, 2));
  });
}
