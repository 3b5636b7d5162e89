import { brand } from '@portal/brand';
import type { Clock } from '@portal/kernel/clock';
import type { AutoPayParts } from './billing/auto-pay/auto-pay-dependencies.ts';
import { readAutoPay } from './billing/auto-pay/read-auto-pay.ts';
import { registerStaffDataBundle } from './billing/data-bundles/staff-data-bundle.routes.ts';
import { countRewarded, findCredit, sumReferralRewards } from './billing/ledger/ledger.repository.ts';
import { listPayments } from './billing/payments/list-payments.ts';
import { registerStaffPayment } from './billing/payments/staff/staff-payment.routes.ts';
import { findReferral } from './billing/referrals/find-referral.ts';
import { prepareReward } from './billing/referrals/prepare-reward.ts';
import { registerStaffReferral } from './billing/referrals/staff-referral.routes.ts';
import type { RefundParts } from './billing/refunds/refund-dependencies.ts';
import { countSubscribers } from './billing/subscriptions/count-subscribers.ts';
import { findSubscription } from './billing/subscriptions/find-subscription.ts';
import { registerStaffPlan } from './catalogue/plans/staff-plan.routes.ts';
import { registerAnnouncement } from './console/announcements/announcement.routes.ts';
import type { AnnouncementParts } from './console/announcements/announcement-dependencies.ts';
import { registerAudit } from './console/audit/audit.routes.ts';
import { registerStaffCustomer } from './console/customers/staff-customer.routes.ts';
import type { NotificationParts } from './create-notification-parts.ts';
import { setAccountDisabled } from './identity/accounts/set-account-disabled.ts';
import { recordAudit } from './identity/audit/record-audit.ts';
import type { Sessions } from './identity/sessions/create-sessions.ts';
import { createCodeBook } from './identity/staff/create-totp.ts';
import { registerSecondFactor } from './identity/staff/second-factor.routes.ts';
import { findCustomerArea } from './network/areas/service-area.repository.ts';
import { registerStaffNetwork } from './network/incidents/staff-network.routes.ts';
import { registerStaffOutage } from './network/outage-credits/staff-outage.routes.ts';
import { listSpeedTestsForStaff } from './network/speed-tests/list-speed-tests.ts';
import { findUsage } from './network/usage/find-usage.ts';
import type { Database } from './platform/database/connection.ts';
import type { AnnounceChange } from './platform/events/live-updates.ts';
import type { Routes } from './platform/http/route-from-contract.ts';
import { listTickets } from './support/tickets/list-tickets.ts';
import { registerStaffTicket } from './support/tickets/staff/staff-ticket.routes.ts';
import type { TicketDeps } from './support/tickets/ticket.routes.ts';

/** The staff console: everything below /api/staff but the chats. */
export function registerStaff(
  routes: Routes,
  parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly tickets: TicketDeps;
    readonly notifications: Pick<NotificationParts, 'queueEmail'>;
    readonly announceChange: AnnounceChange;
    readonly announcements: AnnouncementParts;
    readonly refunds: RefundParts;
    readonly autoPay: AutoPayParts;
    readonly sessionSecret: string;
    readonly randomBytes: (size: number) => Buffer;
    readonly sessions: Pick<Sessions, 'noteSecondFactor'>;
  },
): void {
  const { database, clock, announceChange } = parts;
  registerSecondFactor(routes, {
    ...{ database, clock, recordAudit, queueEmail: parts.notifications.queueEmail },
    codeBook: createCodeBook({ secret: parts.sessionSecret, issuer: brand.name, randomBytes: parts.randomBytes }),
    noteSecondFactor: parts.sessions.noteSecondFactor,
  });
  registerAudit(routes, parts);
  registerAnnouncement(routes, parts.announcements);
  registerStaffTicket(routes, parts.tickets);
  registerStaffNetwork(routes, { database, clock, recordAudit, announceChange });
  registerStaffOutage(routes, { database, clock, recordAudit });
  registerStaffPayment(routes, parts.refunds);
  registerStaffPlan(routes, { database, recordAudit, announceChange, countSubscribers });
  registerStaffDataBundle(routes, { database, clock, recordAudit, announceChange });
  registerStaffReferral(routes, {
    ...{ database, clock, recordAudit, announceChange },
    prepareReward: (tx, friendId) => prepareReward(parts.refunds, tx, friendId),
  });
  registerStaffCustomer(routes, {
    ...{ database, clock, recordAudit, announceChange, setAccountDisabled },
    ...{ findSubscription, findUsage, findCredit, findCustomerArea, listPayments, listTickets },
    listSpeedTests: listSpeedTestsForStaff,
    readAutoPay: (queryable, userId) => readAutoPay(parts.autoPay, queryable, userId),
    findReferral: (queryable, userId) => findReferral({ sumReferralRewards, countRewarded }, queryable, userId),
  });
}
