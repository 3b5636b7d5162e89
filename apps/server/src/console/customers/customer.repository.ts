import type { CustomerFilter } from '@portal/contract/console/customers';
import { and, asc, desc, eq, inArray, like, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { billingDetails } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { referrals } from '../../platform/database/schema/billing/referral.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { sessions, users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { supportTickets } from '../../platform/database/schema/support/ticket.ts';
import { fits } from './customer-filter.repository.ts';
import type { CustomerSearch } from './search.policy.ts';

/** Of a misspelled frequent name the first that the index has. */
const MISSPELLED_CONSIDERED = 200;

function selectCustomers(database: Queryable) {
  const { id, email, firstName, lastName, phone, role, disabled, createdAt } = users;
  const firstOpen = database
    .select({ planId: userSubscriptions.planId, status: userSubscriptions.status })
    .from(lines)
    .innerJoin(userSubscriptions, eq(userSubscriptions.lineId, lines.id))
    .where(and(eq(lines.accountId, users.id), ne(userSubscriptions.status, 'cancelled')))
    .orderBy(asc(lines.id))
    .limit(1)
    .as('first_open');
  return database
    .select({
      id,
      email,
      firstName,
      lastName,
      phone,
      role,
      disabled,
      createdAt,
      company: billingDetails.companyName,
      emailVerifiedAt: users.emailVerifiedAt,
      phoneVerifiedAt: users.phoneVerifiedAt,
      planName: servicePlans.name,
      subscriptionStatus: firstOpen.status,
      mergedInto: accounts.mergedInto,
    })
    .from(users)
    .leftJoin(accounts, eq(accounts.id, users.id))
    .leftJoinLateral(firstOpen, sql`true`)
    .leftJoin(servicePlans, eq(servicePlans.id, firstOpen.planId))
    .leftJoin(billingDetails, eq(billingDetails.userId, users.id));
}

export type CustomerRow = Awaited<ReturnType<typeof listNewestCustomers>>[number];

/** The newest accounts that fit the filter; those before the account `before` when it is given. */
export async function listNewestCustomers(
  database: Queryable,
  filter: CustomerFilter,
  page: { readonly before: number | null; readonly limit: number; readonly now: Date },
) {
  const older =
    page.before === null
      ? undefined
      : sql`(${users.createdAt}, ${users.id}) < (select u.created_at, u.id from ${users} u where u.id = ${page.before})`;
  return selectCustomers(database)
    .where(and(older, fits(database, filter, page.now)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(page.limit);
}

/** The expressions of the search indexes of `users`, compared with the beginning of a text. */
const keyOf = (column: typeof users.firstName | typeof users.lastName | typeof users.email) =>
  sql`search_key(${column})`;
const begins = (key: SQL, pattern: string) => sql`${key} like search_key(${pattern}) || '%'`;

/** A company by its name or tax number, wherever these are stored: each has a search index. */
const COMPANY_KEYS = [
  { key: sql`search_key(${billingDetails.companyName})`, table: billingDetails, account: billingDetails.userId },
  { key: sql`search_key(${billingDetails.taxId})`, table: billingDetails, account: billingDetails.userId },
];

const alongCompanies = ({ key, table, account }: (typeof COMPANY_KEYS)[number], beginning: string, limit: number) =>
  sql`(select ${account} from ${table} where ${begins(key, beginning)} order by ${key} using ~<~ limit ${limit})`;

/**
 * Each kind of search uses its own index and stops after `limit`: a union of short lists, never a
 * scan of all customers. Ordering by the index's own operator keeps the planner from scanning the
 * table in the hope of an early match for a frequent name.
 */
function waysToFind(search: CustomerSearch, limit: number): SQL[] {
  const along = (key: SQL, condition: SQL | undefined) =>
    sql`(select ${users.id} from ${users} where ${condition} order by ${key} using ~<~ limit ${limit})`;
  const firstName = keyOf(users.firstName);
  const lastName = keyOf(users.lastName);
  const email = keyOf(users.email);
  const ways: SQL[] = [];
  const { beginning, names, phone, ticketNumber, accountNumber, paymentReference } = search;
  if (beginning !== null) {
    ways.push(...[firstName, lastName, email].map((key) => along(key, begins(key, beginning))));
    ways.push(...COMPANY_KEYS.map((key) => alongCompanies(key, beginning, limit)));
  }
  for (const { first, last } of names) {
    ways.push(along(firstName, and(begins(firstName, first), begins(lastName, last))));
    ways.push(along(lastName, and(begins(lastName, first), begins(firstName, last))));
  }
  if (phone !== null) ways.push(along(sql`${users.phone}`, like(users.phone, `${phone}%`)));
  if (ticketNumber !== null) {
    ways.push(sql`(select t.user_id from ${supportTickets} t where t.number = ${ticketNumber})`);
  }
  if (accountNumber !== null) ways.push(sql`(select a.id from ${accounts} a where a.number = ${accountNumber})`);
  if (paymentReference !== null) {
    ways.push(sql`(select p.user_id from ${payments} p where p.reference = ${paymentReference})`);
  }
  return ways;
}

/**
 * The matching customers, newest account first, `limit` at most. Each way of finding contributes the
 * first `considered`, so that the pages of one search fit together: those after the first begin
 * after the account `before`.
 */
export async function searchCustomers(
  database: Queryable,
  search: CustomerSearch,
  page: { readonly before?: number | null; readonly limit: number; readonly considered?: number },
): Promise<CustomerRow[]> {
  const { before = null, limit, considered = limit } = page;
  return selectCustomers(database)
    .where(
      and(
        sql`${users.id} in (${sql.join(waysToFind(search, considered), sql` union all `)})`,
        before === null ? undefined : lt(users.id, before),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit);
}

/**
 * Customers of whose names, address and number each of these words is one, with one typing error at
 * most; those with the fewest errors first.
 */
export async function searchMisspelledCustomers(
  database: Queryable,
  words: readonly string[],
  limit: number,
): Promise<CustomerRow[]> {
  const spelling = sql`customer_spelling(${users.firstName}, ${users.lastName}, ${users.email}, ${users.phone})`;
  const keys = sql`spelling_keys(${words.join(' ')})`;
  // Materialized, it is planned for all who match: with the limit, the planner takes computing the keys of
  // customer after customer (seconds for 100,000) for cheaper than the index. It is read up to the limit.
  const matching = sql`select ${users.id} as id, cardinality(array(select unnest(${spelling}) intersect select unnest(${keys}))) as alike
    from ${users} where ${sql.join(
      words.map((word) => sql`${spelling} && spelling_keys(${word})`),
      sql` and `,
    )}`;
  const { rows } = await database.execute<{ id: number }>(
    sql`with matching as materialized (${matching}) select id
      from (select * from matching limit ${MISSPELLED_CONSIDERED}) considered order by alike desc, id desc limit ${limit}`,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const customers = await selectCustomers(database).where(inArray(users.id, ids));
  return customers.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export async function findCustomer(database: Queryable, id: number): Promise<CustomerRow | null> {
  const [row] = await selectCustomers(database).where(eq(users.id, id)).limit(1);
  return row ?? null;
}

/** When a customer's newest session began; null when there is none. */
export async function findLastSeen(database: Queryable, userId: number): Promise<Date | null> {
  const [row] = await database
    .select({ at: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))
    .limit(1);
  return row?.at ?? null;
}

/** An account as a page names it. */
export async function findMergedAccount(database: Queryable, accountId: number) {
  const [row] = await database
    .select({ id: accounts.id, name: personName(), accountNumber: accounts.number })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.id))
    .where(eq(accounts.id, accountId));
  return row ?? null;
}

/** The referrer of this customer; null without one. */
export async function findReferrer(database: Queryable, userId: number) {
  const [row] = await database
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.referrerId))
    .where(eq(referrals.refereeId, userId));
  return row ?? null;
}
