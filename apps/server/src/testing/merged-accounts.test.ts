import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findBillingObstacles, findPayerAddresses } from '../billing/deletions/deletion.repository.ts';
import { runDeletions } from '../identity/privacy/run-deletions.ts';
import { writeExports } from '../identity/privacy/write-exports.ts';
import { readConfig } from '../platform/config/config.ts';
import { createFileStore } from '../platform/files/create-file-store.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from './billing/payment-testbed.ts';
import { publishInTests } from './published-events.ts';
import { GOOD_PASSWORD } from './test-browser.ts';
import { HIGH_LIMITS } from './test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 24 * 3_600_000;

let folder: string;
let bed: PaymentTestbed;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merged-'));
  const config = { ...readConfig({ DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' }), limits: HIGH_LIMITS };
  bed = await startPaymentTestbed({ portal: { config } });
});
afterAll(async () => {
  await bed?.close();
  await rm(folder, { recursive: true, force: true });
});

const jobDeps = () => ({
  database: bed.database,
  clock: bed.deps.clock,
  publish: publishInTests(),
  logger: pino({ level: 'silent' }),
  folder: join(folder, 'privacy-exports'),
  files: createFileStore(join(folder, 'uploads')),
  billingFacts: { findObstacles: findBillingObstacles, findPayerAddresses },
  hashPassword: async () => 'nobody knows it',
  randomBytes: (size: number) => Buffer.alloc(size),
});

/** Of two accounts with a ticket each the one that stays. */
async function mergedPerson(): Promise<{ readonly old: Customer; readonly person: Customer }> {
  const [first, second] = [await bed.createStaff(), await bed.createStaff()];
  const [old, person] = [await bed.createCustomer(), await bed.createCustomer()];
  for (const who of [old, person])
    await bed.call(who, 'POST', '/api/user/tickets', { subject: `Of ${who.email}`, description: 'x' });
  await bed.rows("update users set phone = '+2348031234567', phone_verified_at = now() where id = $1", [old.id]);
  await bed.call(first, 'POST', '/api/staff/account-merges', {
    from: old.id,
    into: person.id,
    dryRun: false,
    identifiedBy: 'Identity card seen',
    reason: 'Registered twice',
  });
  const waiting = await bed.call(second, 'GET', `/api/staff/identity-approvals?customer=${old.id}&state=waiting`);
  const decision = `/api/staff/identity-approvals/${waiting.body[0].id}/decision`;
  expect((await bed.call(second, 'POST', decision, { approve: true, reason: 'Card seen' })).status).toBe(200);
  return { old, person };
}

it('a person of two merged accounts gets one copy of what is held about both', async () => {
  const { old, person } = await mergedPerson();
  const asked = await bed.call(person, 'POST', '/api/user/privacy/export', {});
  expect(asked.status, JSON.stringify(asked.body)).toBeLessThan(300);
  await writeExports(jobDeps(), new AbortController().signal);
  const [{ id } = { id: '' }] = await bed.rows('select id from privacy_exports where user_id = $1', [person.id]);
  const { body } = await person.browser.get(`/api/user/privacy/exports/${id}/data.json`);
  const { data } = JSON.parse(body);
  const emails = data.users.map(({ email }: { email: string }) => email);
  expect(emails.toSorted()).toEqual([old.email, person.email].toSorted());
  expect(data.accounts.length).toBe(2);
  const subjects = data.support_tickets.map(({ subject }: { subject: string }) => subject);
  expect(subjects.toSorted()).toEqual([`Of ${old.email}`, `Of ${person.email}`].toSorted());
  expect(data.account_merges.length).toBe(1);
});

it('who is deleted is deleted with both names, addresses and numbers', async () => {
  const { old, person } = await mergedPerson();
  const proof = { currentPassword: GOOD_PASSWORD };
  const asked = await bed.call(person, 'POST', '/api/user/privacy/deletion', proof);
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  bed.wait(31 * DAY_MS);
  await runDeletions(jobDeps());
  const rows = await bed.rows('select email, phone, disabled from users where id = any($1) order by id', [
    [old.id, person.id],
  ]);
  expect(rows).toEqual(
    [old.id, person.id].map((id) => ({ email: `deleted-${id}@deleted.invalid`, phone: null, disabled: true })),
  );
  for (const table of ['notices', 'outbox_messages', 'audit_records', 'account_merges']) {
    const found = await bed.rows(`select 1 from ${table} t where t::text like '%' || $1 || '%'`, [old.email]);
    expect(found, table).toEqual([]);
  }
  const tickets = await bed.rows('select subject from support_tickets where user_id = $1', [person.id]);
  expect(tickets).toEqual([{ subject: 'Deleted' }, { subject: 'Deleted' }]);
  expect(await bed.violations()).toEqual([]);
});
