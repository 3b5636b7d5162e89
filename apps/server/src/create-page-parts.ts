import { listInvoices as listEntry } from '@portal/contract/billing/invoices';
import { getSubscription } from '@portal/contract/billing/subscriptions';
import * as z from 'zod/mini';
import { listInvoices } from './billing/invoices/find-invoice.ts';
import { prepareFindSubscription } from './billing/subscriptions/find-subscription.ts';
import { livingPlans } from './catalogue/plans/cached-plans.ts';
import type { PublishPlans } from './catalogue/plans/create-plan-publisher.ts';
import { livingReport } from './network/incidents/cached-report.ts';
import type { NetworkStatusDeps } from './network/incidents/network-status.routes.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/connection.ts';
import type { PageDeps } from './platform/http/pages/page.routes.ts';

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
