import { randomInt } from 'node:crypto';
import { expectFailure, expectToast } from '../fixtures/browser/toast.ts';
import { waitForCode } from '../fixtures/portal/outbox.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** A mobile number of this test's own: as dialled, as stored, as shown. */
function newNumber() {
  const last = String(randomInt(10_000_000)).padStart(7, '0');
  return {
    dialled: `0803 ${last.slice(0, 3)} ${last.slice(3)}`,
    stored: `+234803${last}`,
    shown: `+234 803 ${last.slice(0, 3)} ${last.slice(3)}`,
  };
}

const BUSY = { success: false, message: 'The service is busy.' };

test.beforeEach(async ({ page, customer: _customer }) => {
  await page.goto('/profile');
});

test('a number is verified with the code from the SMS and saved in the account', async ({ page, portal }) => {
  const number = newNumber();
  await sendCode(page, number.dialled);
  await expectToast(page, 'OTP Sent Successfully', `The code is on its way to ${number.shown}.`);
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await expect(page.getByText(/^Expires in [45]:\d\d$/)).toBeVisible();

  await page.getByLabel('Verification code').fill(await waitForCode(portal.origin, number.stored));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expectToast(page, 'Phone Verified Successfully');
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText(number.shown, { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText(number.shown, { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Use another number' }).click();
  await expect(page.getByLabel('Phone Number')).toBeVisible();
  await page.getByRole('button', { name: 'Keep this number' }).click();
  await expect(page.getByLabel('Phone Number')).toBeHidden();
});

test('what goes wrong with a number or a code is reported, and the right code still works', { tag: '@long' }, async ({
  page,
  portal,
  watch,
}) => {
  const number = newNumber();
  const code = page.getByLabel('Verification code');
  const verify = page.getByRole('button', { name: 'Verify' });
  let right = '';

  await test.step('without a number nothing is sent, and a number that cannot get an SMS is refused under the field', async () => {
    await page.getByRole('button', { name: 'Send Code' }).click();
    await expectFailure(page, 'Phone Required', 'Please enter your phone number');
    await expect(page.getByLabel('Phone Number')).toBeFocused();
    watch.expectRefusal({ status: 422, path: /^\/api\/sms\/send-otp$/ });
    await sendCode(page, '+44 20 7946 0000');
    await expectFailure(page, 'Failed to Send OTP', 'Enter a Nigerian mobile number, such as 0803 123 4567.');
    await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(/Nigerian mobile number, such as/);
    await expect(page.getByLabel('Phone Number')).toHaveValue('+44 20 7946 0000');
  });

  await test.step('two clicks send one code', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/sms/send-otp') && sent.push(request.url()));
    await page.getByLabel('Phone Number').fill(number.dialled);
    await page.getByRole('button', { name: 'Send Code' }).dblclick();
    await expect(code).toBeVisible();
    right = await waitForCode(portal.origin, number.stored);
    expect(sent).toHaveLength(1);
  });

  await test.step('the code field takes six digits only, pasted or typed, and can be sent when there are six', async () => {
    await code.pressSequentially('1a2 3');
    await expect(code).toHaveValue('123');
    await expect(verify).toBeDisabled();
    await code.fill('12-34 56 78');
    await expect(code).toHaveValue('123456');
    await expect(verify).toBeEnabled();
  });

  await test.step('a wrong code is reported and cleared, and one that is too short is not sent', async () => {
    await code.fill(otherThan(right));
    watch.expectRefusal({ status: 422, path: /^\/api\/sms\/verify-otp$/ });
    await verify.click();
    await expectFailure(page, 'Invalid OTP', 'That is not the code we sent. Check it and try again.');
    await expect(code).toHaveValue('');
    await expect(code).toBeFocused();
    await code.fill('123');
    await code.evaluate((input: HTMLInputElement) => input.form?.requestSubmit());
    await expectFailure(page, 'Invalid OTP', 'Please enter the complete verification code');
    await expect(code).toHaveValue('123');
  });

  await test.step('a code stays in its field when the server fails, and still works afterwards', async () => {
    await code.fill(right);
    watch.expectRefusal({ status: 503, path: /^\/api\/sms\/verify-otp$/ });
    await page.route('**/api/sms/verify-otp', (route) => route.fulfill({ status: 503, json: BUSY }), { times: 1 });
    await verify.click();
    await expectFailure(page, 'Invalid OTP', BUSY.message);
    await expect(code).toHaveValue(right);
    await verify.click();
    await expectToast(page, 'Phone Verified Successfully');
  });
});

test('"Change Number", and "Resend Code" when the time is up, return to the number as it was typed', {
  tag: '@long',
}, async ({ page }) => {
  await page.clock.install();
  const [number, other] = [newNumber(), newNumber()];
  const code = page.getByLabel('Verification code');
  await sendCode(page, number.dialled);
  await code.fill('1234');
  await page.getByRole('button', { name: 'Change Number' }).click();
  await expect(page.getByLabel('Phone Number')).toHaveValue(number.dialled);
  await expect(page.getByLabel('Phone Number')).toBeFocused();
  await sendCode(page, other.dialled);
  await expect(code, 'the code of before is forgotten').toHaveValue('');
  await expect(page.getByText(/^Expires in/)).toBeVisible();
  await page.clock.fastForward('05:01');
  await page.getByRole('button', { name: 'Resend Code' }).click();
  await expect(page.getByLabel('Phone Number')).toHaveValue(other.dialled);
});

test('a code that could not be sent at once can be entered when it arrives later', { tag: '@long' }, async ({
  page,
  portal,
  watch,
}) => {
  const number = newNumber();
  watch.expectRefusal({ status: 503, path: /^\/api\/sms\/send-otp$/ });
  await page.route('**/api/sms/send-otp', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 503, json: { ...BUSY, code: 'phone.sending-failed' } });
  });
  await sendCode(page, number.dialled);
  await expectFailure(page, 'Failed to Send OTP', BUSY.message);
  await page.getByRole('button', { name: 'I have a code' }).click();
  await expect(page.getByText(/^Expires in [45]:\d\d$/)).toBeVisible();
  await page.getByLabel('Verification code').fill(await waitForCode(portal.origin, number.stored));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expectToast(page, 'Phone Verified Successfully', `${number.shown} is now the number of your account.`);
});

test('a code on its way can be entered after another tab or a reload, as long as it is valid', async ({
  page,
  portal,
}) => {
  await page.clock.install();
  const number = newNumber();
  await sendCode(page, number.dialled);
  await expect(page.getByText(/^Expires in/)).toBeVisible();
  await page.clock.fastForward('01:00');
  const code = page.getByLabel('Verification code');
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(code).toHaveCount(0);
  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect(page.getByText(/^Expires in (3:\d\d|4:00)$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Expires in (3:\d\d|4:00)$/)).toBeVisible();
  await code.fill(await waitForCode(portal.origin, number.stored));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expectToast(page, 'Phone Verified Successfully', `${number.shown} is now the number of your account.`);

  await page.getByRole('button', { name: 'Use another number' }).click();
  await sendCode(page, newNumber().dialled);
  await expect(code).toBeVisible();
  await page.clock.fastForward('05:01');
  await page.reload();
  await page.getByRole('button', { name: 'Use another number' }).click();
  await expect(page.getByLabel('Phone Number')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
});

async function sendCode(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Phone Number').fill(phone);
  await page.getByRole('button', { name: 'Send Code' }).click();
}

function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
