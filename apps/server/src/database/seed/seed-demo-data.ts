import { lagosPeriod } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import { and, eq, inArray } from 'drizzle-orm';
import { emailKey, referralCode } from '../../features/account/account.policy.ts';
import { createPasswords, type Passwords } from '../../features/account/create-passwords.ts';
import { recordReferral } from '../../features/referral/record-referral.ts';
import type { Database, Queryable, Transaction } from '../connection.ts';
import { users } from '../schema/account.ts';
import { speedTestResults, usageData } from '../schema/subscription.ts';
import { supportTickets } from '../schema/ticket.ts';
import { type DemoCustomer, payDemoMonth } from './pay-demo-month.ts';

type DemoDeps = { readonly clock: Clock; readonly randomBytes: (size: number) => Buffer };

type Person = { readonly email: string; readonly firstName: string; readonly lastName: string };

const CUSTOMER: Person = { email: 'customer@example.com', firstName: 'Amina', lastName: 'Bello' };
const CUSTOMER_PASSWORD = 'Customer123!';
const ADMIN: Person = { email: 'admin@example.com', firstName: 'Tosin', lastName: 'Adeyemi' };
const ADMIN_PASSWORD = 'Admin123!';

const PLAN = 'Premium Fiber 100Mbps';
const FRIENDS: readonly (Person & {
  readonly planName: string;
  readonly gateway: string;
  readonly joinedDaysAgo: number;
})[] = [
  {
    email: 'friend1@example.com',
    firstName: 'Chidi',
    lastName: 'Nwosu',
    planName: 'Home 20 Mbps',
    gateway: 'paystack',
    joinedDaysAgo: 84,
  },
  {
    email: 'friend2@example.com',
    firstName: 'Halima',
    lastName: 'Sani',
    planName: 'Home 50 Mbps',
    gateway: 'flutterwave',
    joinedDaysAgo: 55,
  },
  {
    email: 'friend3@example.com',
    firstName: 'Kemi',
    lastName: 'Alade',
    planName: 'Home 10 Mbps',
    gateway: 'quickteller',
    joinedDaysAgo: 28,
  },
];

const DAY_MS = 24 * 3_600_000;
/** Four months paid from this day on end some two weeks from now. */
const JOINED_DAYS_AGO = 108;
const USED_GB = '67.50';
const LIMIT_GB = '100.00';

/** Days ago, Mbps down, Mbps up, ms. */
const SPEED_TESTS: readonly (readonly [number, string, string, string])[] = [
  [44, '91.20', '38.40', '14.10'],
  [37, '88.70', '36.90', '15.80'],
  [30, '94.60', '41.20', '12.30'],
  [23, '72.30', '29.50', '24.60'],
  [16, '93.10', '40.10', '12.90'],
  [9, '95.80', '42.70', '11.40'],
  [4, '92.40', '39.80', '13.20'],
  [1, '96.30', '43.10', '11.00'],
];

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** Null when the address has an account already. */
async function insertUser(
  database: Queryable,
  deps: DemoDeps,
  user: Person & { readonly role: 'customer' | 'admin'; readonly passwordHash: string; readonly createdAt: Date },
): Promise<DemoCustomer | null> {
  const [row] = await database
    .insert(users)
    .values({
      ...user,
      emailKey: emailKey(user.email),
      referralCode: referralCode(deps.randomBytes(8)),
      emailVerifiedAt: user.createdAt,
      updatedAt: user.createdAt,
    })
    .onConflictDoNothing()
    .returning({ id: users.id, email: users.email, referralCode: users.referralCode });
  return row ?? null;
}

/** Amina's four months and those of three friends whom she referred, in the order of time: her rewards pay for a part of her months. */
async function seedHistory(
  tx: Transaction,
  deps: DemoDeps,
  customer: DemoCustomer,
  passwords: Passwords,
): Promise<void> {
  const now = deps.clock();
  const lines = [{ payer: customer, planName: PLAN, gateway: 'paystack', due: daysBefore(now, JOINED_DAYS_AGO) }];
  for (const { planName, gateway, joinedDaysAgo, ...friend } of FRIENDS) {
    const due = daysBefore(now, joinedDaysAgo);
    // Nobody signs in as a friend: nobody knows the password.
    const passwordHash = await passwords.hash(deps.randomBytes(32).toString('base64url'));
    const payer = await insertUser(tx, deps, { ...friend, role: 'customer', passwordHash, createdAt: due });
    if (!payer) continue;
    await recordReferral(tx, { referralCode: customer.referralCode, refereeId: payer.id, now: due });
    lines.push({ payer, planName, gateway, due });
  }
  for (;;) {
    const [next] = lines.filter(({ due }) => due < now).sort((a, b) => a.due.getTime() - b.due.getTime());
    if (!next) return;
    next.due = await payDemoMonth(tx, { ...next, randomBytes: deps.randomBytes });
  }
}

async function seedCare(tx: Transaction, deps: DemoDeps, userId: number): Promise<void> {
  const now = deps.clock();
  await tx.insert(speedTestResults).values(
    SPEED_TESTS.map(([days, downloadSpeed, uploadSpeed, ping]) => ({
      userId,
      downloadSpeed,
      uploadSpeed,
      ping,
      timestamp: daysBefore(now, days),
    })),
  );
  await tx.insert(supportTickets).values({
    userId,
    subject: 'Slow in the evenings',
    description: 'Since Monday the connection is slow between 8 and 10 pm. The router was restarted twice.',
    status: 'resolved',
    priority: 'medium',
    createdAt: daysBefore(now, 24),
    updatedAt: daysBefore(now, 22),
  });
}

/** Whether this database was ever seeded for a demonstration. Somebody who registers under such an address has no mark of it: the address is not verified from the start. */
export async function hasDemoData(database: Database): Promise<boolean> {
  const found = await database
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.email, [CUSTOMER.email, ADMIN.email]), eq(users.emailVerifiedAt, users.createdAt)));
  return found.length > 0;
}

/**
 * The demo customer with a history like a real one's, and the demo member of staff. They are added once; what became of them since stays.
 * The present month's usage is added at every start. Repeating is safe, also from several instances. Needs the catalogue.
 */
export async function seedDemoData(database: Database, deps: DemoDeps): Promise<void> {
  const now = deps.clock();
  const findCustomer = () => database.select({ id: users.id }).from(users).where(eq(users.email, CUSTOMER.email));
  if ((await findCustomer()).length === 0) {
    const passwords = createPasswords({ concurrent: 1, places: 1 });
    const passwordHash = await passwords.hash(CUSTOMER_PASSWORD);
    const adminHash = await passwords.hash(ADMIN_PASSWORD);
    await database.transaction(async (tx) => {
      const createdAt = daysBefore(now, JOINED_DAYS_AGO);
      const customer = await insertUser(tx, deps, { ...CUSTOMER, role: 'customer', passwordHash, createdAt });
      if (!customer) return;
      await insertUser(tx, deps, { ...ADMIN, role: 'admin', passwordHash: adminHash, createdAt });
      await seedHistory(tx, deps, customer, passwords);
      await seedCare(tx, deps, customer.id);
    });
  }
  const [customer] = await findCustomer();
  if (!customer) return;
  await database
    .insert(usageData)
    .values({ userId: customer.id, period: lagosPeriod(now), dataUsed: USED_GB, dataLimit: LIMIT_GB })
    .onConflictDoNothing({ target: [usageData.userId, usageData.period] });
}
