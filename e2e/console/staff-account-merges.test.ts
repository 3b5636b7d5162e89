import { findBarriers } from '../fixtures/browser/accessibility.ts';
import {
  accountOf,
  DEMO_STAFF,
  type Device,
  newPerson,
  registerPerson,
  signIn,
} from '../fixtures/customers/customer.ts';
import { waitForLink } from '../fixtures/portal/outbox.ts';
import { expect, test } from '../fixtures/test.ts';

const PLACE = { label: 'Home', place: '12 Allen Avenue, Ikeja' };

test('“I have two accounts”: they become one by the customer’s own link, and two again', { tag: '@long' }, async ({
  page,
  context,
  portal,
  newDevice,
}) => {
  const [oldDevice, device] = [await newDevice(), await newDevice()];
  const [old, person] = [newPerson('Zubaida'), newPerson('Zubaida')];
  const { id: oldId } = await registerPerson(oldDevice, portal.origin, old);
  const { id } = await registerPerson(device, portal.origin, person);
  const move = (who: Device, line: number) =>
    who.request.put(`${portal.origin}/api/user/lines/${line}`, { data: PLACE });
  await move(oldDevice, oldId);
  await move(device, id);
  const verification = await waitForLink(portal.origin, old.email, '/verify-email');
  await oldDevice.request.post(`${portal.origin}/api/email-verification/confirm`, {
    data: { token: verification.split('token=')[1] },
  });
  const account = accountOf(oldDevice, portal.origin);
  const reference = await account.openPayment('Home 20 Mbps', old.email);
  await portal.sandbox.decide(reference, 'approve');
  await account.verify(reference);
  await signIn(context, portal.origin, DEMO_STAFF);
  await page.goto(`/admin/customers/${id}`);
  const panel = page.getByRole('region', { name: 'Perhaps the same person' });

  await test.step('staff see the other account, and what goes where before anything is asked for', async () => {
    const suggestion = panel.getByRole('listitem').filter({ hasText: old.email });
    await expect(suggestion).toContainText('Same name, with the same number or place');
    await suggestion.getByRole('button', { name: 'Make one account' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Goes along' })).toBeVisible();
    await expect(dialog).toContainText('Lines, with their plan');
    await expect(dialog).toContainText('Payments');
    await expect(dialog).toContainText('Mailbox, number and password');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Ask for it' }).click();
    const how = dialog.getByLabel('How do you know who it is?');
    await expect(how).toHaveAccessibleDescription(/Choose how you know/);
    await how.selectOption('Identity card seen');
    await dialog.getByLabel('Reason').fill('Registered a second time');
    await dialog.getByRole('button', { name: 'Ask for it' }).click();
    await expect(dialog).toBeHidden();
    await expect(panel).toContainText('for the customer’s own link, or for a second member of staff');
  });

  await test.step('the customer proves it with the link to the old mailbox, in a session of the other account', async () => {
    const tab = await device.newPage();
    await tab.goto(await waitForLink(portal.origin, old.email, '/account-merge'));
    await expect(tab.getByRole('heading', { name: 'Are both accounts yours?' })).toBeVisible();
    await expect(tab, 'the token is out of the address bar').toHaveURL('/account-merge');
    expect(await findBarriers(tab)).toEqual([]);
    await tab.getByRole('button', { name: 'Join the two accounts' }).click();
    await expect(tab.getByRole('heading', { name: 'Both are one account now' })).toBeFocused();
    await tab.getByRole('link', { name: 'Go to your dashboard' }).click();
    await expect(tab.getByText('Home 20 Mbps').first()).toBeVisible();
    await tab.close();
  });

  await test.step('the old account says where everything is, and its sign-in opens the other', async () => {
    await page.goto(`/admin/customers/${oldId}`);
    await expect(page.getByText('Merged into')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Give credit' })).toBeHidden();
    const anew = await newDevice();
    await signIn(anew, portal.origin, old);
    const user = await (await anew.request.get(`${portal.origin}/api/user`)).json();
    expect(user).toMatchObject({ id, email: person.email });
    await page.getByRole('link', { name: /^.*Zubaida.* account / }).click();
    await expect(page).toHaveURL(`/admin/customers/${id}`);
  });

  await test.step('within 30 days staff take the two apart again', async () => {
    await panel.getByRole('button', { name: 'Take them apart' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Two sisters');
    await dialog.getByRole('button', { name: 'Take them apart' }).click();
    await expect(panel).toContainText('Taken apart');
    const anew = await newDevice();
    await signIn(anew, portal.origin, old);
    expect(await (await anew.request.get(`${portal.origin}/api/user`)).json()).toMatchObject({ id: oldId });
  });

  await test.step('and say for good that they are two people', async () => {
    const suggestion = panel.getByRole('listitem').filter({ hasText: old.email });
    await suggestion.getByRole('button', { name: 'Not the same person' }).click();
    await expect(panel).toContainText('No other account looks like theirs.');
  });
});
