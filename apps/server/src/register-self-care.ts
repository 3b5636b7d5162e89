import type { Clock } from '@portal/kernel/clock';
import type { Database } from './database/connection.ts';
import { registerAutoPay } from './features/auto-pay/auto-pay.routes.ts';
import type { AutoPayParts } from './features/auto-pay/auto-pay-parts.port.ts';
import { type NetworkStatusDeps, registerNetworkStatus } from './features/network-status/network-status.routes.ts';
import { registerOutage } from './features/network-status/outage.routes.ts';
import { countRewarded, sumReferralRewards } from './features/payment/ledger.repository.ts';
import { registerReferral } from './features/referral/referral.routes.ts';
import { registerSpeedTestHistory } from './features/speed-test/speed-test.routes.ts';
import { registerTicket, type TicketDeps } from './features/ticket/ticket.routes.ts';
import { registerUsage } from './features/usage/usage.routes.ts';
import type { Routes } from './http/route-from-contract.ts';
import type { SpeedTestScope } from './http/speed-test-scope.ts';

/** What customers look up and ask for between two payments: saved cards, usage, measured speeds, referrals, the state of the network, tickets. */
export function registerSelfCare(
  routes: Routes,
  parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly tickets: TicketDeps;
    readonly network: NetworkStatusDeps;
    readonly autoPay: AutoPayParts;
    readonly speedTests: Omit<SpeedTestScope, 'register'>;
  },
): void {
  const { database, clock } = parts;
  registerAutoPay(routes, parts.autoPay);
  registerUsage(routes, { database, clock });
  registerSpeedTestHistory(routes, { database, clock, testServer: parts.speedTests });
  registerReferral(routes, { database, sumReferralRewards, countRewarded });
  registerNetworkStatus(routes, parts.network);
  registerOutage(routes, { database });
  registerTicket(routes, parts.tickets);
}
