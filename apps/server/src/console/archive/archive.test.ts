import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MIGRATIONS, statementsSince } from '../../platform/database/migrations/migrate.ts';
import { createFileStore } from '../../platform/files/create-file-store.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { interruptedPool } from '../../testing/pools/interrupted-pool.ts';
import { TEST_SESSION_SECRET } from '../../testing/test-portal.ts';
import { createImportTestbed, csvFile } from '../../testing/testbeds/import-testbed.ts';
import { seedDemoData } from '../demo-data/seed-demo-data.ts';
import { computeFigures } from '../overview/compute-figures.ts';
import { ARCHIVED, LEFT_OUT } from './archive-tables.policy.ts';
import { loadArchive } from './load-archive.ts';
import type { Manifest } from './manifest.policy.ts';
import { linesOf, readArchive, sha256Of, UnusableArchive } from './read-archive.ts';
import { additionsOf } from './schema-additions.policy.ts';
import { writeArchive } from './write-archive.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder = '';
let source: PaymentTestbed;
let target: PaymentTestbed;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  [source, target] = await Promise.all([startPaymentTestbed(), startPaymentTestbed()]);
});
afterAll(async () => {
  await Promise.all([source?.close(), target?.close()]);
  await rm(folder, { recursive: true, force: true });
});

const storeOf = (bed: PaymentTestbed) => createFileStore(join(folder, bed === source ? 'source' : 'target'));

async function onConnection<T>(
  bed: PaymentTestbed,
  work: (deps: { client: pg.PoolClient; files: ReturnType<typeof storeOf>; release: string }) => Promise<T>,
): Promise<T> {
  const client = await bed.pool.connect();
  try {
    return await work({ client, files: storeOf(bed), release: '1.2.3' });
  } finally {
    client.release(true);
  }
}

const write = (bed: PaymentTestbed, path: string): Promise<Manifest> =>
  onConnection(bed, (deps) => writeArchive(deps, createWriteStream(path)));
const load = (bed: PaymentTestbed, path: string): Promise<Manifest> =>
  onConnection(bed, (deps) => loadArchive(deps, path));

/** Repeatable: the same numbers for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const SEED = 20_261_126;

/** Customers, payments, charges, credit, refunds, tickets, imports and an order of a card, at random. */
async function useAtRandom(bed: PaymentTestbed, staff: Customer): Promise<Customer[]> {
  const random = createRandom(SEED);
  const products = (await bed.call(staff, 'GET', '/api/staff/charge-products')).body;
  await bed.call(staff, 'POST', '/api/staff/till/open', {});
  const customers: Customer[] = [];
  const paid: string[] = [];
  const acts: readonly ((who: Customer) => Promise<unknown>)[] = [
    async (who) => paid.push(await bed.pay(who, (['paystack', 'flutterwave', 'quickteller'] as const)[random(3)])),
    (who) => bed.open(who, 'paystack'),
    (who) =>
      bed.call(staff, 'POST', `/api/staff/customers/${who.id}/credit`, {
        amount: 1000 + random(99) / 100,
        reason: 'Ours',
      }),
    (who) =>
      bed.call(staff, 'POST', `/api/staff/customers/${who.id}/charges`, {
        product: products[random(products.length)].id,
        quantity: 1 + random(2),
      }),
    (who) =>
      bed.call(staff, 'POST', `/api/staff/customers/${who.id}/counter-payments`, {
        amount: 1 + random(40_000),
        method: 'cash',
        clientRequestId: randomUUID(),
      }),
    (who) =>
      bed.call(who, 'POST', '/api/user/tickets', { subject: 'No light \u20A6', description: `a "b"\n\\${random(99)}` }),
    () => bed.call(staff, 'POST', `/api/staff/payments/${paid[random(paid.length || 1)]}/refund`, { reason: 'Moved' }),
  ];
  for (let count = 0; count < 8; count++) {
    const referredBy = customers[random(customers.length || 1)];
    const who = await bed.createCustomer(referredBy && random(2) === 0 ? { referredBy } : {});
    customers.push(who);
    await acts[0]?.(who).catch(() => undefined);
    for (let act = 0; act < 6; act++) await acts[random(acts.length)]?.(who).catch(() => undefined);
  }
  const mail = customers[0]?.email ?? '';
  const imports = createImportTestbed(bed.database);
  await imports.run('invoices', csvFile(['id', 'email', 'amount', 'date'], [['X-1', mail, '999.99', '2026-10-01']]));
  await imports.run('payments', csvFile(['id', 'email', 'amount', 'date'], [['P-1', mail, '5000', '2026-09-01']]));
  await bed.quiet();
  return customers;
}

