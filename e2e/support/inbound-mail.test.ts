import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import {
  AUTHSERV_ID,
  headerOf,
  type MailServer,
  missingDovecot,
  startMailServer,
} from '../fixtures/portal/mail-server.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expect, test } from '../fixtures/test.ts';

const DESK = 'desk@waya.example';
const missing = missingDovecot();

if (missing !== null) console.log(missing);
else
  test.describe('mail that is read', () => {
    test.describe.configure({ mode: 'default' });
    let mails: MailServer;
    let portal: PortalForTests;
    test.beforeAll(async () => {
      test.setTimeout(120_000);
      mails = await startMailServer();
      portal = await openPortal({
        DEMO_DATA: 'on',
        SMTP_URL: mails.smtpUrl,
        MAIL_FROM: 'care@waya.example',
        IMAP_URL: mails.imapUrlOf(DESK),
        SUPPORT_ADDRESS: DESK,
        IMAP_AUTHSERV_ID: AUTHSERV_ID,
      });
    });
    test.afterAll(async () => {
      await portal?.close();
      await mails?.stop();
    });

    const mailTo = async (address: string, pattern: RegExp): Promise<string> => {
      let found: string | null = null;
      await expect(async () => {
        found = await mails.newestOf(address, pattern);
        expect(found, `a mail to ${address} with ${pattern}`).not.toBeNull();
      }).toPass({ timeout: 60_000 });
      return found ?? '';
    };

    test('“I answered your mail and nobody read it”: staff see the answer, and theirs goes out in the thread', {
      tag: '@long',
    }, async ({ context, newDevice, page }) => {
      test.setTimeout(180_000);
      const person = newPerson();
      const home = await newDevice();
      await registerPerson(home, portal.origin, person);
      const form = { subject: 'The red lamp blinks', description: 'Since the rain.', category: 'fault' };
      const { ticket } = await (await home.request.post(`${portal.origin}/api/user/tickets`, { data: form })).json();

      const confirmation = await mailTo(person.email, new RegExp(ticket.number));
      const written = `<${crypto.randomUUID()}@phone.example>`;
      await mails.send({
        from: person.email,
        to: headerOf(confirmation, 'Reply-To'),
        raw: [
          `From: ${person.email}`,
          `To: ${headerOf(confirmation, 'Reply-To')}`,
          `Subject: Re: ${ticket.number}`,
          `Message-ID: ${written}`,
          `In-Reply-To: ${headerOf(confirmation, 'Message-ID')}`,
          '',
          'It blinks again this morning.',
          '',
          'On Mon, 30 Nov 2026 at 10:00, Waya <care@waya.example> wrote:',
          '> ##- Reply above this line -##',
          '> We have your ticket.',
        ].join('\r\n'),
      });

      await signIn(context, portal.origin, DEMO_STAFF);
      await page.goto(`${portal.origin}/admin/tickets/${ticket.id}`);
      const thread = page.getByRole('list', { name: 'What was written' });
      await expect(async () => {
        await page.reload();
        await expect(thread).toContainText('It blinks again this morning.', { timeout: 3000 });
      }).toPass({ timeout: 90_000 });
      await expect(thread.getByText('by mail')).toBeVisible();
      await expect(thread.getByText('We have your ticket.')).toBeHidden();
      await thread.getByText('Quoted text').click();
      await expect(thread.getByText('We have your ticket.')).toBeVisible();

      const composer = page.getByRole('form', { name: 'Write to this ticket' });
      await composer.getByLabel('Answer', { exact: true }).fill('Our engineer comes at nine.');
      await composer.getByRole('button', { name: 'Send answer' }).click();
      await expectToast(page, 'Answer sent');
      const answer = await mailTo(person.email, /Our engineer comes at nine\./);
      expect(headerOf(answer, 'In-Reply-To')).toBe(written);
      expect(headerOf(answer, 'References')).toContain(headerOf(confirmation, 'Message-ID'));

      const own = await home.newPage();
      await own.goto(`${portal.origin}/support/tickets/${ticket.id}`);
      await expect(own.getByText('It blinks again this morning.')).toBeVisible();
      await own.getByText('Quoted text').click();
      await expect(own.getByText('We have your ticket.')).toBeVisible();
    });

    test('a mail of somebody unknown is answered with care, confirmed, and listed', { tag: '@long' }, async ({
      context,
      newDevice,
      page,
    }) => {
      test.setTimeout(180_000);
      const person = newPerson();
      await registerPerson(await newDevice(), portal.origin, person);
      const from = 'chidi.office@elsewhere.example';
      await mails.send({
        from,
        to: DESK,
        raw: `From: Chidi Office <${from}>\r\nTo: ${DESK}\r\nSubject: From my office\r\nMessage-ID: <${crypto.randomUUID()}@elsewhere.example>\r\n\r\nWhat do I owe?\r\n`,
      });
      await signIn(context, portal.origin, DEMO_STAFF);
      await page.goto(`${portal.origin}/admin/tickets?view=unconfirmed`);
      const row = page.getByRole('listitem').filter({ hasText: 'From my office' });
      await expect(async () => {
        await page.reload();
        await expect(row).toContainText('Unconfirmed sender', { timeout: 3000 });
      }).toPass({ timeout: 90_000 });
      await row.getByRole('link', { name: 'From my office' }).click();
      await expect(page.getByText('Nobody has confirmed who this is.')).toBeVisible();
      await expect(page.getByText(from).first()).toBeVisible();
      expect(await findOverflow(page)).toEqual([]);
      expect(await findBarriers(page)).toEqual([]);

      await page.getByRole('button', { name: 'Confirm who it is' }).click();
      const choice = page.getByRole('dialog', { name: 'Which customer wrote it?' });
      await choice.getByLabel('Find a customer').fill(person.email);
      await choice.getByRole('button', { name: new RegExp(person.email) }).click();
      await page.getByRole('button', { name: 'Confirm the sender' }).click();
      await expectToast(page, 'Sender confirmed');
      await expect(page.getByText('Unconfirmed sender')).toBeHidden();
      await mailTo(person.email, /From my office/);

      await page.goto(`${portal.origin}/admin/inbound-mails?state=taken`);
      await expect(page.getByText(`Mails to ${DESK} are read.`)).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: 'From my office' }).getByRole('link')).toHaveText(
        /^T-\d+$/,
      );
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await findOverflow(page)).toEqual([]);
      }
      expect(await findBarriers(page)).toEqual([]);
    });

    test('a mail of somebody unknown goes into the ticket of the customer who wrote it', { tag: '@long' }, async ({
      context,
      newDevice,
      page,
    }) => {
      test.setTimeout(180_000);
      const person = newPerson();
      const home = await newDevice();
      await registerPerson(home, portal.origin, person);
      const form = { subject: 'No light at home', description: 'Since the rain.', category: 'fault' };
      const { ticket } = await (await home.request.post(`${portal.origin}/api/user/tickets`, { data: form })).json();
      const from = 'ada.office@elsewhere.example';
      await mails.send({
        from,
        to: DESK,
        raw: `From: Ada Office <${from}>\r\nTo: ${DESK}\r\nSubject: Still no light\r\nMessage-ID: <${crypto.randomUUID()}@elsewhere.example>\r\n\r\nThe lamp is red.\r\n`,
      });
      await signIn(context, portal.origin, DEMO_STAFF);
      await page.goto(`${portal.origin}/admin/tickets?view=unconfirmed`);
      const row = page.getByRole('listitem').filter({ hasText: 'Still no light' });
      await expect(async () => {
        await page.reload();
        await expect(row).toContainText('Unconfirmed sender', { timeout: 3000 });
      }).toPass({ timeout: 90_000 });
      await row.getByRole('link', { name: 'Still no light' }).click();
      await expect(page.getByText('Nobody has confirmed who this is.')).toBeVisible();

      await page.keyboard.press('m');
      const choice = page.getByRole('dialog', { name: 'Into a ticket of which customer?' });
      await choice.getByLabel('Find a customer').fill(person.email);
      await choice.getByRole('button', { name: new RegExp(person.email) }).click();
      const dialog = page.getByRole('dialog', { name: /^Merge T-/ });
      await dialog.getByRole('radio', { name: new RegExp(ticket.number) }).check();
      await expect(dialog).toContainText(`By merging you confirm that`);
      await dialog.getByRole('button', { name: `Merge into ${ticket.number}` }).click();
      await expect(page).toHaveURL(new RegExp(`/admin/tickets/${ticket.id}$`));
      await expect(page.getByRole('list', { name: 'What was written' })).toContainText('The lamp is red.');
      await mailTo(person.email, new RegExp(`What ${from} wrote`));
    });
  });
