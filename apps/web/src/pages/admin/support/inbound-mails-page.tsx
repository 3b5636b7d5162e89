import { useSearchParams } from 'react-router';
import { useMailbox } from '../../../features/support/inbound-mail/staff/api/inbound-mails.ts';
import { InboundMailList } from '../../../features/support/inbound-mail/staff/components/inbound-mail-list.tsx';
import { MailboxStatus } from '../../../features/support/inbound-mail/staff/components/mailbox-status.tsx';
import { inboundMailViews, viewOf } from '../../../features/support/inbound-mail/staff/inbound-mail-labels.ts';
import { Badge } from '../../../shared/ui/feedback/badge.tsx';
import { LinkTabs } from '../../../shared/ui/navigation/link-tabs.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

const TICKETS = { to: '/admin/tickets', label: 'Tickets' };

/** /admin/inbound-mails: what became of each mail to the desk. */
export function InboundMailsPage() {
  const view = viewOf(useSearchParams()[0]);
  const unreadable = useMailbox().data?.unreadable ?? 0;
  const views = inboundMailViews.map(({ id, label }) => ({
    id,
    label,
    to: `/admin/inbound-mails?state=${id}`,
    mark: id === 'unreadable' && unreadable > 0 && <Badge kind="bad">{unreadable}</Badge>,
  }));
  return (
    <ConsolePageLayout back={TICKETS} title="Inbound mail">
      <div className="mt-4 grid gap-5">
        <MailboxStatus />
        <div>
          <LinkTabs label="Which mails" views={views} current={view} />
          <InboundMailList key={view} view={view} />
        </div>
      </div>
    </ConsolePageLayout>
  );
}
