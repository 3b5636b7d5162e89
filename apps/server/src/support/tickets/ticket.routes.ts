import {
  closeTicket as closeEntry,
  createTicket as createEntry,
  downloadAttachment,
  getEscalation,
  getTicket,
  listTickets as listEntry,
  replyToTicket as replyEntry,
  uploadAttachment as uploadEntry,
} from '@portal/contract/support/tickets';
import type { FastifyInstance } from 'fastify';
import { sendFile } from '../../platform/files/send-file.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { uploadAttachment } from './attachments/upload-attachment.ts';
import { closeTicket } from './close-ticket.ts';
import { createTicket } from './create-ticket.ts';
import { listTickets } from './list-tickets.ts';
import { findOwnFile, readEscalation, readTicket } from './read-ticket.ts';
import { replyToTicket } from './reply-to-ticket.ts';
import type { TicketDependencies } from './ticket-dependencies.ts';

export type TicketDeps = TicketDependencies & {
  /** Accepts a file as body. */
  readonly fileScope: FastifyInstance;
};

function serveFiles(routes: Routes, deps: TicketDeps): void {
  routes.serve(
    uploadEntry,
    async ({ viewer, query, request }) => {
      const uploader = { id: viewer.user.id, kind: 'customer' as const };
      const attachment = await uploadAttachment(deps, { uploader, name: query.name, bytes: request.body });
      return { success: true as const, message: 'The file is ready to be sent with your text.', attachment };
    },
    { scope: deps.fileScope },
  );

  routes.serve(downloadAttachment, async ({ viewer, params, reply }) =>
    sendFile(
      { ...deps, files: deps.attachments },
      reply,
      await findOwnFile(deps, { id: params.id, customerId: viewer.account.id, readerId: viewer.user.id }),
    ),
  );
}

/**
 * The caller's tickets: list, open, reply, close. The client sets neither owner nor status nor
 * number (threats T2).
 */
export function registerTicket(routes: Routes, deps: TicketDeps): void {
  serveFiles(routes, deps);

  routes.serve(listEntry, async ({ viewer, query }) =>
    listTickets(deps.database, { userId: viewer.account.id, now: deps.clock(), ...query }),
  );

  routes.serve(createEntry, async ({ viewer, line, body }) => {
    const customer = { id: viewer.account.id, email: viewer.user.email };
    const ticket = await createTicket(deps, { ...body, customer, lineId: line.lineId, authorId: viewer.user.id });
    return {
      success: true as const,
      message: 'Your ticket is with our support team. We have sent you its number by email.',
      ticket,
    };
  });

  routes.serve(getTicket, async ({ viewer, params }) =>
    readTicket(deps, { id: params.id, customerId: viewer.account.id, readerId: viewer.user.id }),
  );

  routes.serve(replyEntry, async ({ viewer, params, body }) => {
    const who = { customerId: viewer.account.id, authorId: viewer.user.id };
    const written = await replyToTicket(deps, { ...body, ...who, id: params.id });
    return { success: true as const, message: 'Your reply is with our support team.', ...written };
  });

  routes.serve(closeEntry, async ({ viewer, params }) => {
    const ticket = await closeTicket(deps, { id: params.id, userId: viewer.account.id });
    return { success: true as const, message: 'This ticket is closed. Thank you.', ticket };
  });

  routes.serve(getEscalation, async ({ viewer, params }) =>
    readEscalation(deps, { id: params.id, customerId: viewer.account.id }),
  );
}
