import type { Clock } from '@portal/kernel/clock';
import { registerAutoPay } from './billing/auto-pay/auto-pay.routes.ts';
import type { AutoPayParts } from './billing/auto-pay/auto-pay-dependencies.ts';
import { countRewarded, sumReferralRewards } from './billing/ledger/ledger.repository.ts';
import { registerReferral } from './billing/referrals/referral.routes.ts';
import { type NetworkStatusDeps, registerNetworkStatus } from './network/incidents/network-status.routes.ts';
import { registerOutage } from './network/outage-credits/outage.routes.ts';
import { registerSpeedTestHistory } from './network/speed-tests/speed-test.routes.ts';
import type { SpeedTestScope } from './network/speed-tests/speed-test-scope.ts';
import { registerUsage } from './network/usage/usage.routes.ts';
import type { Database } from './platform/database/connection.ts';
import type { Routes } from './platform/http/route-from-contract.ts';
import { registerTicket, type TicketDeps } from './support/tickets/ticket.routes.ts';

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
