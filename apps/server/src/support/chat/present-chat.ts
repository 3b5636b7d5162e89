import type { ChatMessage, ChatSession } from '@portal/contract/support/chat';
import type { StaffChat, StaffNote } from '@portal/contract/support/staff-chat';
import { mailboxOf } from '@portal/kernel/messaging/mail';
import type { NoteRow, StaffChatRow } from './agents/staff-chat.repository.ts';
import { agentName, fullName, messageId, messageStatus, nameOf, previewOf } from './chat.policy.ts';
import type { OwnChat } from './chat.repository.ts';
import type { MarkedMessage } from './messages/message.repository.ts';

/** Stands for somebody whose account we do not know. */
const UNKNOWN_CUSTOMER = 0;

/** `wait` is the expected wait of a waiting customer. */
export function presentChat(chat: OwnChat, wait: number | null): ChatSession {
  return {
    id: chat.id,
    status: chat.status,
    estimatedWaitTime: chat.status === 'waiting' ? wait : 0,
    supportAgent: chat.agentId === null ? null : { name: agentName(chat.agentFirstName) },
    createdAt: chat.createdAt.toISOString(),
    closedAt: chat.closedAt?.toISOString() ?? null,
    lastSeq: chat.lastSeq,
    unread: chat.unread,
  };
}

export function presentMessage(row: MarkedMessage): ChatMessage {
  return {
    id: messageId(row.sessionId, row.seq),
    seq: row.seq,
    sender: row.sender,
    senderName: row.sender === 'agent' ? agentName(row.senderFirstName) : null,
    content: row.content,
    timestamp: row.createdAt.toISOString(),
    status: messageStatus(row.seq, row.mark),
    clientMessageId: row.clientMessageId,
  };
}

export function presentStaffChat(row: StaffChatRow): StaffChat {
  const { last, agent, customer, contact } = row;
  return {
    id: row.id,
    status: row.status,
    channel: contact?.channel ?? 'web',
    customer: customer
      ? { id: customer.id, name: fullName(customer), email: mailboxOf(customer.email) }
      : { id: UNKNOWN_CUSTOMER, name: nameOf(row), email: '' },
    contact: contact && {
      channel: contact.channel,
      address: contact.address,
      name: contact.name,
      writableUntil: contact.writableUntil?.toISOString() ?? null,
      isGone: contact.endedAt !== null,
      isVerified: contact.userId !== null && contact.linkedBy === null,
    },
    agent: agent && { id: agent.id, name: fullName(agent) },
    createdAt: row.createdAt.toISOString(),
    waitingSince: row.waitingSince.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    firstReplyAt: row.firstReplyAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    closeReason: row.closeReason,
    lastSeq: row.lastSeq,
    unread: row.unread,
    lastMessage: last && {
      sender: last.sender,
      content: previewOf(last.content),
      timestamp: last.createdAt.toISOString(),
    },
    ticket: row.ticketId !== null && row.ticketNumber !== null ? { id: row.ticketId, number: row.ticketNumber } : null,
  };
}

export function presentNote(row: NoteRow): StaffNote {
  return {
    id: row.id,
    author: { id: row.author.id, name: fullName(row.author) },
    content: row.content,
    afterSeq: row.afterSeq,
    timestamp: row.createdAt.toISOString(),
  };
}
