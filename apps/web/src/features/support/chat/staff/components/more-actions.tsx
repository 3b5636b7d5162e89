import type { StaffChat } from '@portal/contract/support/staff-chat';
import { closeStaffChat, openTicketFromChat } from '@portal/contract/support/staff-chat';
import { ArrowRightLeft, CircleX, Ellipsis, Ticket, UserRound } from 'lucide-react';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { DisclosureMenu } from '../../../../../shared/ui/navigation/disclosure-menu.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';

export type DialogName = 'transfer' | 'close' | 'ticket';

export type MoreActionsProps = {
  chat: StaffChat;
  isMine: boolean;
  onShowCustomer: () => void;
  onDialog: (name: DialogName) => void;
};

/** The actions of a chat that have no place on its bar. */
export function MoreActions({ chat: { status, ticket }, isMine, onShowCustomer, onDialog }: MoreActionsProps) {
  return (
    <DisclosureMenu
      className="inbox-more"
      summary={
        <>
          <Ellipsis />
          <span className="sr-only">More actions</span>
        </>
      }
    >
      <div className="inbox-more-list">
        <button type="button" className="inbox-show-customer" onClick={onShowCustomer}>
          <UserRound />
          Customer
        </button>
        {ticket ? (
          <PageLink to={`/admin/tickets/${ticket.id}`}>
            <Ticket />
            {`Ticket ${ticket.number}`}
          </PageLink>
        ) : (
          <Allowed to={openTicketFromChat}>
            <button
              type="button"
              className={isMine ? 'inbox-more-ticket' : undefined}
              onClick={() => onDialog('ticket')}
            >
              <Ticket />
              Create ticket
            </button>
          </Allowed>
        )}
        {isMine && (
          <button type="button" onClick={() => onDialog('transfer')}>
            <ArrowRightLeft />
            Transfer
          </button>
        )}
        {(isMine || status === 'waiting') && (
          <Allowed to={closeStaffChat}>
            <button type="button" onClick={() => onDialog('close')}>
              <CircleX />
              Close with a reason
            </button>
          </Allowed>
        )}
      </div>
    </DisclosureMenu>
  );
}
