import yoruba from '../../../apps/web/src/shared/i18n/yo.json' with { type: 'json' };
import { newPerson, registerPerson } from '../../fixtures/customers/customer.ts';
import { expect, test } from '../engine-test.ts';

const main = { role: 'main' };
const MOST_TRIES = 4;

test('a visitor chooses a plan, registers, pays in the gateway’s window and reads the receipt', async ({
  tab,
  portal,
}) => {
  const person = newPerson();
  await tab.open('/');
  await tab.press({ role: 'link', name: 'View Plans', within: main });
  await tab.isAt('/plans');
  await tab.press({ role: 'link', name: 'Choose plan', within: { role: 'article', name: 'Home 10 Mbps' } });
  await tab.reads('Five fields, then you confirm your plan.');
  await tab.fill('First Name', person.firstName);
  await tab.fill('Last Name', person.lastName);
  await tab.fill('Email Address', person.email);
  await tab.fill('Password', person.password);
  await tab.fill('Confirm Password', person.password);
  await tab.press({ role: 'button', name: 'Create Account' });
  await tab.reads('Registration successful');
  await tab.press({ role: 'button', name: 'Confirm plan', within: { role: 'dialog', name: 'Choose Home 10 Mbps?' } });
  await tab.isAt('/payment');
  await tab.holds('Email', person.email);
  await tab.choose('Payment gateway', 'Paystack');
  await tab.press({ role: 'button', name: /^Pay ₦/ });
  await tab.enterNewWindow();
  await tab.press({ role: 'button', name: /^Approve/ });
  await tab.returnToFirstWindow();
  await tab.reads('Payment received');
  const [order] = await portal.sandbox.ordersOf(person.email);
  expect(order).toMatchObject({ gateway: 'paystack', status: 'success' });
  await tab.press({ role: 'link', name: 'Go to dashboard', within: main });
  await tab.reads('Active');
  await tab.press({ role: 'link', name: 'View Bills' });
  await tab.press({ role: 'link', name: /^RCT-/ });
  await tab.shows({ role: 'heading', name: 'Receipt' });
  await tab.reads(order?.reference ?? '');
});

test('a customer signs in, is told of a wrong password, and signs out', async ({ tab, portal, newDevice }) => {
  const person = newPerson();
  await registerPerson(await newDevice(), portal.origin, person);
  await tab.open('/login');
  await tab.fill('Email Address', person.email);
  await tab.fill('Password', 'not the password');
  await tab.press({ role: 'button', name: 'Sign In' });
  await tab.reads(/password is (wrong|not right|incorrect)|[Ii]nvalid/);
  await tab.fill('Password', person.password);
  await tab.press({ role: 'button', name: 'Sign In' });
  await tab.reads('Login successful');
  await tab.shows({ role: 'heading', name: new RegExp(person.firstName) });
  await tab.press({ role: 'button', name: 'Logout' });
  await tab.reads('Logged out successfully');
});

test('a visitor reads the pages in Yoruba, also after a reload', async ({ tab }) => {
  await tab.open('/');
  await tab.choose('Language', 'Yorùbá');
  await tab.reads(yoruba['View Plans']);
  await tab.becomes("document.documentElement.lang === 'yo'");
  await tab.reload();
  await tab.reads(yoruba['View Plans']);
});

test('a visitor tests the line', { tag: '@alone' }, async ({ tab }) => {
  await tab.open('/');
  await tab.press({ role: 'button', name: 'Speed Test' });
  await tab.press({ role: 'checkbox', name: /^Use less data/ });
  // It rightly shows no figures when the machine is too busy.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await tab.press({ role: 'button', name: /^(Start test|Retry)$/ });
    await tab.reads('Testing your connection...');
    await tab.reads(/This test used \d+ MB|Retry/);
    if (!(await tab.text()).includes('Retry')) break;
  }
  await tab.reads(/Download\s+[\d,]+\.\d\s*Mbps/);
});

test('without a connection the portal says so, goes on once there is one, and can be installed', async ({
  tab,
  line,
}) => {
  await tab.open('/');
  await tab.becomes("document.querySelector('link[rel=manifest]')?.getAttribute('href') === '/manifest.webmanifest'");
  await tab.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await line.cut();
  await tab.open('/dashboard');
  await tab.reads('You are offline. We try again once you are connected.');
  await line.mend();
  await tab.open('/plans');
  await tab.shows({ role: 'heading', name: 'Plans and prices' });
});
