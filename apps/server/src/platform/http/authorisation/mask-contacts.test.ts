import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStaff } from '../../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { maskContacts } from './mask-contacts.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

it('staff whose roles do not let them see customers get their mailboxes and numbers masked', async () => {
  const customer = portal.browser();
  const { email } = (await customer.register()).json().user;
  await customer.post('/api/user/tickets', { subject: 'No light', description: 'Since the rain.' });
  const seen = async (role: 'support' | 'technician') => {
    const name = { firstName: 'Sade', lastName: role };
    const { browser } = await createStaff(portal, name, role);
    const [ticket] = (await browser.get('/api/staff/tickets')).json();
    const page = await browser.get(`/api/staff/customers/${ticket.customer.id}`);
    return { email: ticket.customer.email, page: page.statusCode };
  };
  await portal.pool.query(
    "delete from staff_role_permissions where role = 'technician' and permission = 'customers:read'",
  );
  expect(await seen('support')).toEqual({ email, page: 200 });
  expect(await seen('technician')).toEqual({ email: 'c…@mail.example', page: 403 });
});

it('a mailbox or number is masked wherever it stands in an answer, and nothing else', () => {
  expect(
    maskContacts({
      total: 1,
      rows: [
        { name: 'Bisi Adu', email: 'bisi@mail.example', phone: '+2348031234567', contact: { email: 'ọ@mail.example' } },
      ],
      phone: null,
    }),
  ).toEqual({
    total: 1,
    rows: [{ name: 'Bisi Adu', email: 'b…@mail.example', phone: '…4567', contact: { email: 'ọ…@mail.example' } }],
    phone: null,
  });
});
