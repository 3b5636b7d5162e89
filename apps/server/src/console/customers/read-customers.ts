import type { AutoPayView } from '@portal/contract/billing/auto-pay';
import type { PaymentView } from '@portal/contract/billing/payments';
import type { ReferralView } from '@portal/contract/billing/referrals';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { CustomerPage, CustomerRow as CustomerView } from '@portal/contract/console/customers';
import type { TracedSpeedTest } from '@portal/contract/network/speed-tests';
import type { UsageView } from '@portal/contract/network/usage';
import type { Ticket } from '@portal/contract/support/tickets';
import type { Clock } from '@portal/kernel/clock';
import { type Kobo, nairaFromKobo } from '@portal/kernel/money';
import { findAccountFacts, listAccountsOf, listPeople } from '../../identity/index.ts';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { listTags } from '../notes/note.repository.ts';
import {
  type CustomerRow,
  findCustomer,
  findLastSeen,
  findReferrer,
  listNewestCustomers,
  searchCustomers,
} from './customer.repository.ts';
import { readSearch } from './search.policy.ts';

const PAGE_SIZE = 20;
const LIST_SIZE = 10;
/** How many of each way to find a customer the pages of a search go through. */
export const CONSIDERED = 1000;

type Latest = { readonly userId: number; readonly limit: number };

/** What other contexts know of a customer. */
export type CustomerDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly findSubscription: (database: Queryable, userId: number) => Promise<SubscriptionView | null>;
  readonly findUsage: (
    database: Queryable,
    wanted: { readonly userId: number; readonly now: Date },
  ) => Promise<UsageView>;
  readonly readAutoPay: (database: Queryable, userId: number) => Promise<AutoPayView>;
  readonly findCredit: (database: Queryable, userId: number) => Promise<Kobo>;
  readonly findReferral: (database: Queryable, userId: number) => Promise<ReferralView>;
  readonly findCustomerArea: (database: Queryable, userId: number) => Promise<string | null>;
  readonly listSpeedTests: (database: Database, latest: Latest) => Promise<TracedSpeedTest[]>;
  readonly listPayments: (database: Database, latest: Latest) => Promise<PaymentView[]>;
  readonly listTickets: (database: Database, latest: Latest & { readonly now: Date }) => Promise<Ticket[]>;
};

/** First and last name, or the email address without one. */
export function nameOf(person: {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
}): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email;
}

function presentCustomer(row: CustomerRow): CustomerView {
  return {
    id: row.id,
    name: nameOf(row),
    email: row.email,
    phone: row.phone,
    role: row.role === 'admin' ? 'admin' : 'customer',
    disabled: row.disabled,
    createdAt: row.createdAt.toISOString(),
    planName: row.planName,
    subscriptionStatus: row.subscriptionStatus,
  };
}

/**
 * Finds customers by a search text, or lists the newest accounts without one; 20 unless `limit`
 * says otherwise.
 */
export async function findCustomers(
  database: Database,
  query: {
    readonly search?: string | undefined;
    readonly tag?: string | undefined;
    readonly before?: number | undefined;
    readonly limit?: number | undefined;
  },
): Promise<CustomerView[]> {
  const { limit = PAGE_SIZE, before = null, search: typed = '', tag = null } = query;
  if (typed.trim() === '')
    return (await listNewestCustomers(database, { before, limit, tag: tag?.toLowerCase() ?? null })).map(
      presentCustomer,
    );
  const search = readSearch(typed);
  return search
    ? (await searchCustomers(database, search, { before, limit, considered: CONSIDERED })).map(presentCustomer)
    : [];
}

/** Without the link to the customer's bank, which is for the customer alone. */
function presentAutoPay({ state, card, next, attempt }: AutoPayView): CustomerPage['autoPay'] {
  return {
    state,
    card: card?.label ?? null,
    next: next && { at: next.at, amount: next.amount },
    attempt: attempt?.state ?? null,
  };
}

/**
 * Everything about one customer, the newest ten of each list. Throws ApiError customer.not-found.
 */
export async function readCustomer(deps: CustomerDependencies, userId: number): Promise<CustomerPage> {
  const { database } = deps;
  const row = await findCustomer(database, userId);
  if (!row) throw new ApiError('customer.not-found');
  const now = deps.clock();
  const latest = { userId, limit: LIST_SIZE };
  const [
    account,
    people,
    accounts,
    subscription,
    autoPay,
    usage,
    creditKobo,
    referral,
    referrer,
    lastSeen,
    speedTests,
    payments,
    tickets,
    area,
    tags,
  ] = await Promise.all([
    findAccountFacts(database, userId),
    listPeople(database, userId),
    listAccountsOf(database, userId),
    deps.findSubscription(database, userId),
    deps.readAutoPay(database, userId),
    deps.findUsage(database, { userId, now }),
    deps.findCredit(database, userId),
    deps.findReferral(database, userId),
    findReferrer(database, userId),
    findLastSeen(database, userId),
    deps.listSpeedTests(database, latest),
    deps.listPayments(database, latest),
    deps.listTickets(database, { ...latest, now }),
    deps.findCustomerArea(database, userId),
    listTags(database, userId),
  ]);
  return {
    ...presentCustomer(row),
    accountNumber: account.accountNumber,
    people,
    otherAccounts: accounts.filter(({ id }) => id !== userId),
    tags,
    emailVerified: row.emailVerifiedAt !== null,
    phoneVerified: row.phoneVerifiedAt !== null,
    lastSeenAt: lastSeen?.toISOString() ?? null,
    subscription,
    autoPay: presentAutoPay(autoPay),
    usage,
    area,
    credit: nairaFromKobo(creditKobo),
    speedTests,
    payments,
    tickets,
    referral: {
      code: referral.code,
      referrals: referral.referrals,
      referredBy: referrer && { id: referrer.id, name: nameOf(referrer) },
    },
  };
}
