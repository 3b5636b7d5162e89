import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

/** A Thursday at 16:00 in Lagos. */
const NOW = new Date('2026-11-26T15:00:00Z');

let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => NOW });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

it('a ticket is due by the hours of support that are published when it is opened; those that are open keep theirs', async () => {
  const customer = portal.browser();
  await customer.register();
  const open = async (subject: string) => {
    const form = { subject, description: 'Since this morning', priority: 'medium', category: 'fault' };
    return (await customer.post('/api/user/tickets', form)).json().ticket;
  };
  const before = await open('No internet');
  expect(before.sla.firstResponseDueAt).toBe('2026-11-26T19:00:00.000Z');
  const { current } = (await staff.browser.get('/api/staff/settings/support')).json();
  const value = {
    ...current,
    thursday: '08:00-17:00',
    friday: '08:00-17:00',
    saturday: '08:00-13:00',
    holidays: [{ day: '2026-11-27', name: 'A day off' }],
  };
  const order = { basedOn: 0, value, note: 'We sleep at night' };
  expect((await staff.browser.post('/api/staff/settings/support/versions', order)).statusCode).toBe(200);
  const after = await open('Still none');
  expect(after.sla.firstResponseDueAt).toBe('2026-11-28T10:00:00.000Z');
  expect((await customer.get(`/api/user/tickets/${before.id}`)).json().sla).toEqual(before.sla);
  const { rows } = await portal.pool.query('select text from outbox_messages where message_key = $1', [
    `ticket:${after.id}`,
  ]);
  expect(rows[0]?.text).toContain('We answer within 4 working hours and have it settled within 72 working hours.');
});
