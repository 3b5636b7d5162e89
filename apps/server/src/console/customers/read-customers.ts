import type { LineView } from '@portal/contract/billing/lines';
import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import type { PaymentView } from '@portal/contract/billing/payments/payments';
import type { ReferralView } from '@portal/contract/billing/referrals';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { CustomerFilter, CustomerPage, CustomerRow as CustomerView } from '@portal/contract/console/customers';
import type { TracedSpeedTest } from '@portal/contract/network/speed-tests';
import type { UsageView } from '@portal/contract/network/usage';
import type { Ticket } from '@portal/contract/support/tickets';
import type { Clock } from '@portal/kernel/clock';
import { type Kobo, nairaFromKobo } from '@portal/kernel/money';
import { requireLine } from '../../billing/index.ts';
import { findAccountFacts, findScheduledDeletion, listAccountsOf, listPeople } from '../../identity/index.ts';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { listTags } from '../notes/note.repository.ts';
import {
  type CustomerRow,
  findCustomer,
  findLastSeen,
  findMergedAccount,
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
  readonly listLines: (database: Queryable, accountId: number) => Promise<LineView[]>;
  readonly findSubscription: (database: Queryable, lineId: number) => Promise<SubscriptionView | null>;
  readonly findUsage: (
    database: Queryable,
    wanted: { readonly lineId: number; readonly now: Date },
  ) => Promise<UsageView>;
  readonly readAutoPay: (database: Queryable, line: Line) => Promise<AutoPayView>;
  readonly listAwaitedMandates: (
    database: Queryable,
    userId: number,
  ) => Promise<{ readonly label: string; readonly state: 'awaiting-approval' | 'approved' }[]>;
  readonly findCredit: (database: Queryable, userId: number) => Promise<Kobo>;
  readonly findReferral: (database: Queryable, userId: number) => Promise<ReferralView>;
  readonly findLineArea: (database: Queryable, lineId: number) => Promise<string | null>;
  readonly findLineEquipment: (
    database: Queryable,
    lineId: number,
  ) => Promise<{ readonly ontSerial: string | null; readonly ontMac: string | null }>;
  readonly listSpeedTests: (
    database: Database,
    latest: { readonly lineId: number; readonly limit: number },
  ) => Promise<TracedSpeedTest[]>;
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
    company: row.company,
    role: row.role === 'admin' ? 'admin' : 'customer',
    disabled: row.disabled,
    createdAt: row.createdAt.toISOString(),
    planName: row.planName,
    subscriptionStatus: row.subscriptionStatus,
    mergedInto: row.mergedInto,
  };
}

/**
 * Finds customers by a search text, or without one the newest accounts that fit the filter; 20 unless
 * `limit` says otherwise.
 */
export async function findCustomers(
  database: Database,
  query: CustomerFilter & {
    readonly search?: string | undefined;
    readonly before?: number | undefined;
    readonly limit?: number | undefined;
  },
  now: Date,
): Promise<CustomerView[]> {
  const { limit = PAGE_SIZE, before = null, search: typed = '', ...filter } = query;
  if (typed.trim() === '')
    return (await listNewestCustomers(database, filter, { before, limit, now })).map(presentCustomer);
  const search = readSearch(typed);
  return search
    ? (await searchCustomers(database, search, { before, limit, considered: CONSIDERED })).map(presentCustomer)
    : [];
}

/** Without the link to the customer's bank, which is for the customer alone. */
function presentAutoPay(
  { state, card, methods, next, attempt }: AutoPayView,
  awaited: CustomerPage['autoPay']['methods'],
): CustomerPage['autoPay'] {
  const charged = methods.map(({ label, isPaused }) => ({
    label,
    state: isPaused ? ('paused' as const) : ('charged' as const),
  }));
  return {
    state,
    card: card?.label ?? null,
    methods: [...charged, ...awaited],
    next: next && { at: next.at, amount: next.amount },
    attempt: attempt?.state ?? null,
  };
}

/** Of an account that has become a part of another one, which has its lines. */
const noLine = (accountId: number): Line => ({ accountId, lineId: 0 });

/**
 * Everything about one customer and the line `wanted`, or their first one, the newest ten of each
 * list. Throws ApiError customer.not-found, line.not-found.
 */
export async function readCustomer(deps: CustomerDependencies, userId: number, wanted?: number): Promise<CustomerPage> {
  const { database } = deps;
  const row = await findCustomer(database, userId);
  if (!row) throw new ApiError('customer.not-found');
  const now = deps.clock();
  const latest = { userId, limit: LIST_SIZE };
  const line =
    row.mergedInto === null ? await requireLine(database, { accountId: userId, lineId: wanted }) : noLine(userId);
  const { lineId } = line;
  const [
    lines,
    account,
    people,
    accounts,
    subscription,
    autoPay,
    awaitedMandates,
    usage,
    creditKobo,
    referral,
    referrer,
    lastSeen,
    speedTests,
    payments,
    tickets,
    area,
    equipment,
    tags,
    deletion,
    mergedAccount,
  ] = await Promise.all([
    deps.listLines(database, userId),
    findAccountFacts(database, userId),
    listPeople(database, userId),
    listAccountsOf(database, userId),
    deps.findSubscription(database, lineId),
    deps.readAutoPay(database, line),
    deps.listAwaitedMandates(database, userId),
    deps.findUsage(database, { lineId, now }),
    deps.findCredit(database, userId),
    deps.findReferral(database, userId),
    findReferrer(database, userId),
    findLastSeen(database, userId),
    deps.listSpeedTests(database, { lineId, limit: LIST_SIZE }),
    deps.listPayments(database, latest),
    deps.listTickets(database, { ...latest, now }),
    deps.findLineArea(database, lineId),
    deps.findLineEquipment(database, lineId),
    listTags(database, userId),
    findScheduledDeletion(database, userId),
    row.mergedInto === null ? null : findMergedAccount(database, row.mergedInto),
  ]);
  return {
    ...presentCustomer(row),
    accountNumber: account.accountNumber,
    mergedAccount,
    people,
    otherAccounts: accounts.filter(({ id }) => id !== userId),
    tags,
    emailVerified: row.emailVerifiedAt !== null,
    phoneVerified: row.phoneVerifiedAt !== null,
    lastSeenAt: lastSeen?.toISOString() ?? null,
    deletionDueAt: deletion?.dueAt.toISOString() ?? null,
    lines,
    lineId,
    subscription,
    autoPay: presentAutoPay(autoPay, awaitedMandates),
    usage,
    area,
    ...equipment,
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
