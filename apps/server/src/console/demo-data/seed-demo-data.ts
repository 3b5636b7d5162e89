import { daysBefore } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import { sql } from 'drizzle-orm';
import {
  type DemoCustomer,
  moveStepsTo,
  offerDemoAddresses,
  payDemoCharges,
  payDemoMonth,
  recordReferral,
  savedCardTokens,
  seedDemoAgents,
  seedDemoBank,
  seedSavedCard,
  seedSettlements,
} from '../../billing/index.ts';
import { DEMO_PLAN, seedDemoPlan } from '../../catalogue/index.ts';
import {
  createPasswords,
  type DemoUser,
  findDemoUserId,
  hasDemoUser,
  insertDemoUser,
  recordAudit,
} from '../../identity/index.ts';
import {
  accessServerSecrets,
  type FriendLine,
  seedAccessServers,
  seedAddresses,
  seedFriendLine,
  seedLine,
  seedPastUsage,
  seedPresentUsage,
  seedSessions,
} from '../../network/index.ts';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { type Database, type Transaction, unhurried } from '../../platform/database/connection.ts';
import { seedChats, seedTickets } from '../../support/index.ts';

type DemoDeps = {
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  /** Encrypt the saved card. */
  readonly encryptionKeys: AcceptedSecrets;
};

/** The friends cannot sign in: theirs is the hash of an unknown password. */
type Hashes = { readonly customer: string; readonly admin: string; readonly friends: string };

type Person = Pick<DemoUser, 'email' | 'firstName' | 'lastName'>;

const CUSTOMER: Person = { email: 'customer@example.com', firstName: 'Amina', lastName: 'Bello' };
const CUSTOMER_PASSWORD = 'Customer123!';
const ADMIN: Person = { email: 'admin@example.com', firstName: 'Tosin', lastName: 'Adeyemi' };
const ADMIN_PASSWORD = 'Admin123!';

const PLAN = 'Premium Fiber 100Mbps';
/** Specification section 9. */
const USAGE = { usedGb: 67.5, limitGb: 100 } as const;
/** Of the friend who is at the limit. */
const LIMITED_USAGE = { usedGb: 64.2, limitGb: DEMO_PLAN.limitGb } as const;
const FRIENDS: readonly (Person & {
  readonly line: FriendLine['kind'];
  readonly planName: string;
  readonly gateway: string;
  readonly joinedDaysAgo: number;
})[] = [
  {
    email: 'friend1@example.com',
    firstName: 'Chidi',
    lastName: 'Nwosu',
    line: 'flapping',
    planName: 'Home 20 Mbps',
    gateway: 'paystack',
    joinedDaysAgo: 84,
  },
  {
    email: 'friend2@example.com',
    firstName: 'Halima',
    lastName: 'Sani',
    line: 'fixed',
    planName: 'Home 50 Mbps',
    gateway: 'flutterwave',
    joinedDaysAgo: 55,
  },
  {
    email: 'friend3@example.com',
    firstName: 'Kemi',
    lastName: 'Alade',
    line: 'limited',
    planName: DEMO_PLAN.name,
    gateway: 'quickteller',
    joinedDaysAgo: 28,
  },
];

type Friend = {
  readonly payer: DemoCustomer;
  readonly gateway: string;
  readonly kind: FriendLine['kind'];
  readonly joinedAt: Date;
};

/** Has registered with Amina's code and not paid yet. */
const AWAITED_FRIEND: Person = { email: 'friend4@example.com', firstName: 'Emeka', lastName: 'Eze' };
const AWAITED_JOINED_DAYS_AGO = 5;

/** Six months paid from this day on end some two weeks from now. */
const JOINED_DAYS_AGO = 168;

/**
 * Amina's six months and those of three friends whom she referred, in chronological order: her
 * rewards pay for a part of her months. A fourth friend is pending.
 */
async function seedHistory(
  tx: Transaction,
  deps: DemoDeps,
  customer: DemoCustomer,
  hashes: Hashes,
): Promise<readonly Friend[]> {
  const now = deps.clock();
  const join = async (friend: Person, joinedAt: Date): Promise<DemoCustomer | null> => {
    const payer = await insertDemoUser(tx, deps, {
      ...friend,
      role: 'customer',
      passwordHash: hashes.friends,
      createdAt: joinedAt,
    });
    if (payer) {
      await recordReferral(tx, { referralCode: customer.referralCode, refereeId: payer.id, now: joinedAt });
    }
    return payer;
  };
  const lines = [{ payer: customer, planName: PLAN, gateway: 'paystack', due: daysBefore(now, JOINED_DAYS_AGO) }];
  const friends: Friend[] = [];
  for (const { planName, gateway, joinedDaysAgo, line: kind, ...friend } of FRIENDS) {
    const due = daysBefore(now, joinedDaysAgo);
    const payer = await join(friend, due);
    if (!payer) continue;
    lines.push({ payer, planName, gateway, due });
    friends.push({ payer, gateway, kind, joinedAt: due });
  }
  await join(AWAITED_FRIEND, daysBefore(now, AWAITED_JOINED_DAYS_AGO));
  for (;;) {
    const [next] = lines.filter(({ due }) => due < now).sort((a, b) => a.due.getTime() - b.due.getTime());
    if (!next) break;
    next.due = await payDemoMonth(tx, { ...next, randomBytes: deps.randomBytes });
  }
  return friends;
}

