import type { StaffChat } from '@portal/contract/support/staff-chat';
import { requireIdentification } from '../../../identity/index.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { requireStaffChat } from '../agents/find-staff-chat.ts';
import { findChatState } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { publishQueue } from '../sockets/publish-queue.ts';
import { findCustomerToLink, lockContactById, saveContact } from './contact.repository.ts';

type Order = {
  readonly staffId: number;
  readonly chatId: string;
  readonly customerId: number;
  /** The operator's way by which staff know who it is. */
  readonly identifiedBy: string;
};

/**
 * Says whose account somebody outside the portal has. It holds for the address until somebody else has
 * it. Throws ApiError chat.not-found, chat.not-outside, chat.contact-gone, chat.linked-already,
 * customer.not-found and request.invalid.
 */
export async function linkContact(deps: ChatDependencies, order: Order): Promise<StaffChat> {
  const { staffId, chatId, customerId, identifiedBy } = order;
  await deps.database.transaction(async (tx) => {
    const chat = await findChatState(tx, chatId);
    if (!chat) throw new ApiError('chat.not-found');
    const contact = chat.contactId === null ? null : await lockContactById(tx, chat.contactId);
    if (!contact) throw new ApiError('chat.not-outside');
    if (contact.endedAt !== null) throw new ApiError('chat.contact-gone');
    if (contact.userId === customerId) return;
    if (contact.userId !== null) throw new ApiError('chat.linked-already');
    const customer = await findCustomerToLink(tx, customerId);
    if (!customer) throw new ApiError('customer.not-found');
    requireIdentification(deps.settings, identifiedBy, customer);
    await saveContact(tx, contact.id, { userId: customerId, linkedBy: staffId, linkedAt: deps.clock() });
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'chat.link',
      subject: `chat:${chat.id}`,
      before: { customerId: null },
      after: { customerId, identifiedBy },
    });
  });
  publishQueue(deps, chatId);
  return requireStaffChat(deps.database, chatId);
}
