import { listInvoices as listEntry } from '@portal/contract/invoice';
import { getSubscription } from '@portal/contract/subscription';
import * as z from 'zod/mini';
import type { Config } from './config.ts';
import type { Database } from './database/connection.ts';
import { listInvoices } from './features/invoice/find-invoice.ts';
import { livingReport } from './features/network-status/living-report.ts';
import type { NetworkStatusDeps } from './features/network-status/network-status.routes.ts';
import type { PublishPlans } from './features/plan/create-plan-publisher.ts';
import { livingPlans } from './features/plan/living-plans.ts';
import { prepareFindSubscription } from './features/subscription/find-subscription.ts';
import type { PageDeps } from './http/pages.ts';

/** As many as the web app asks for at once. */
const INVOICES_A_PAGE = 10;

/**
 * Which answers of the API pages start with. A visitor's: the plans, the network report. The overview of a customer: their line and, where a bill is out, the
 * newest invoices, for what it says of them stands above everything else.
 */
export function createPageParts(parts: {
  readonly config: Pick<Config, 'renewals'>;
  readonly database: Database;
  readonly publishPlans: PublishPlans;
  readonly network: NetworkStatusDeps;
}): Pick<PageDeps, 'living' | 'readOverview'> {
  const { database } = parts;
  const findSubscription = prepareFindSubscription(database, parts.config.renewals);
  return {
    living: { ...livingPlans(parts.publishPlans), '/status': livingReport(parts.network.readReport) },
    readOverview: async (userId) => {
      const [subscription, invoices] = await Promise.all([
        findSubscription(userId),
        listInvoices(database, { userId, limit: INVOICES_A_PAGE }),
      ]);
      return {
        [getSubscription.path]: z.parse(getSubscription.answer, subscription),
        ...(invoices.some(({ status }) => status === 'open') && {
          [`${listEntry.path}?limit=${INVOICES_A_PAGE}`]: z.parse(listEntry.answer, invoices),
        }),
      };
    },
  };
}
