import { getBundleQuote, listDataBundles } from '@portal/contract/billing/data-bundles';
import { getCredit, listInvoices } from '@portal/contract/billing/invoices';
import { getAutoPay } from '@portal/contract/billing/payments/auto-pay';
import {
  getPaymentQuote,
  getReceipt,
  listPaymentMethods,
  listPayments,
} from '@portal/contract/billing/payments/payments';
import { getReferral } from '@portal/contract/billing/referrals';
import { getSubscription } from '@portal/contract/billing/subscriptions';
import { listPlans, listServicePlans } from '@portal/contract/catalogue/plans';
import { getAccount, listAccounts } from '@portal/contract/identity/account-people';
import { getUser } from '@portal/contract/identity/accounts';
import { listSessions } from '@portal/contract/identity/profile';
import { countNotices, listNotices } from '@portal/contract/messaging/notices';
import { getNetworkReport, getNetworkStatus, getOwnNetworkStatus } from '@portal/contract/network/incidents';
import { getUsage, listUsageDays, listUsageMonths } from '@portal/contract/network/usage';
import type { Changeable } from '@portal/contract/platform/live-updates';
import { getEscalation, getTicket, listTickets } from '@portal/contract/support/tickets';
import type { QueryClient } from '@tanstack/react-query';

/**
 * The endpoints affected by each kind of live update. Their paths are the first part of the query
 * keys. The chat updates itself.
 */
const SHOWN_BY: Record<Exclude<Changeable, 'chat' | 'everything'>, readonly { readonly path: string }[]> = {
  account: [getUser, listSessions, getAccount, listAccounts],
  // Staff's alone.
  collections: [],
  'network-status': [getNetworkStatus, getOwnNetworkStatus, getNetworkReport],
  notices: [countNotices, listNotices],
  payments: [listPayments, getReceipt, listPaymentMethods, getPaymentQuote, getAutoPay, listInvoices, getCredit],
  plans: [listPlans, listServicePlans, getPaymentQuote, listDataBundles, getBundleQuote],
  referral: [getReferral, getPaymentQuote, getCredit],
  subscription: [getSubscription, getPaymentQuote, getUsage, getAutoPay],
  tickets: [listTickets, getTicket, getEscalation],
  usage: [getUsage, listUsageMonths, listUsageDays],
};

/**
 * Invalidates the queries affected by a live update. Kinds that only a newer server knows are
 * ignored.
 */
export function invalidateFor(client: QueryClient, what: keyof typeof SHOWN_BY): void {
  invalidate(client, SHOWN_BY[what] ?? []);
}

/** Invalidates every query that live updates cover: some may have been missed. */
export function invalidateAll(client: QueryClient): void {
  invalidate(client, Object.values(SHOWN_BY).flat());
}

function invalidate(client: QueryClient, calls: readonly { readonly path: string }[]): void {
  const paths: readonly unknown[] = calls.map(({ path }) => path);
  void client.invalidateQueries({ predicate: ({ queryKey }) => paths.includes(queryKey[0]) });
}
