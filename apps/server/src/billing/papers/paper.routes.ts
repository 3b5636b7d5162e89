import { downloadLinkedDocument, readDocumentLink as readEntry } from '@portal/contract/billing/papers/papers';
import {
  getStaffInvoiceDocument,
  listDocumentSendings,
  listPapers,
  sendPapers as sendEntry,
  sendInvoiceAgain,
  withdrawDocumentLink as withdrawEntry,
} from '@portal/contract/billing/papers/staff-papers';
import type { FastifyReply } from 'fastify';
import { mayDo } from '../../platform/http/authorisation/staff-permission.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { sendDocumentPage, sendPdf } from '../invoices/send-invoice.ts';
import type { PaperDependencies } from './describe-paper.ts';
import { openDocument } from './open-document.ts';
import { printLinkedDocument, readDocumentLink, withdrawDocumentLink } from './open-document-link.ts';
import { readPapers, readSending, readSendings } from './read-papers.ts';
import { sendPaper, sendPapers } from './send-papers.ts';

type Printed = { readonly filename: string; readonly content: Buffer };

function sendFile(reply: FastifyReply, { filename, content }: Printed): FastifyReply {
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(content);
}

const SENT = { email: 'The mail is on its way.', text: 'The text with the link is on its way.' } as const;

/** Documents of customers for staff, who send them again, and for who opens a texted link. */
export function registerPaper(routes: Routes, deps: PaperDependencies): void {
  routes.serve(listPapers, async ({ params, query }) => readPapers(deps, { userId: params.id, ...query }));

  routes.serve(getStaffInvoiceDocument, async ({ viewer, params, reply }) => {
    const { invoiceNumber: number, document: form } = params;
    const document = await openDocument(deps, { number, form, staffId: viewer.user.id });
    if (form === 'page' && !('language' in document)) return sendDocumentPage(reply, document);
    return sendPdf(reply, number, await deps.printer.print(document));
  });

  routes.serve(sendInvoiceAgain, async ({ viewer, params, body }) => {
    const { to, by, clientRequestId = deps.newReference() } = body;
    const { id } = await sendPaper(deps, params.invoiceNumber, { to, by, clientRequestId, staffId: viewer.user.id });
    return { success: true as const, message: SENT[by], sending: await readSending(deps, id) };
  });

  routes.serve(sendEntry, async ({ viewer, params, body }) => {
    const { papers, to, by, clientRequestId } = body;
    // A statement is read with the permission of payments, so it does not leave without it.
    if (papers.some((each) => 'kind' in each) && !mayDo(viewer, 'payments:read')) {
      throw new ApiError('session.forbidden');
    }
    const order = { userId: params.id, papers, to, by, clientRequestId, staffId: viewer.user.id };
    const { id } = await sendPapers(deps, order);
    return { success: true as const, message: SENT[by], sending: await readSending(deps, id) };
  });

  routes.serve(listDocumentSendings, async ({ params }) => readSendings(deps, params.id));

  routes.serve(withdrawEntry, async ({ viewer, params }) => {
    await withdrawDocumentLink(deps, { id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The link is withdrawn.', sending: await readSending(deps, params.id) };
  });

  routes.serve(readEntry, async ({ body }) => readDocumentLink(deps, body.token), { limit: 'sign-in' });

  routes.serve(
    downloadLinkedDocument,
    async ({ body, reply }) =>
      sendFile(reply, await printLinkedDocument(deps, { token: body.token, place: body.paper })),
    { limit: 'sign-in' },
  );
}