/** What people and accountants look at, by customer. */
/** The figures of one moment: an hour that goes on has another rate a minute later. */
let describedAt: Date | undefined;

async function describePortal(bed: PaymentTestbed) {
  const moment = describedAt ?? source.deps.clock();
  describedAt = moment;
  const clock = () => moment;
  const read = (text: string) => bed.rows(text);
  await bed.pool.query('delete from overview_figures');
  await computeFigures({ database: bed.database, clock }, new AbortController().signal);
  return {
    ledger: await read(
      'select account, sum(amount)::text as sum, count(*)::int from ledger_entries group by 1 order by 1',
    ),
    byCustomer: await read(
      `select u.email, a.number, b.balance::text, (select count(*)::int from invoices i where i.user_id = u.id) as invoices,
        (select sum(total)::text from invoices i where i.user_id = u.id and i.status = 'open') as open,
        (select coalesce(sum(-amount), 0)::text from ledger_entries e where e.user_id = u.id and e.account = 'revenue') as revenue
       from users u left join accounts a on a.id = u.id left join credit_balances b on b.user_id = u.id order by u.email`,
    ),
    invoices: await read(
      'select invoice_number, status, total::text, vat::text, snapshot, issued_at from invoices order by 1',
    ),
    receipts: await read('select receipt_number, total::text, snapshot, issued_at from receipts order by 1'),
    subscriptions: await read(
      'select id, user_id, status, next_renewal, paid_periods, monthly_fee::text from user_subscriptions order by id',
    ),
    tickets: await read('select number, subject, description, status from support_tickets order by 1'),
    audit: await read('select id, action, subject, before, after, created_at from audit_records order by 1'),
    figures: await read('select figure, value from overview_figures order by 1'),
  };
}

async function describeRows(bed: PaymentTestbed) {
  const counts = [];
  for (const table of Object.keys(ARCHIVED))
    counts.push(await bed.rows(`select '${table}' as table, count(*)::int from ${table}`));
  return counts.flat();
}

/** The archive with one of its files changed, and its manifest with it. */
async function forge(from: string, to: string, path: string, change: (text: string) => string): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(to));
  let sum = { bytes: 0, sha256: '' };
  for await (const file of readArchive(from)) {
    let { content } = file;
    if (file.path === path) {
      content = Buffer.from(change(content.toString()));
      sum = { bytes: content.length, sha256: sha256Of(content) };
    } else if (file.path === 'manifest.json') {
      const manifest = JSON.parse(content.toString()) as Manifest;
      const files = manifest.files.map((each) => (each.path === path ? { ...each, ...sum } : each));
      content = Buffer.from(JSON.stringify({ ...manifest, files }));
    }
    tar.entry({ name: file.path }, content);
  }
  tar.finalize();
  await written;
}

/** The migration that added payment links; those after it only added. */
const OLDER = 24;

/**
 * Writes the archive as the release of an earlier migration would have: without the tables, the columns
 * and the permissions that came later, which are returned.
 */
