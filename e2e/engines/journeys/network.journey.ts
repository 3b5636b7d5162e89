import { DEMO_STAFF, signIn } from '../../fixtures/customers/customer.ts';
import { test } from '../engine-test.ts';

const main = { role: 'main' };
const dialog = { role: 'dialog' };
const DAY_MS = 24 * 3_600_000;

/** Of the demo data: the address that Halima Sani had until two days ago. */
const EARLIER = '198.51.100.2';

test('staff see who is online and who is at the limit, why a line flaps, and whose an address was', async ({
  tab,
  portal,
  newDevice,
}) => {
  const staff = await newDevice();
  await signIn(staff, portal.origin, DEMO_STAFF);
  await tab.takeSession(staff);
  await tab.open('/admin/network/sessions');
  await tab.choose('Access server', 'bng-garki-1');
  await tab.reads('Halima Sani');
  await tab.reads('198.51.100.5');
  await tab.readsNoMore('Kemi Alade');
  await tab.choose('Access server', 'Any');
  await tab.press({ role: 'checkbox', name: 'At the limit of their data' });
  await tab.reads('Kemi Alade');
  await tab.reads('2 Mbps');
  await tab.readsNoMore('Halima Sani');
  // The dialog begins with the one that is chosen.
  await tab.choose('Access server', 'bng-wuse-1');
  await tab.press({ role: 'button', name: 'End all sessions of an access server' });
  await tab.fill({ label: 'Reason', within: dialog }, 'New software tonight');
  await tab.press({ role: 'button', name: 'Preview', within: dialog });
  await tab.reads('1 session, all at once. Nothing is ended yet.');
  await tab.press({ role: 'button', name: 'Cancel', within: dialog });

  await tab.open('/admin/customers?search=Chidi%20Nwosu');
  await tab.press({ role: 'link', name: /Chidi Nwosu/, within: main });
  await tab.reads(/7 line lost, 4 ended by the router/);

  await tab.open('/admin/network/address-owner');
  await tab.fill('Address', EARLIER);
  const at = new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 19);
  // Engines let it be typed in ways of their own.
  await tab.evaluate(`(() => {
    const field = document.querySelector('input[type=datetime-local]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${at}');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
  await tab.fill('Case number', 'FHC/ABJ/CS/114/2026');
  await tab.fill('Why you ask', 'Order of the Federal High Court');
  await tab.press({ role: 'button', name: 'Who had it?' });
  await tab.shows({ role: 'heading', name: 'One customer had it' });
  await tab.reads('Halima Sani');
});

test('staff see what a Huawei is told, which address is next, and whether an access server answers', async ({
  tab,
  portal,
  newDevice,
}) => {
  const staff = await newDevice();
  await signIn(staff, portal.origin, DEMO_STAFF);
  await tab.takeSession(staff);
  await tab.open('/admin/network/profiles');
  await tab.press({ role: 'link', name: 'Huawei', within: main });
  await tab.choose('Plan', 'Home 50 Mbps');
  await tab.reads('Huawei-Output-Average-Rate = 50000000');

  await tab.open('/admin/network/addresses');
  await tab.reads('12 free of 14, next 198.51.100.1');
  await tab.press({ role: 'button', name: 'Addresses of Fixed, Abuja' });
  await tab.shows({ role: 'link', name: 'Halima Sani', within: dialog });
  await tab.press({ role: 'button', name: 'Close', within: dialog });

  await tab.open('/admin/network/servers');
  await tab.press({ role: 'button', name: 'Test bng-garki-1' });
  await tab.reads(/Nothing came from 192\.0\.2\.1/);

  await tab.open('/admin/plans');
  await tab.reads('then 2 Mbps down, 1 up');
});