/** The friends' lines: one that loses its session, one with a fixed address, and one at the limit of its data. */
async function seedFriendLines(
  tx: Transaction,
  deps: DemoDeps,
  friends: readonly Friend[],
  staffId: number,
): Promise<void> {
  const now = deps.clock();
  const lines = friends.map(({ payer, kind, joinedAt }) => ({ lineId: payer.id, kind, joinedAt }));
  for (const line of lines) await seedFriendLine(tx, line);
  const friendOf = (wanted: FriendLine['kind']) => friends.find(({ kind }) => kind === wanted);
  const [flapping, fixed, limited] = [friendOf('flapping'), friendOf('fixed'), friendOf('limited')];
  if (flapping && fixed) {
    await offerDemoAddresses(tx);
    const { payer, gateway } = fixed;
    const of = { fixedLineId: payer.id, dynamicLineId: flapping.payer.id, staffId };
    const due = await seedAddresses(tx, { ...of, recordAudit, now });
    await payDemoCharges(tx, { payer, gateway, due, randomBytes: deps.randomBytes });
  }
  if (limited) await seedPresentUsage(tx, { lineId: limited.payer.id, ...LIMITED_USAGE, now });
  await seedSessions(tx, lines, now);
}

/** Whether this database has ever been seeded with demo data. */
export async function hasDemoData(database: Database): Promise<boolean> {
  return hasDemoUser(database, [CUSTOMER.email, ADMIN.email]);
}

async function hashPasswords(randomBytes: DemoDeps['randomBytes']): Promise<Hashes> {
  const passwords = createPasswords({ concurrent: 1, places: 3 });
  const [customer, admin, friends] = await Promise.all([
    passwords.hash(CUSTOMER_PASSWORD),
    passwords.hash(ADMIN_PASSWORD),
    passwords.hash(randomBytes(32).toString('base64url')),
  ]);
  return { customer, admin, friends };
}

/**
 * False while another instance is seeding: waiting for its end could exceed the statement timeout.
 */
async function takeSeeding(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('demo-data'), 0) as free`,
  );
  return rows[0]?.free === true;
}

/** The friends who have a line, for whom an agent sells. */
async function findFriends(database: Database): Promise<{ readonly id: number; readonly email: string }[]> {
  const found = await Promise.all(
    FRIENDS.map(async ({ email }) => ({ email, id: await findDemoUserId(database, email) })),
  );
  return found.flatMap(({ email, id }) => (id === null ? [] : [{ email, id }]));
}

async function seedPeople(database: Database, deps: DemoDeps): Promise<void> {
  const now = deps.clock();
  const hashes = await hashPasswords(deps.randomBytes);
  await unhurried(database).transaction(async (tx) => {
    if (!(await takeSeeding(tx))) return;
    const createdAt = daysBefore(now, JOINED_DAYS_AGO);
    const person = { ...CUSTOMER, role: 'customer', passwordHash: hashes.customer, createdAt } as const;
    const customer = await insertDemoUser(tx, deps, person);
    if (!customer) return;
    const admin = await insertDemoUser(tx, deps, { ...ADMIN, role: 'admin', passwordHash: hashes.admin, createdAt });
    await seedDemoPlan(tx);
    const friends = await seedHistory(tx, deps, customer, hashes);
    const { encrypt } = createEncryption({ ...deps, keys: deps.encryptionKeys, purpose: savedCardTokens.purpose });
    const joined = { userId: customer.id, joinedAt: createdAt, now };
    await seedPastUsage(tx, { lineId: customer.id, joinedAt: createdAt, now });
    await seedSavedCard(tx, { ...joined, encrypt });
    if (admin) await seedFriendLines(tx, deps, friends, admin.id);
    await seedSettlements(tx, now);
    await moveStepsTo(tx, now);
    if (!admin) return;
    await seedTickets(tx, { userId: customer.id, staffId: admin.id }, now);
    await seedChats(tx, { customerId: customer.id, agentId: admin.id }, { now, randomBytes: deps.randomBytes });
  });
}

/**
 * The demo customer with a history like a real one's, and the demo member of staff. They are added
 * once and left as they have been changed since. The present month's usage is added at every start.
 * Safe to repeat, also from several instances, of which one does it and none waits. Needs the
 * catalogue.
 */
export async function seedDemoData(database: Database, deps: DemoDeps): Promise<void> {
  const findCustomer = () => findDemoUserId(database, CUSTOMER.email);
  if ((await findCustomer()) === null) await seedPeople(database, deps);
  const customerId = await findCustomer();
  if (customerId === null) return;
  const adminId = await findDemoUserId(database, ADMIN.email);
  if (adminId !== null) await seedDemoBank(database, deps, adminId);
  if (adminId !== null)
    await seedDemoAgents(database, deps, { staffId: adminId, customers: await findFriends(database) });
  await seedLine(database, customerId, deps.clock());
  const { encrypt } = createEncryption({
    keys: deps.encryptionKeys,
    purpose: accessServerSecrets.purpose,
    randomBytes: deps.randomBytes,
  });
  await seedAccessServers(database, { encrypt, secret: deps.randomBytes(24).toString('hex'), now: deps.clock() });
  await seedPresentUsage(database, { lineId: customerId, ...USAGE, now: deps.clock() });
  const limited = FRIENDS.find(({ line }) => line === 'limited');
  const limitedId = limited ? await findDemoUserId(database, limited.email) : null;
  if (limitedId !== null) await seedPresentUsage(database, { lineId: limitedId, ...LIMITED_USAGE, now: deps.clock() });
}
