import type { MailRemainder as Remainder, TicketAttachment } from '@portal/contract/support/tickets';
import { downloadAttachment } from '@portal/contract/support/tickets';
import type { ReactNode } from 'react';
import { addressOf } from '../../../../shared/api/call-endpoint.ts';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import { AttachmentList } from './attachment-list.tsx';
import { MailRemainder } from './mail-remainder.tsx';

export type ThreadEntryProps = {
  from: 'customer' | 'staff';
  author: string;
  /** When it was written, or how far it is. */
  when: ReactNode;
  text: string;
  mail?: Remainder | null | undefined;
  attachments: readonly TicketAttachment[];
};

const ownFile = (id: string) => addressOf(downloadAttachment, { params: { id } });

/**
 * One text of a thread. The provider's are on a raised sheet, the customer's on the page. Texts by
 * people are plain text (threats T1).
 */
export function ThreadEntry({ from, author, when, text, mail, attachments }: ThreadEntryProps) {
  const staff = from === 'staff';
  return (
    <li className={classNames('grid gap-1', staff ? 'panel' : 'px-5 py-2')}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="semi">{author}</span>
        <span className="muted small">{when}</span>
      </p>
      <p className="max-w-[44em] whitespace-pre-line break-words">{text}</p>
      <MailRemainder mail={mail} />
      <AttachmentList attachments={attachments} hrefOf={ownFile} />
    </li>
  );
}
