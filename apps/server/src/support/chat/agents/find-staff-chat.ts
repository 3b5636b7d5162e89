import type { ChatStatus } from '@portal/contract/support/chat';
import type { StaffChat, StaffNote } from '@portal/contract/support/staff-chat';
import type { Queryable } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { presentNote, presentStaffChat } from '../present-chat.ts';
import { findStaffChat, listNotes, listStaffChatRows } from './staff-chat.repository.ts';

const PAGE_SIZE = 50;

/** A chat as staff see it. Throws ApiError chat.not-found. */
export async function requireStaffChat(database: Queryable, id: string): Promise<StaffChat> {
  const row = await findStaffChat(database, id);
  if (!row) throw new ApiError('chat.not-found');
  return presentStaffChat(row);
}

/** A chat with its notes. Throws ApiError chat.not-found. */
export async function openStaffChat(database: Queryable, id: string): Promise<{ chat: StaffChat; notes: StaffNote[] }> {
  const chat = await requireStaffChat(database, id);
  return { chat, notes: (await listNotes(database, chat.id)).map(presentNote) };
}

type Wish = {
  readonly status?: ChatStatus | undefined;
  readonly mine?: 'true' | 'false' | undefined;
  readonly customer?: number | undefined;
  readonly limit?: number | undefined;
  readonly before?: string | undefined;
};

/**
 * One page of the inbox, 50 chats unless `limit` says otherwise: the queue by waiting time, the
 * others last changed first.
 */
export async function listStaffChats(database: Queryable, agentId: number, wish: Wish): Promise<StaffChat[]> {
  const rows = await listStaffChatRows(database, {
    status: wish.status ?? null,
    agentId: wish.mine === 'true' ? agentId : null,
    customerId: wish.customer ?? null,
    before: wish.before ?? null,
    limit: wish.limit ?? PAGE_SIZE,
  });
  return rows.map(presentStaffChat);
}
