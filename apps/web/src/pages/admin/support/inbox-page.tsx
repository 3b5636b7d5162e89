import { sendChatTemplate } from '@portal/contract/channels/whatsapp';
import { getCustomer } from '@portal/contract/console/customers';
import { useResendMessage } from '../../../features/channels/whatsapp/staff/api/whatsapp.ts';
import { TemplateButton } from '../../../features/channels/whatsapp/staff/components/template-dialog.tsx';
import { Inbox } from '../../../features/support/chat/staff/components/inbox.tsx';
import { type InboxParts, InboxPartsContext } from '../../../features/support/chat/staff/inbox-parts.ts';
import { useTicketCounts } from '../../../features/support/tickets/staff/api/count-staff-tickets.ts';
import { messageOf } from '../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../shared/api/use-mutate-once.ts';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { CustomerAside } from './inbox/customer-aside.tsx';
import { StrangerAside } from './inbox/stranger-aside.tsx';

/** The chats of all customers, with the details of the one in conversation. */
export function InboxPage() {
  const counts = useTicketCounts();
  const resend = useMutateOnce(useResendMessage());
  const parts: InboxParts = {
    renderCustomer: (customerId) => (
      <Allowed to={getCustomer}>
        <CustomerAside customerId={customerId} />
      </Allowed>
    ),
    renderStranger: (chat) => <StrangerAside key={chat.id} chat={chat} />,
    renderTemplates: (chat) => (
      <Allowed to={sendChatTemplate}>
        <TemplateButton key={chat.id} chatId={chat.id} />
      </Allowed>
    ),
    resend: (chatId, seq) =>
      void resend(
        { chatId, seq },
        {
          onError: (failure) =>
            toast({ title: 'Not sent again', description: messageOf(failure), variant: 'destructive' }),
        },
      ),
  };
  return (
    <InboxPartsContext value={parts}>
      <Inbox waitingTickets={counts.data?.waiting} />
    </InboxPartsContext>
  );
}
