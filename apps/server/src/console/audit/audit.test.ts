import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordAudit } from '../../identity/audit/record-audit.ts';
import { redactAudit } from '../../identity/audit/redact-audit.ts';
import { currentWork } from '../../platform/trace/current-work.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let portal: TestPortal;
let tosin: Staff;
let bola: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  tosin = await createStaff(portal);
  bola = await createStaff(portal, { firstName: 'Bola', lastName: 'Ige' });
});
afterAll(() => portal.close());

const entry = (fields: Partial<AuditEntry> = {}): AuditEntry => ({
  actorId: tosin.id,
  action: 'plan.edit',
  subject: 'plan:1',
  before: { price: 15_000 },
  after: { price: 16_000 },
  ...fields,
});
const note = (fields?: Partial<AuditEntry>) => portal.database.transaction((tx) => recordAudit(tx, entry(fields)));
const list = async (query = '') => (await tosin.browser.get(`/api/staff/audit${query}`)).json();

describe('the audit log', () => {
  // Found by `npm run fuzz`, seed 1: the subject was longer than its column, which was a 500.
  it('records a change of what has the longest name that staff may give it', async () => {
    const area = 'é'.repeat(100);
    const change = { area, uplinkMbps: 1000, linePorts: 64 };
    expect((await tosin.browser.put('/api/staff/area-capacity', change)).statusCode).toBe(200);
    const [latest] = await list();
    expect(latest).toMatchObject({ action: 'network.area-capacity', subject: `area:${'é'.repeat(95)}` });
  });

  it('says who, what, when, before and after, newest first', async () => {
    await note();
    await note({
      actorId: bola.id,
      action: 'plan.create',
      before: null,
      after: { name: 'Home 5 Mbps', tags: ['new'] },
    });
    const [newest, older] = await list('?subject=plan:1');
    expect(newest).toEqual({
      id: expect.any(Number),
      actor: { id: bola.id, name: 'Bola Ige', kind: null, program: null, keyId: null },
      action: 'plan.create',
      subject: 'plan:1',
      about: null,
      before: null,
      after: { name: 'Home 5 Mbps', tags: ['new'] },
      at: expect.stringMatching(/Z$/),
      redactedAt: null,
    });
    expect(older).toMatchObject({
      actor: { name: 'Tosin Adeyemi' },
      before: { price: 15_000 },
      after: { price: 16_000 },
    });
  });

  it('says whether a customer, a member of staff or a program made the change', async () => {
    const customer = portal.browser();
    const { user } = (await customer.register()).json();
    await customer.post('/api/user/account/invitations', { email: 'friend@mail.example', role: 'billing' });
    await tosin.browser.post(`/api/staff/customers/${user.id}/disable`, { reason: 'Asked for it' });
    await currentWork.run({ actor: 'job', job: 'outage credits' }, () => note({ subject: 'plan:actors' }));
    const apiKey = { id: randomUUID(), name: 'Our accounting' };
    await currentWork.run({ actor: 'api-key', apiKey }, () => note({ subject: 'plan:actors' }));
    const actorsOf = async (subject: string) =>
      (await list(`?subject=${subject}`)).map(({ actor }: { actor: object }) => actor);
    expect(await actorsOf(`customer:${user.id}`)).toMatchObject([
      { id: tosin.id, kind: 'staff', program: null },
      { id: user.id, kind: 'customer', program: null },
    ]);
    expect(await actorsOf('plan:actors')).toMatchObject([
      { id: tosin.id, kind: 'api-key', program: 'Our accounting', keyId: apiKey.id },
      { id: tosin.id, kind: 'job', program: 'outage credits' },
    ]);
  });

  it('shows the present name of what was changed', async () => {
    const amina = portal.browser();
    const { user } = (await amina.register({ firstName: 'Amina', lastName: 'Bello' })).json();
    const { ticket } = (await amina.post('/api/user/tickets', { subject: 'No light', description: 'x' })).json();
    const { rows } = await portal.pool.query('select id, name from service_plans limit 1');
    const named: [string, string | null][] = [
      [`ticket:${ticket.id}`, 'No light'],
      [`customer:${user.id}`, 'Amina Bello'],
      [`plan:${rows[0].id}`, rows[0].name],
      ['customer:999999', null],
      ['customer:99999999999999999999', null],
      ['ticket:not-an-id', null],
      ['payment:P0123456789ABCD', null],
    ];
    for (const [subject, about] of named) {
      await note({ subject });
      expect((await list(`?subject=${subject}`))[0], subject).toMatchObject({ about });
    }
  });

  it('is found by subject, by person, and page by page', async () => {
    for (let count = 0; count < 5; count++) await note({ subject: 'plan:paged', after: { count } });
    const first = await list('?subject=plan:paged&limit=2');
    const second = await list(`?subject=plan:paged&limit=2&before=${first.at(-1).id}`);
    expect([...first, ...second].map(({ after }) => after.count)).toEqual([4, 3, 2, 1]);
    const byBola = await list(`?actor=${bola.id}`);
    expect(new Set(byBola.map(({ actor }: { actor: { id: number } }) => actor.id))).toEqual(new Set([bola.id]));
  });

  it('is written with the change or not at all', async () => {
    const failing = portal.database.transaction(async (tx) => {
      await recordAudit(tx, entry({ subject: 'plan:undone' }));
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await list('?subject=plan:undone')).toEqual([]);
  });

  it.each([
    'update audit_records set action = $1',
    'delete from audit_records where action <> $1',
    'truncate audit_records',
  ])('cannot be changed afterwards: %s', async (statement) => {
    await note({ subject: 'plan:kept' });
    const values = statement.includes('$1') ? ['nothing'] : [];
    await expect(portal.pool.query(statement, values)).rejects.toThrow('audit records are never changed');
    expect(await list('?subject=plan:kept')).not.toEqual([]);
  });

  it('says of a change about somebody who was erased when that was, and not what it was', async () => {
    await note({ subject: 'customer:999' });
    const [{ id }] = await list('?subject=customer:999');
    await portal.database.transaction((tx) => redactAudit(tx, [id]));
    const [erased] = await list('?subject=customer:999');
    expect(erased).toMatchObject({ id, action: 'plan.edit', before: null, after: null });
    expect(erased.redactedAt).toEqual(expect.any(String));
  });

  it('is readable by staff alone', async () => {
    const customer = portal.browser();
    await customer.register();
    expect((await customer.get('/api/staff/audit')).statusCode).toBe(403);
    expect((await portal.browser().get('/api/staff/audit')).statusCode).toBe(401);
  });
});
