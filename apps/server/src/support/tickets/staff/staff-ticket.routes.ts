import {
  changeTicket as changeEntry,
  confirmSender as confirmEntry,
  countStaffTickets as countEntry,
  createTicketForCustomer,
  downloadStaffAttachment,
  getStaffTicket,
  isConfirmed,
  listStaffTickets as listEntry,
  mergeTicket as mergeEntry,
  replyAsStaff as replyEntry,
  setTicketTags as setTagsEntry,
  uploadStaffAttachment,
} from '@portal/contract/support/staff-tickets';
import { sendFile } from '../../../platform/files/send-file.ts';
import type { Routes } from '../../../platform/http/contract/route-from-contract.ts';
import { uploadAttachment } from '../attachments/upload-attachment.ts';
import { mergeTicket } from '../merges/merge-ticket.ts';
import { setTicketTags } from '../tags/set-ticket-tags.ts';
import type { TicketDeps } from '../ticket.routes.ts';
import { changeTicket } from './change-ticket.ts';
import { confirmSender } from './confirm-sender.ts';
import { openTicketForCustomer } from './open-ticket-for-customer.ts';
import { countStaffTickets, findStaffFile, listStaffTickets, readStaffTicket } from './read-staff-tickets.ts';
import { replyAsStaff } from './reply-as-staff.ts';

/** The tickets of all customers, for staff; each write is audited. */
export function registerStaffTicket(routes: Routes, deps: TicketDeps): void {
  routes.serve(listEntry, async ({ viewer, query }) => listStaffTickets(deps, viewer.user.id, query));
  routes.serve(countEntry, async ({ viewer }) => countStaffTickets(deps, viewer.user.id));
  routes.serve(getStaffTicket, async ({ viewer, params }) => readStaffTicket(deps, viewer.user.id, params.id));

  routes.serve(replyEntry, async ({ viewer, params, body }) => {
    const written = await replyAsStaff(deps, { ...body, id: params.id, staffId: viewer.user.id });
    const answered = isConfirmed(written.ticket)
      ? 'The customer has your answer.'
      : 'Your answer is on its way to the sender.';
    const message = body.note ? 'The note is saved for staff.' : answered;
    return { success: true as const, message, ...written };
  });

  routes.serve(changeEntry, async ({ viewer, params, body }) => {
    const ticket = await changeTicket(deps, { id: params.id, staffId: viewer.user.id, change: body });
    return { success: true as const, message: 'The ticket is changed.', ticket };
  });

  routes.serve(setTagsEntry, async ({ viewer, params, body }) => {
    const tags = await setTicketTags(deps, { ...body, ticketId: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The tags are saved.', tags };
  });

  routes.serve(mergeEntry, async ({ viewer, params, body }) => {
    const ticket = await mergeTicket(deps, { ...body, id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: `All of it is in ${ticket.number} now.`, ticket };
  });

  routes.serve(createTicketForCustomer, async ({ viewer, params, body }) => {
    const order = { ...body, staffId: viewer.user.id, customerId: params.customerId };
    const ticket = await openTicketForCustomer(deps, order);
    return { success: true as const, message: `Ticket ${ticket.number} is open.`, ticket };
  });

  routes.serve(confirmEntry, async ({ viewer, params, body }) => {
    const ticket = await confirmSender(deps, { ...body, id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The ticket belongs to this customer now.', ticket };
  });

  routes.serve(
    uploadStaffAttachment,
    async ({ viewer, query, request }) => {
      const uploader = { id: viewer.user.id, kind: 'staff' as const };
      const attachment = await uploadAttachment(deps, { uploader, name: query.name, bytes: request.body });
      return { success: true as const, message: 'The file is ready to be sent with your text.', attachment };
    },
    { scope: deps.fileScope },
  );

  routes.serve(downloadStaffAttachment, async ({ viewer, params, reply }) =>
    sendFile({ ...deps, files: deps.attachments }, reply, await findStaffFile(deps, viewer.user.id, params.id)),
  );
}
