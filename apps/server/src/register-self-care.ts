import type { Clock } from '@portal/kernel/clock';
import type { Database } from './database/connection.ts';
import { type NetworkStatusDeps, registerNetworkStatus } from './features/network-status/network-status.routes.ts';
import { sumReferralRewards } from './features/payment/ledger.repository.ts';
import { registerReferral } from './features/referral/referral.routes.ts';
import { registerSpeedTestHistory } from './features/speed-test/speed-test.routes.ts';
import { registerTicket, type TicketDeps } from './features/ticket/ticket.routes.ts';
import { registerUsage } from './features/usage/usage.routes.ts';
import type { Routes } from './http/route-from-contract.ts';

/** What customers look up and ask for between two payments: usage, measured speeds, referrals, the state of the network, tickets. */
export function registerSelfCare(
  routes: Routes,
  parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly tickets: TicketDeps;
    readonly network: NetworkStatusDeps;
  },
): void {
  const { database, clock } = parts;
  registerUsage(routes, { database, clock });
  registerSpeedTestHistory(routes, { database, clock });
  registerReferral(routes, { database, sumReferralRewards });
  registerNetworkStatus(routes, parts.network);
  registerTicket(routes, parts.tickets);
}
