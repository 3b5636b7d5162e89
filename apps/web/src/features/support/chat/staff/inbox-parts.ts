import type { StaffChat } from '@portal/contract/support/staff-chat';
import { createContext, type ReactNode, useContext } from 'react';

/** What the page puts into the inbox from elsewhere. */
export type InboxParts = {
  /** Beside the conversation of a customer. */
  readonly renderCustomer: (customerId: number) => ReactNode;
  /** Beside the conversation of somebody whose account is not known. */
  readonly renderStranger: (chat: StaffChat) => ReactNode;
  /** What may be sent in a chat to which nobody can write freely now. */
  readonly renderTemplates: (chat: StaffChat) => ReactNode;
  /** Sends a message again that has not arrived outside the portal. */
  readonly resend: (chatId: string, seq: number) => void;
};

const NOTHING: InboxParts = {
  renderCustomer: () => null,
  renderStranger: () => null,
  renderTemplates: () => null,
  resend: () => {},
};

export const InboxPartsContext = createContext<InboxParts>(NOTHING);

export function useInboxParts(): InboxParts {
  return useContext(InboxPartsContext);
}