async function rewriteAsOlder(from: string, to: string, migration?: number) {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  const older = known[OLDER]?.folderMillis ?? 0;
  const additions = additionsOf(statementsSince(older) ?? []);
  if (!additions) throw new Error('the migrations since then did more than add: take a later one');
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(to));
  const files: Manifest['files'] = [];
  const isNewPermission = (line: string) => {
    const { role, permission } = JSON.parse(line);
    return additions.inserts.some((text) => text.includes(`('${role}', '${permission}')`));
  };
  for await (const { path, content } of readArchive(from)) {
    const [folder, table = ''] = path.split('/');
    if (path === 'manifest.json') {
      const manifest = JSON.parse(content.toString()) as Manifest;
      const tables = manifest.tables
        .filter(({ name }) => !additions.tables.has(name))
        .map(({ name, columns }) => ({
          name,
          columns: columns.filter((column) => !additions.columns.has(`${name}.${column}`)),
          rows: files
            .filter((file) => file.path.startsWith(`tables/${name}/`))
            .reduce((sum, { rows = 0 }) => sum + rows, 0),
        }));
      const manifestOf = { ...manifest, files, tables, migration: migration ?? older };
      tar.entry({ name: path }, JSON.stringify(manifestOf));
    } else if (folder === 'tables') {
      if (additions.tables.has(table)) continue;
      const lines = linesOf(content)
        .filter((line) => table !== 'staff_role_permissions' || !isNewPermission(line))
        .map((line) => JSON.stringify(withoutColumns(JSON.parse(line), table, additions.columns)));
      const part = Buffer.from(`${lines.join('\n')}\n`);
      files.push({ path, bytes: part.length, sha256: sha256Of(part), rows: lines.length });
      tar.entry({ name: path }, part);
    } else {
      files.push({ path, bytes: content.length, sha256: sha256Of(content) });
      tar.entry({ name: path }, content);
    }
  }
  tar.finalize();
  await written;
  return { tables: [...additions.tables], columns: [...additions.columns], inserts: additions.inserts };
}

const withoutColumns = (row: Record<string, unknown>, table: string, columns: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.has(`${table}.${column}`)));

it('every table of the schema is archived or left out with a reason', async () => {
  const rows = await source.rows(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     and not c.relispartition order by 1`,
  );
  const named = [...Object.keys(ARCHIVED), ...Object.keys(LEFT_OUT)];
  expect(rows.map(({ name }) => name)).toEqual(named.toSorted());
});

it('a column that may hold a secret is left out, or is one that customers need', async () => {
  const columns = await source.rows(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'
     and column_name ~ '(secret|token|hash|signature|encrypted|reference$|^sid$|^auth$|p256dh|key)' order by 1`,
  );
  const archived = columns
    .map(({ name }) => String(name))
    .filter((name) => {
      const [table = '', column = ''] = name.split('.');
      return ARCHIVED[table] && !ARCHIVED[table].instead?.[column];
    });
  // Reviewed: passwords are Argon2id, and the others are no secrets.
  expect(archived).toEqual([
    'account_proofs.facts_key',
    'address_papers.facts_key',
    'agent_settlements.bank_reference',
    'audit_anchors.hash',
    'audit_chain.hash',
    'audit_drops.last_hash',
    'audit_records.actor_key_id',
    'bank_lines.content_key',
    'bank_lines.reference',
    'bank_match_items.source_key',
    'bank_statements.file_hash',
    'counter_payments.outside_reference',
    'gateway_discrepancies.reference',
    'gateway_settlement_items.reference',
    'gateway_settlement_items.vendor_reference',
    'gateway_settlements.bank_reference',
    'incoming_transfers.account_reference',
    'incoming_transfers.reference',
    'invoices.electronic_reference',
    'ledger_entries.transaction_key',
    'mandates.reference',
    'notices.notice_key',
    'outbox_messages.message_key',
    'payments.gateway_reference',
    'payments.reference',
    'refund_payouts.bank_reference',
    'refunds.reference',
    'till_hand_overs.bank_reference',
    'usage_sessions.session_key',
    'users.email_key',
    'users.password_hash',
    'virtual_account_requests.provider_reference',
    'virtual_account_requests.reference',
    'webhook_events.event_key',
    'webhook_events.reference',
  ]);
});

