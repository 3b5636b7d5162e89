import { DEMO_STAFF, newPerson, registerPerson, signIn } from '../../fixtures/customers/customer.ts';
import { callSupport } from '../../fixtures/support/console.ts';
import { expect, test } from '../engine-test.ts';

const CONTROL = '\uE009';
const ENTER = '\uE007';
const main = { role: 'main' };
const dialog = { role: 'dialog' };

test('staff see what needs somebody, find a customer by a few letters and take a payment at the counter', async ({
  tab,
  portal,
  newDevice,
}) => {
  const customer = { ...newPerson('Zubairu'), lastName: 'Danfodiyo' };
  await registerPerson(await newDevice(), portal.origin, customer);
  const staff = await newDevice();
  await signIn(staff, portal.origin, DEMO_STAFF);
  await tab.takeSession(staff);
  await tab.open('/admin');
  await tab.shows({ role: 'heading', name: 'Today' });
  await tab.shows({ role: 'region', name: 'Needs attention' });
  await tab.keys(CONTROL, 'k');
  await tab.fill({ role: 'combobox', within: { role: 'dialog', name: 'Search everything' } }, 'zubairu danfo');
  await tab.shows({ role: 'option', name: new RegExp(customer.email) });
  await tab.keys(ENTER);
  await tab.shows({ role: 'heading', name: /Zubairu Danfodiyo/ });

  await tab.open('/admin/counter');
  await tab.press({ role: 'button', name: 'Open shift', within: main });
  await tab.reads('should hold ₦0');
  await tab.press({ role: 'button', name: 'New customer' });
  await tab.fill({ label: 'First name', within: dialog }, 'Ngozi');
  await tab.fill({ label: 'Last name', within: dialog }, 'Ade');
  await tab.fill({ label: 'Mobile number', within: dialog }, '0805 555 0199');
  await tab.press({ role: 'button', name: 'Register', within: dialog });
  await tab.shows({ role: 'heading', name: 'Ngozi Ade' });
  await tab.choose('Plan', 'Home 20 Mbps, ₦20,000 a month');
  await tab.holds('Amount in naira', '20000');
  await tab.press({ role: 'radio', name: 'Cash' });
  await tab.press({ role: 'button', name: /^Record ₦20,000/ });
  await tab.shows({ role: 'heading', name: '₦20,000' });
  await tab.reads(/Receipt RCT-/);
});

test('an agent accepts a chat in the inbox and answers it', async ({ tab, portal, newDevice }) => {
  const caller = await callSupport(await newDevice(), portal.origin, 'All our desks lost connection');
  const staff = await newDevice();
  await signIn(staff, portal.origin, DEMO_STAFF);
  await tab.takeSession(staff);
  await tab.open('/admin/inbox');
  await tab.press({ role: 'link', name: new RegExp(caller.name) });
  await tab.reads('All our desks lost connection');
  await tab.press({ role: 'button', name: 'Accept' });
  await tab.fill(`Reply to ${caller.name}`, 'We are looking at your line.');
  await tab.keys(ENTER);
  await expect
    .poll(async () => (await caller.messages()).map(({ content }) => content))
    .toContain('We are looking at your line.');
  await caller.say('Thank you');
  await tab.reads('Thank you');
});
