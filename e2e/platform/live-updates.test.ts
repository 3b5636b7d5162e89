import type { StaffPlan } from '@portal/contract/catalogue/staff-plans';
import type { Ticket } from '@portal/contract/support/tickets';
import { waitForHydration } from '../fixtures/browser/hydration.ts';
import { openLive } from '../fixtures/browser/open-live.ts';
import { gotoSettled } from '../fixtures/browser/requests.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { chatOn, connectAgent } from '../fixtures/support/chat.ts';
import { type BrowserContext, expect, test } from '../fixtures/test.ts';

/** Concurrent actions of a member of staff. */
async function asStaff(device: BrowserContext, origin: string) {
  await signIn(device, origin, DEMO_STAFF);
  return async (method: 'post' | 'put', path: string, data: object): Promise<Record<string, unknown>> => {
    const answer = await device.request[method](`${origin}/api/staff${path}`, { data });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
}

const fault = (title: string) => ({
  kind: 'incident',
  severity: 'major',
  area: 'Garki, Abuja',
  title,
  details: '',
  cause: '',
  startsAt: '2026-01-05T06:10:00Z',
  endsAt: null,
});

test('an incident that staff report appears on the open support page, and disappears when it is resolved', {
  tag: '@long',
}, async ({ page, customer: _customer, newDevice, portal }) => {
  const staff = await asStaff(await newDevice(), portal.origin);
  await openLive(page, '/support');
  const status = page.getByRole('region', { name: 'Service status' });
  await expect(status.getByRole('definition').first()).toHaveText('Online');
  const { incident } = await staff('post', '/incidents', fault('Cable cut near Area 3'));
  await expect(status.getByText('Cable cut near Area 3')).toBeVisible();
  const { id } = incident as { id: string };
  await staff('post', `/incidents/${id}/updates`, { text: 'Repaired.', status: 'resolved' });
  await expect(status.getByText('Cable cut near Area 3')).toHaveCount(0);
});

test('an answer to a ticket appears on its open page', async ({
  page,
  context,
  customer: _customer,
  newDevice,
  portal,
}) => {
  const staff = await asStaff(await newDevice(), portal.origin);
  const form = { subject: 'Slow at night', description: 'Since Monday.', priority: 'medium', category: 'fault' };
  const opened = await context.request.post(`${portal.origin}/api/user/tickets`, { data: form });
  const { ticket } = (await opened.json()) as { ticket: Ticket };
  await openLive(page, `/support/tickets/${ticket.id}`);
  await expect(page.getByText('Since Monday.')).toBeVisible();
  await staff('post', `/tickets/${ticket.id}/replies`, {
    text: 'An engineer comes tomorrow.',
    clientReplyId: 'answer',
    note: false,
  });
  await expect(page.getByText('An engineer comes tomorrow.')).toBeVisible();
});

test('a new price appears on the open plans page', { tag: '@long' }, async ({
  page,
  customer: _customer,
  newDevice,
  portal,
}) => {
  const device = await newDevice();
  const staff = await asStaff(device, portal.origin);
  const plans = (await (await device.request.get(`${portal.origin}/api/staff/plans`)).json()) as StaffPlan[];
  const plan = plans.find(({ name }) => name === 'Home 20 Mbps');
  if (!plan) throw new Error('no such plan');
  const { region, name, downloadMbps, dataLimitGb, price, type, features } = plan;
  const form = { region, name, downloadMbps, dataLimitGb, type, features };
  await openLive(page, '/plans');
  await expect(page.getByText('Home 20 Mbps').first()).toBeVisible();
  await staff('put', `/plans/${plan.id}`, { ...form, price: 20_750 });
  await expect(page.getByText('₦20,750').first()).toBeVisible();
  await staff('put', `/plans/${plan.id}`, { ...form, price });
  await expect(page.getByText('₦20,750')).toHaveCount(0);
});

test('what changed while there was no connection appears after the reconnection', async ({
  page,
  context,
  customer: _customer,
  newDevice,
  portal,
  watch,
}) => {
  watch.expectLostRequests();
  const staff = await asStaff(await newDevice(), portal.origin);
  await openLive(page, '/support');
  const status = page.getByRole('region', { name: 'Service status' });
  await expect(status.getByRole('definition').first()).toBeVisible();
  await context.setOffline(true);
  const { incident } = await staff('post', '/incidents', fault('Power failure at the exchange'));
  await context.setOffline(false);
  await expect(status.getByText('Power failure at the exchange')).toBeVisible();
  const { id } = incident as { id: string };
  await staff('post', `/incidents/${id}/updates`, { text: 'The lights are on.', status: 'resolved' });
  await expect(status.getByText('Power failure at the exchange')).toHaveCount(0);
});

test('a tab has one socket, whether it shows a chat or not; a visitor’s has none', { tag: '@long' }, async ({
  page,
  customer,
  newDevice,
  portal,
}) => {
  const open = new Set<string>();
  page.on('websocket', (socket) => {
    open.add(socket.url());
    socket.on('close', () => open.delete(socket.url()));
  });
  const paths = () => [...open].map((url) => new URL(url).pathname.replace(/[0-9a-f-]{36}/, ':id'));
  await openLive(page, '/support');
  await expect.poll(paths).toEqual(['/ws/live']);
  const agent = await connectAgent(await newDevice(), portal);
  await chatOn(page).whole.getByRole('button', { name: 'Start Chat' }).click();
  await expect.poll(paths).toEqual(['/ws/chat/:id']);
  const desk = await agent.accept(customer.email);
  await desk.close('resolved');
  await expect.poll(paths).toEqual(['/ws/live']);
  agent.leave();
  const visitor = await (await newDevice()).newPage();
  let sockets = 0;
  visitor.on('websocket', () => sockets++);
  await gotoSettled(visitor, '/support');
  await waitForHydration(visitor);
  expect(sockets).toBe(0);
});
