import { moveChatToTicket } from '@portal/contract/support/chat';
import type { TicketCategory } from '@portal/contract/support/tickets';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Ends a waiting chat as a ticket with everything that was written. */
export function moveToTicket(sessionId: string, category: TicketCategory) {
  return callEndpoint(moveChatToTicket, { params: { sessionId }, body: { category } });
}
