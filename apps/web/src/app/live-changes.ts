import { getUser } from '@portal/contract/account';
import { getAutoPay } from '@portal/contract/auto-pay';
import { getBundleQuote, listDataBundles } from '@portal/contract/data-bundle';
import { getCredit, listInvoices } from '@portal/contract/invoice';
import type { Changeable } from '@portal/contract/live';
import { getNetworkReport, getNetworkStatus, getOwnNetworkStatus } from '@portal/contract/network-status';
import { countNotices, listNotices } from '@portal/contract/notification';
import { getPaymentQuote, getReceipt, listPaymentMethods, listPayments } from '@portal/contract/payment';
import { listPlans, listServicePlans } from '@portal/contract/plan';
import { listSessions } from '@portal/contract/profile';
import { getReferral } from '@portal/contract/referral';
import { getSubscription } from '@portal/contract/subscription';
import { getEscalation, getTicket, listTickets } from '@portal/contract/ticket';
import { getUsage, listUsageDays, listUsageMonths } from '@portal/contract/usage';
import type { QueryClient } from '@tanstack/react-query';

/** Which calls show what may change; their paths are the first part of the queries' keys. The chat looks after itself. */
const SHOWN_BY: Record<Exclude<Changeable, 'chat' | 'everything'>, readonly { readonly path: string }[]> = {
  account: [getUser, listSessions],
  'network-status': [getNetworkStatus, getOwnNetworkStatus, getNetworkReport],
  notices: [countNotices, listNotices],
  payments: [listPayments, getReceipt, listPaymentMethods, getPaymentQuote, getAutoPay, listInvoices, getCredit],
  plans: [listPlans, listServicePlans, getPaymentQuote, listDataBundles, getBundleQuote],
  referral: [getReferral, getPaymentQuote, getCredit],
  subscription: [getSubscription, getPaymentQuote, getUsage, getAutoPay],
  tickets: [listTickets, getTicket, getEscalation],
  usage: [getUsage, listUsageMonths, listUsageDays],
};

/** Asks again for what has changed: at once where a page shows it, elsewhere when one does. What a newer server may tell of is not shown here. */
export function askAgainFor(client: QueryClient, what: keyof typeof SHOWN_BY): void {
  invalidate(client, SHOWN_BY[what] ?? []);
}

/** Asks again for everything that may have changed unnoticed. */
export function askAgainForAll(client: QueryClient): void {
  invalidate(client, Object.values(SHOWN_BY).flat());
}

function invalidate(client: QueryClient, calls: readonly { readonly path: string }[]): void {
  const paths: readonly unknown[] = calls.map(({ path }) => path);
  void client.invalidateQueries({ predicate: ({ queryKey }) => paths.includes(queryKey[0]) });
}
