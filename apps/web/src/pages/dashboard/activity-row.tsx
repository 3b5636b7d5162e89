import type { PaymentStatus } from '@portal/contract/billing/payments/payments';
import type { TicketStatus } from '@portal/contract/support/tickets';
import { CalendarClock, Gauge, type LucideIcon, Receipt, Ticket as TicketIcon, Wifi } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatSpeed } from '../../features/network/speed-tests/speed-figures.ts';
import { ticketStatuses } from '../../features/support/tickets/ticket-labels.ts';
import { formatDate, formatDay, formatMoment } from '../../shared/format/date.ts';
import { formatGateway } from '../../shared/format/gateway.ts';
import { formatExactNaira } from '../../shared/format/naira.ts';
import { phrase } from '../../shared/i18n/translate.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Badge } from '../../shared/ui/feedback/badge.tsx';
import type { Activity } from './activity.ts';

const PAYMENTS: Record<PaymentStatus, string> = {
  initialized: phrase('Payment started'),
  pending: phrase('Payment pending'),
  successful: phrase('Payment received'),
  failed: phrase('Payment failed'),
  abandoned: phrase('Payment abandoned'),
  refunded: phrase('Payment refunded'),
  disputed: phrase('Payment disputed'),
  review: phrase('Payment in review'),
};

const TICKETS: Record<TicketStatus, string> = {
  open: phrase('Ticket open: {title}'),
  'in-progress': phrase('Ticket in progress: {title}'),
  resolved: phrase('Ticket resolved: {title}'),
  closed: phrase('Ticket closed: {title}'),
};

/** One event in a line of the list: what, when, and how much. */
export function ActivityRow({ activity }: { activity: Activity }) {
  const t = useText();
  const moment = formatMoment(activity.at);
  switch (activity.kind) {
    case 'payment': {
      const { status, gateway, channel, amount } = activity.payment;
      const when = t('{day}, {gateway}', { day: formatDay(activity.at), gateway: t(formatGateway(gateway, channel)) });
      return (
        <Row icon={Receipt} what={t(PAYMENTS[status])} when={when}>
          {formatExactNaira(amount)}
        </Row>
      );
    }
    case 'speed-test':
      return (
        <Row icon={Gauge} what={t('Speed test completed')} when={moment}>
          {formatSpeed(activity.test.downloadSpeed)} Mbps
        </Row>
      );
    case 'ticket':
      return (
        <Row
          icon={TicketIcon}
          what={t(TICKETS[activity.ticket.status], { title: activity.ticket.title })}
          when={moment}
        >
          <TicketBadge ticket={activity.ticket} />
        </Row>
      );
    case 'plan-started':
      return (
        <Row icon={Wifi} what={t('{plan} started', { plan: activity.subscription.planName })} when={moment}>
          {null}
        </Row>
      );
    case 'plan-change':
      return (
        <Row
          icon={CalendarClock}
          what={t('Plan change planned')}
          when={t('Takes effect on {date}', { date: formatDate(activity.at) })}
        >
          {null}
        </Row>
      );
  }
}

function TicketBadge({ ticket }: { ticket: { readonly status: TicketStatus } }) {
  const t = useText();
  const { label, kind, icon } = ticketStatuses[ticket.status];
  return (
    <Badge kind={kind} icon={icon}>
      {t(label)}
    </Badge>
  );
}

type RowProps = { icon: LucideIcon; what: string; when: string; children: ReactNode };

function Row({ icon: RowIcon, what, when, children }: RowProps) {
  return (
    <li className="grid grid-cols-[20px_1fr_auto] items-start gap-x-4">
      <RowIcon className="mt-0.5 text-primary" />
      <div className="min-w-0">
        <p className="break-words">{what}</p>
        <p className="muted small">{when}</p>
      </div>
      <span className="font-semibold">{children}</span>
    </li>
  );
}