describe('an archive', () => {
  let archive = '';
  let customers: Customer[] = [];
  let manifest: Manifest;
  const fileId = randomUUID();
  beforeAll(async () => {
    archive = join(folder, 'portal.tar.gz');
    await seedDemoData(source.database, {
      clock: source.deps.clock,
      randomBytes,
      encryptionKeys: [TEST_SESSION_SECRET],
    });
    const staff = await source.createStaff();
    customers = await useAtRandom(source, staff);
    await source.pool.query(
      `insert into ticket_attachments (id, uploader_id, ticket_id, name, media_type, size_bytes)
       select $1, user_id, id, 'light.png', 'image/png', 9 from support_tickets order by number limit 1`,
      [fileId],
    );
    await storeOf(source).write(fileId, Buffer.from('a picture'));
    manifest = await write(source, archive);
  });

  /** The target is as it was: none of its tables has what it had not before. */
  async function refused(path: string, message: RegExp) {
    const before = await describeRows(target);
    const error = await load(target, path).then(
      () => null,
      (failure: unknown) => failure,
    );
    expect(error).toBeInstanceOf(UnusableArchive);
    expect((error as Error).message).toMatch(message);
    expect(await describeRows(target)).toEqual(before);
    expect(await storeOf(target).read(fileId)).toBeNull();
  }

  /** A customer who signs in at the target and has something to pay there. */
  async function findPayer(people: readonly Customer[]) {
    for (const customer of people) {
      const there = await target.signInAgain(customer);
      const { body } = await target.call(there, 'GET', `/api/user/payment-quote?plan=${source.planId}`);
      if (body.total > 0) return { there, customer, amount: body.total };
    }
    throw new Error('nobody has anything to pay');
  }

  it('is of a portal in which much has happened', async () => {
    const counts = new Map(manifest.tables.map(({ name, rows }) => [name, rows]));
    const used = [
      'payments',
      'refunds',
      'one_off_charges',
      'support_tickets',
      'payment_methods',
      'till_shifts',
      'usage_data',
    ];
    for (const table of [...used, 'credit_balances', 'earlier_payments', 'audit_records', 'speed_test_results']) {
      expect(counts.get(table), table).toBeGreaterThan(0);
    }
    expect(manifest.files.some(({ path }) => path === `files/${fileId}`)).toBe(true);
    expect(manifest.totals.ledger['opening-invoices']).toBe(99_999);
  });

  it('whose rows and manifest were changed together is refused where they do not fit', async () => {
    const broken = join(folder, 'forged.tar.gz');
    await forge(archive, broken, 'tables/receipts/000001.ndjson', (line) =>
      line.replace(/"user_id":\d+/, '"user_id":999999'),
    );
    await refused(broken, /do not fit together/);
  });

  it('that is cut off, damaged or changed is refused, and nothing is written', async () => {
    const bytes = await readFile(archive);
    const broken = join(folder, 'broken.tar.gz');
    for (const share of [0, 0.01, 0.5, 0.99]) {
      await writeFile(broken, bytes.subarray(0, Math.floor(bytes.length * share)));
      await refused(broken, /cut off|damaged/);
    }
    const flipped = Buffer.from(bytes);
    flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] ?? 0) ^ 4;
    await writeFile(broken, flipped);
    await refused(broken, /damaged/);
    const tar = gunzipSync(bytes);
    const at = tar.indexOf('"email":');
    tar.write('"EMAIL":', at);
    await writeFile(broken, gzipSync(tar));
    await refused(broken, /is not what its manifest says/);
    const newer = gunzipSync(bytes);
    newer.write('"version": 9', newer.indexOf('"version": 1'));
    await writeFile(broken, gzipSync(newer));
    await refused(broken, /format 9.*newer release/);
    const whole = gunzipSync(bytes);
    const migrationAt = whole.indexOf(`"migration": ${manifest.migration}`);
    for (const [migration, message] of [
      ['1000000000000', /import it with the release that wrote it/],
      ['9999999999999', /newer than this one.*upgrade this portal first/],
    ] as const) {
      whole.write(`"migration": ${migration}`, migrationAt);
      await writeFile(broken, gzipSync(whole));
      await refused(broken, message);
    }
    await refused(join(folder, 'none.tar.gz'), /There is no file/);
  });

  it('has no password, token, key or secret but the hashes that customers sign in with', async () => {
    const tar = gunzipSync(await readFile(archive)).toString('latin1');
    const { rows } = await source.pool.query<{ secret: string }>(
      `select sid as secret from sessions union all select token_hash from account_tokens
       union all select encrypted_key from installation_keys union all select encrypted_secret from staff_second_factors
       union all select reference from payment_methods where reference <> ''`,
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const { secret } of rows) expect(tar.includes(secret), secret).toBe(false);
    expect(tar).toContain('$argon2id$');
    expect(Object.keys(manifest.leftOut)).toEqual(Object.keys(LEFT_OUT));
  });

  it('of an earlier release is completed by what later migrations add, as an upgrade would have done', async () => {
    const old = join(folder, 'old.tar.gz');
    const later = await rewriteAsOlder(archive, old);
    expect([later.tables, later.columns, later.inserts].every(({ length }) => length > 0)).toBe(true);
    const older = await startPaymentTestbed();
    await onConnection(older, (deps) => loadArchive({ ...deps, files: createFileStore(join(folder, 'older')) }, old));
    const permissions = 'select role, permission from staff_role_permissions order by 1, 2';
    expect(await older.rows(permissions)).toEqual(await source.rows(permissions));
    const { ledger, receipts, tickets } = await describePortal(older);
    expect({ ledger, receipts, tickets }).toMatchObject(
      await describePortal(source).then(({ ledger, receipts, tickets }) => ({ ledger, receipts, tickets })),
    );
    // That release had no settlements of gateways, lines of a bank, vouchers nor agents: their tables were left out here.
    const ofLeftOut = /^(G1|K[12])|\b(vouchers?|batch|agent)\b/;
    expect((await older.violations()).filter(({ rule }) => !ofLeftOut.test(rule))).toEqual([]);
    await older.close();

    // The same content under the name of this release lacks what it should have.
    await rewriteAsOlder(archive, old, manifest.migration);
    await refused(old, /other (tables|columns) than an archive of its release/);
  });

  it('whose import is killed half-way has written nothing: the same command starts again', async () => {
    const before = await describeRows(target);
    const kill = async () => {
      await target.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and state = 'idle in transaction' and query like 'insert into public."payments"%'`,
      );
    };
    const client = await interruptedPool(target.pool, /^insert into public\."payments"/, kill).connect();
    const killed = loadArchive({ client, files: storeOf(target), release: '1.2.3' }, archive);
    await expect(killed).rejects.toThrow(/terminat|connection error/);
    client.release(true);
    expect(await describeRows(target)).toEqual(before);
  });

  it('makes an empty portal the same to the kobo, in which customers sign in and pay; a used one refuses it', async () => {
    const before = await describePortal(source);
    await load(target, archive);
    const after = await describePortal(target);
    expect(after).toEqual(before);
    expect(await target.violations()).toEqual(await source.violations());
    expect(await target.violations()).toEqual([]);
    expect((await storeOf(target).read(fileId))?.toString()).toBe('a picture');

    const { there, customer, amount } = await findPayer(customers);
    const seen = (await target.call(there, 'GET', '/api/user/payments')).body;
    expect(seen).toEqual((await source.call(customer, 'GET', '/api/user/payments')).body);
    const order = { amount, email: customer.email, plan: source.planId };
    const opened = await target.call(there, 'POST', '/api/payment/paystack/initialize', order);
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    const { reference } = opened.body.data;
    target.sandbox.decide(reference, 'approve');
    expect((await target.verify(there, 'paystack', reference)).body.status).toBe('success');
    await target.quiet();
    expect((await target.createCustomer()).id).toBeGreaterThan(Math.max(...customers.map(({ id }) => id)));
    expect(await target.violations()).toEqual([]);

    // Nothing there knows the PINs of vouchers: what is not used is stopped, and can be taken back.
    const vouchersOf = async ({ rows }: PaymentTestbed) => ({
      valid: (await rows("select batch, index, pin_hash from vouchers where status = 'issued'")).length,
      used: (await rows("select from vouchers where status = 'used'")).length,
      worth: await rows("select sum(amount)::float as naira from vouchers where status in ('issued', 'stopped')"),
      onSale: (await rows("select from voucher_batches where status = 'issued'")).length,
      hashes: (await rows('select pin_hash from vouchers')).map(({ pin_hash: hashed }) => hashed),
    });
    const [left, arrived] = [await vouchersOf(source), await vouchersOf(target)];
    expect(left.valid).toBeGreaterThan(0);
    expect(arrived).toMatchObject({ valid: 0, onSale: 0, used: left.used, worth: left.worth });
    expect(arrived.hashes.filter((hashed) => left.hashes.includes(hashed))).toEqual([]);

    const again = await load(target, archive).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(UnusableArchive);
    expect((again as Error).message).toMatch(/not empty/);
  });
});
