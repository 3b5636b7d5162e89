import {
  downloadStaffAttachment,
  type StaffTicketReply,
  type StaffTicketThread,
} from '@portal/contract/support/staff-tickets';
import type { MailRemainder as Remainder, TicketAttachment } from '@portal/contract/support/tickets';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressOf } from '../../../../../shared/api/call-endpoint.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { classNames } from '../../../../../shared/ui/layout/class-names.ts';
import { AttachmentList } from '../../components/attachment-list.tsx';
import { MailRemainder } from '../../components/mail-remainder.tsx';
import { writerOf } from '../sender-labels.ts';

/**
 * Everything that was written, in order: the report, both sides' replies, and the notes that only
 * staff see.
 */
export function TicketThread({ ticket }: { ticket: StaffTicketThread }) {
  return (
    <ol aria-label="What was written">
      <Entry
        author={bidiIsolate(writerOf(ticket))}
        side="customer"
        what="Report"
        at={ticket.createdAt}
        text={ticket.description}
        mail={ticket.mail}
        attachments={ticket.attachments}
      />
      {ticket.replies.map((reply) => (
        <Entry
          key={reply.id}
          author={bidiIsolate(reply.author ?? (reply.from === 'customer' ? writerOf(ticket) : 'Staff'))}
          side={sideOf(reply)}
          what={reply.mergedFrom ? `Written to ${reply.mergedFrom}` : undefined}
          at={reply.createdAt}
          text={reply.text}
          mail={reply.mail}
          attachments={reply.attachments}
        />
      ))}
    </ol>
  );
}

type Side = 'customer' | 'staff' | 'note';

const SIDES: Readonly<Record<Side, ReactNode>> = {
  customer: <span className="muted">Customer</span>,
  staff: <Badge kind="ok">Staff</Badge>,
  note: (
    <Badge kind="warn" icon={Lock}>
      Staff note, not seen by the customer
    </Badge>
  ),
};

function sideOf({ note, from }: StaffTicketReply): Side {
  return note ? 'note' : from;
}

type EntryProps = {
  author: string;
  side: Side;
  what?: string | undefined;
  at: string;
  text: string;
  mail: Remainder | null | undefined;
  attachments: readonly TicketAttachment[];
};

function Entry({ author, side, what, at, text, mail, attachments }: EntryProps) {
  return (
    <li
      className={classNames(
        'border-line border-b py-5',
        side === 'note' && '-mx-3 rounded-control bg-warn-tint px-3 text-warn sm:-mx-4 sm:px-4',
      )}
    >
      <p className="small flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="semi text-base text-ink">{author}</span>
        {SIDES[side]}
        {mail && <span className="muted">by mail</span>}
        <span className={side === 'note' ? '' : 'muted'}>
          {what && `${what}, `}
          <time dateTime={at}>{formatMoment(at)}</time>
        </span>
      </p>
      <p className="mt-1.5 max-w-[46em] whitespace-pre-line break-words text-ink">{text}</p>
      <MailRemainder mail={mail} />
      <AttachmentList
        attachments={attachments}
        hrefOf={(id) => addressOf(downloadStaffAttachment, { params: { id } })}
      />
    </li>
  );
}
