import { brand } from '@portal/brand';
import type { Clock } from '@portal/kernel/clock';
import type { NotificationParts } from './create-notification-parts.ts';
import type { Database } from './database/connection.ts';
import type { Sessions } from './features/account/create-sessions.ts';
import { setAccountDisabled } from './features/account/set-account-disabled.ts';
import { registerAnnouncement } from './features/announcement/announcement.routes.ts';
import type { AnnouncementParts } from './features/announcement/announcement-parts.port.ts';
import { registerAudit } from './features/audit/audit.routes.ts';
import { recordAudit } from './features/audit/record-audit.ts';
import type { AutoPayParts } from './features/auto-pay/auto-pay-parts.port.ts';
import { readAutoPay } from './features/auto-pay/read-auto-pay.ts';
import { registerStaffDataBundle } from './features/data-bundle/staff-data-bundle.routes.ts';
import { findCustomerArea } from './features/network-status/service-area.repository.ts';
import { registerStaffNetwork } from './features/network-status/staff-network.routes.ts';
import { registerStaffOutage } from './features/network-status/staff-outage.routes.ts';
import { countRewarded, findCredit, sumReferralRewards } from './features/payment/ledger.repository.ts';
import { listPayments } from './features/payment/list-payments.ts';
import { prepareReward } from './features/payment/prepare-reward.ts';
import type { RefundParts } from './features/payment/refund-parts.port.ts';
import { registerStaffPayment } from './features/payment/staff-payment.routes.ts';
import { registerStaffPlan } from './features/plan/staff-plan.routes.ts';
import { findReferral } from './features/referral/find-referral.ts';
import { registerStaffReferral } from './features/referral/staff-referral.routes.ts';
import { listSpeedTestsForStaff } from './features/speed-test/list-speed-tests.ts';
import { createCodeBook } from './features/staff/create-code-book.ts';
import { registerSecondFactor } from './features/staff/second-factor.routes.ts';
import { registerStaffCustomer } from './features/staff/staff-customer.routes.ts';
import { findSubscription } from './features/subscription/find-subscription.ts';
import { listTickets } from './features/ticket/list-tickets.ts';
import { registerStaffTicket } from './features/ticket/staff-ticket.routes.ts';
import type { TicketDeps } from './features/ticket/ticket.routes.ts';
import { findUsage } from './features/usage/find-usage.ts';
import type { Routes } from './http/route-from-contract.ts';
import type { AnnounceChange } from './live/changes.ts';

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
  registerStaffPlan(routes, { database, recordAudit, announceChange });
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
