import { writeFileSync } from 'node:fs';
import { choosePlan, DEMO_CUSTOMER, newPerson, registerPerson, signIn } from '../../fixtures/customers/customer.ts';
import { accessServerOf } from '../../fixtures/network/network.ts';
import { connectAgent } from '../../fixtures/support/chat.ts';
import { expect, test } from '../engine-test.ts';

const GB = 1024 ** 3;
const dialog = { role: 'dialog' };

test('a customer whose browser refuses the gateway’s window pays on the same page', async ({
  tab,
  portal,
  newDevice,
}) => {
  const device = await newDevice();
  await registerPerson(device, portal.origin, newPerson());
  await choosePlan(device, portal.origin, 'Home 20 Mbps');
  await tab.takeSession(device);
  await tab.open('/payment');
  await tab.evaluate('(() => { window.open = () => null; })()');
  await tab.choose('Payment gateway', 'Flutterwave');
  await tab.press({ role: 'button', name: /^Pay ₦/ });
  await tab.press({ role: 'button', name: /^Approve/ });
  await tab.isAt('/payment');
  await tab.reads('₦20,000 received.');
  await tab.shows({ role: 'heading', name: 'Payment received' });
});

test('a subscriber goes through the tabs of the dashboard, and usage comes to the open page', async ({
  tab,
  portal,
  subscriber,
  newDevice,
}) => {
  const say = await accessServerOf(await newDevice(), portal.origin, subscriber.id);
  await tab.open('/dashboard');
  await tab.reads('Active');
  await say({ status: 'Start', at: new Date(), seconds: 0, download: 0, upload: 0 });
  await say({ at: new Date(), seconds: 300, download: 30 * GB, upload: 2.5 * GB });
  await tab.reads('32.5');
  await tab.press({ role: 'tab', name: 'Analytics' });
  await tab.shows({ role: 'application' });
  await tab.press({ role: 'tab', name: 'Subscription' });
  await tab.isAt('/dashboard?tab=subscription');
  await tab.reads('Home 20 Mbps');
  await tab.press({ role: 'tab', name: 'Referrals' });
  await tab.isAt('/dashboard?tab=referrals');
  await tab.press({ role: 'tab', name: 'Speedtest' });
  await tab.shows({ role: 'heading', name: 'History' });
});

test('what a customer and an agent write while the line is cut arrives once, in order', async ({
  tab,
  portal,
  line,
  subscriber,
  newDevice,
}) => {
  const agent = await connectAgent(await newDevice(), portal);
  await tab.open('/support');
  await tab.press({ role: 'button', name: 'Start Chat' });
  await tab.reads('You are in the queue');
  const say = async (content: string): Promise<void> => {
    await tab.fill('Message', content);
    await tab.keys(ENTER);
  };
  await say('Before the tunnel');
  const desk = await agent.accept(subscriber.email);
  await tab.reads('Bola, Support');
  await line.cut();
  await tab.reads('What you send now is kept');
  await say('In the tunnel');
  await tab.reads('Kept, will be sent');
  await line.mend();
  const words = async (): Promise<string[]> => (await desk.messages()).map(({ content }) => content);
  await expect.poll(words).toEqual(['Before the tunnel', 'In the tunnel']);
  await tab.readsNoMore('Kept, will be sent');
  await desk.say('Here you are.');
  await tab.reads('Here you are.');
  const order = ['Before the tunnel', 'In the tunnel', 'Here you are.'];
  await expect.poll(words).toEqual(order);
  expect(await tab.evaluate("[...document.querySelectorAll('.chat-words')].map((line) => line.textContent)")).toEqual(
    order,
  );
  agent.leave();
});

test('a customer sends a ticket with a photograph that is too large as it is', async ({
  tab,
  subscriber: _subscriber,
}, testInfo) => {
  await tab.open('/support');
  const photo = testInfo.outputPath('router.png');
  writeFileSync(photo, Buffer.from(String(await tab.evaluate(NOISE_AS_PNG)), 'base64'));
  await tab.press({ role: 'radio', name: 'Slow or no internet' });
  await tab.fill('Subject', 'No light on the fibre box');
  await tab.fill('Description', 'It went dark after the storm.');
  await tab.attach(photo);
  await tab.reads(/router\.png\s*\d\.\d MB, attached/);
  await tab.press({ role: 'button', name: 'Create Ticket' });
  await tab.reads('We have your ticket.');
  await tab.reload();
  await tab.reads('No light on the fibre box');
});

test('a customer changes their name, and the whole portal shows it', async ({ tab, subscriber: _subscriber }) => {
  await tab.open('/profile');
  await tab.fill('First Name', 'Ọlámidé');
  await tab.press({ role: 'button', name: 'Update Profile' });
  await tab.reads('Profile updated');
  await tab.press({ role: 'link', name: 'Dashboard', within: { role: 'banner' } });
  await tab.shows({ role: 'heading', name: /Ọlámidé/ });
  await tab.open('/profile');
  await tab.holds('First Name', 'Ọlámidé');
});

test('a customer adds a passkey and signs in with it; an engine without passkeys offers none', async ({
  tab,
  portal,
  newDevice,
}) => {
  if (tab.addAuthenticator === null) {
    await tab.open('/login');
    await tab.shows({ role: 'button', name: 'Sign In' });
    await tab.readsNoMore('Sign in with a passkey');
    return;
  }
  await tab.addAuthenticator();
  const device = await newDevice();
  // Their address is confirmed, which a passkey needs.
  await signIn(device, portal.origin, DEMO_CUSTOMER);
  await tab.takeSession(device);
  await tab.open('/profile?tab=security');
  await tab.press({ role: 'button', name: 'Add a passkey' });
  await tab.fill({ label: 'Name', within: dialog }, 'My phone');
  await tab.press({ role: 'button', name: 'Continue', within: dialog });
  await tab.reads('Passkey added');
  await tab.press({ role: 'button', name: 'Logout' });
  await tab.reads('Logged out successfully');
  await tab.open('/login?next=/profile');
  await tab.press({ role: 'button', name: 'Sign in with a passkey' });
  await tab.isAt('/profile');
});

const ENTER = '\uE007';

/** A picture of more than 5 MB, in base64: noise cannot be compressed. */
const NOISE_AS_PNG = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1800, height: 1400 });
  const pen = canvas.getContext('2d');
  const noise = pen.createImageData(1800, 1400);
  for (let at = 0; at < noise.data.length; at += 65536)
    crypto.getRandomValues(new Uint8Array(noise.data.buffer, at, Math.min(65536, noise.data.length - at)));
  pen.putImageData(noise, 0, 0);
  return canvas.toDataURL('image/png').split(',')[1];
})()`;
