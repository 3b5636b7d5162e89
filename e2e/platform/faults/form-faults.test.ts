import { endpoints } from '@portal/contract';
import { DEMO_STAFF, signIn } from '../../fixtures/customers/customer.ts';
import { CONSOLE_FORMS } from '../../fixtures/forms/console-forms.ts';
import { type Call, expectOneRequest, type Form } from '../../fixtures/forms/form-faults.ts';
import { NEWCOMER_FORMS, PAYER_FORMS, SUBSCRIBER_FORMS, VISITOR_FORMS } from '../../fixtures/forms/forms.ts';
import { becomeAgent, callSupport, type InboxPage, openInbox } from '../../fixtures/support/console.ts';
import { expect, type Page, test } from '../../fixtures/test.ts';

/**
 * Calls that are not caused by a button, that are legitimate twice, or whose double click another
 * test covers.
 */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'POST /api/staff/account-merges': 'staff-account-merges; one merge of an account waits',
  'DELETE /api/staff/account-merges/:id': 'staff-account-merges; what has ended has ended',
  'POST /api/account-merges/confirm': 'staff-account-merges; the link works once',
  'POST /api/account-merges/refuse': 'account-merges; the link works once',
  'POST /api/staff/customers/:id/merge-suggestions/dismissals': 'staff-account-merges; what is dismissed is dismissed',
  'PUT /api/user/auto-pay/preferences': 'two choices are two changes, made one after the other',
  'POST /api/quick-pay/code': 'reads, with its code where no log sees it',
  'POST /api/quick-pay/receipt': 'reads, with its token where no log sees it',
  'POST /api/staff/chats/:id/template': 'whatsapp; each press is a message, as in a chat',
  'POST /api/staff/chats/:id/resendings': 'whatsapp; what is not failed any more is not sent again',
  'POST /api/staff/chats/:id/customer': 'whatsapp; whoever is linked is linked',
  'POST /api/staff/archives': 'staff-exports; one at a time is written',
  'POST /api/payment-links/read': 'reads, with its token where no log sees it',
  'POST /api/document-links/read': 'reads, with its token where no log sees it',
  'POST /api/staff/invoices/:invoiceNumber/sendings': 'for programs; the console sends papers together',
  'POST /api/staff/customers/:id/account-proofs': 'the same facts of a day are the same paper',
  'POST /api/line-offers/read': 'reads, with its token where no log sees it',
  'POST /api/staff/imports': 'staff-imports, and imports for a file that is sent twice',
  'POST /api/staff/imports/:id/undo': 'staff-imports; what is undone is undone',
  'DELETE /api/staff/settings/:subject/draft': 'what is deleted is deleted',
  'POST /api/register': 'two-taps, and signing-in for what was typed',
  'POST /api/password-reset/request': 'two-taps, and password-reset for what was typed',
  'POST /api/user/proof': 'fresh-proof; the dialog is in the way of another form',
  'PUT /api/user/profile': 'two-taps, and profile for what was typed',
  'POST /api/user/change-password': 'two-taps, and profile for what was typed',
  'POST /api/sms/verify-otp': 'two-taps, and phone-verification for what was typed',
  'PUT /api/user/account/people/:id': 'two choices of a role are two changes, made one after the other',
  'POST /api/staff/bulk-actions': 'staff-bulk-actions; the same form starts one action',
  'POST /api/staff/bulk-actions/:id/cancel': 'what is cancelled is cancelled',
  'PUT /api/staff/saved-filters/:id/shared': 'two taps are two changes, made one after the other',
  'DELETE /api/staff/saved-filters/:id': 'what is deleted is deleted',
  'POST /api/staff/customers/:id/views': 'account-views; of two the later one ends the earlier',
  'DELETE /api/staff/account-views/:id': 'what is over is over',
  'PUT /api/staff/customers/:id/tags': 'two tags are two changes, made one after the other',
  'POST /api/login/second-factor': 'passkeys; a code is good once',
  'POST /api/user/second-factor/enrol': 'passkeys; a second secret replaces the first',
  'POST /api/user/second-factor/confirm': 'passkeys; a code is good once',
  'POST /api/user/second-factor/off': 'passkeys; what is off is off',
  'POST /api/user/second-factor/recovery-codes': 'a code is good once',
  'POST /api/login/passkey/options': 'passkeys; another challenge replaces the first',
  'POST /api/login/passkey': 'passkeys; a challenge is good once',
  'POST /api/user/passkeys/options': 'passkeys; another challenge replaces the first',
  'POST /api/user/passkeys': 'passkeys; a challenge is good once',
  'POST /api/user/passkeys/proof': 'another challenge replaces the first',
  'PUT /api/user/passkeys/:id': 'passkeys; the same name is the same name',
  'DELETE /api/user/passkeys/:id': 'passkeys; what is removed is removed',
  'POST /api/staff/second-factor/passkey': 'a challenge is good once',
  'PUT /api/staff/second-factor/passkey-only': 'two taps are two changes, made one after the other',
  'PUT /api/user/notification-choices': 'two taps on a box are two choices, saved one after the other',
  'PUT /api/user/privacy/consents': 'two taps on a box are two choices, saved one after the other',
  'PUT /api/user/language': 'follows the language of the page',
  'POST /api/user/speedtest': 'follows a test that has ended',
  'POST /api/user/notices/:id/read': 'follows a link that is opened, and marks what is marked already',
  'POST /api/user/push-subscriptions': 'the same browser is kept once, however often it says so',
  'POST /api/user/push-subscriptions/removal': 'what is gone is gone',
  'POST /api/user/ticket-attachments': 'follows the choice of a file',
  'POST /api/staff/ticket-attachments': 'follows the choice of a file',
  'POST /api/staff/deposit-slips': 'follows the choice of a file',
  'POST /api/staff/bank-accounts/:id/statements/check': 'follows the choice of a file, and stores nothing',
  'POST /api/staff/vendor-profiles/:id/preview': 'follows what is typed, and stores nothing',
};

const CHATS: readonly Call[] = [
  'POST /api/staff/chats/:id/accept',
  'POST /api/staff/chats/:id/messages',
  'POST /api/staff/chats/:id/notes',
  'POST /api/staff/chats/:id/transfer',
  'POST /api/staff/chats/:id/close',
  'POST /api/staff/chats/:id/ticket',
  'PUT /api/staff/presence',
];

const FORMS = [...VISITOR_FORMS, ...NEWCOMER_FORMS, ...PAYER_FORMS, ...SUBSCRIBER_FORMS, ...CONSOLE_FORMS];

test('every change that people can make is submitted twice in these tests', () => {
  const byPeople = endpoints
    .filter(({ method, access }) => method !== 'GET' && !['gateway', 'network', 'operator'].includes(access))
    .map(({ method, path }) => `${method} ${path}`);
  const pressed = new Set<string>([...FORMS.map(({ sends }) => sends), ...CHATS, ...Object.keys(ELSEWHERE)]);
  expect(byPeople.filter((call) => !pressed.has(call))).toEqual([]);
  expect([...pressed].filter((call) => !byPeople.includes(call))).toEqual([]);
});

test.describe('a form that is submitted twice sends one request, and keeps what was written when the server fails', () => {
  test.beforeEach(({ watch }) => {
    test.setTimeout(240_000);
    watch.expectRefusal({ status: 503, path: /^\/api\// });
    // The outage and the vendor profile that are mocked in place of real ones.
    watch.expectRefusal({ status: 404, path: /^\/api\/staff\/(outages\/1|vendor-profiles\/0{8}-)/ });
    watch.expectWarning(/^Logout failed/);
  });

  /** The first form of each page, and in a test of every page the others. */
  const SHARES = [
    { which: 'on each page one', tag: [] as string[], ofVisitors: '@long', isMeant: isFirstOfPage },
    {
      which: 'the others',
      tag: '@every-page',
      ofVisitors: '@every-page',
      isMeant: (form: Form, forms: readonly Form[]) => !isFirstOfPage(form, forms),
    },
  ];
  for (const { which, tag, ofVisitors, isMeant } of SHARES) {
    const press = (page: Page, forms: readonly Form[]) =>
      pressAll(
        page,
        forms.filter((form) => isMeant(form, forms)),
      );

    test(`of a visitor, ${which}`, { tag: ofVisitors }, async ({ page }) => press(page, VISITOR_FORMS));
    test(`of a new customer, ${which}`, { tag: ofVisitors }, async ({ page, customer: _customer }) =>
      press(page, NEWCOMER_FORMS),
    );
    test(`of a paying customer, ${which}`, { tag }, async ({ page, account, chooser }) => {
      await account.openPayment('Home 20 Mbps', chooser.email);
      await press(page, PAYER_FORMS);
    });
    test(`of a subscriber, ${which}`, { tag }, async ({ page, subscriber: _subscriber }) =>
      press(page, SUBSCRIBER_FORMS),
    );
    test(`of staff, ${which}`, { tag: '@every-page' }, async ({ page, context, portal }) => {
      await signIn(context, portal.origin, DEMO_STAFF);
      await press(page, CONSOLE_FORMS);
    });
  }

  test('of an agent in a chat', { tag: '@long' }, async ({ context, portal, newDevice }) => {
    await becomeAgent(context, portal, 'Tosin');
    const desk = await openInbox(context);
    const caller = await callSupport(await newDevice(), portal.origin, 'No light');
    await desk.open(caller.name);
    const once = (sends: Call, ready: Form['ready'], key?: 'Enter') =>
      expectOneRequest(desk.page, { sends, path: '/admin/inbox', ready, ...(key && { key }) });
    const button = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first();
    await once('PUT /api/staff/presence', button(/^Available for chats/));
    await once('POST /api/staff/chats/:id/accept', button('Accept'));
    await desk.accept(caller.name);
    for (const step of ownChat(desk)) await once(...step);
  });
});

function isFirstOfPage(form: Form, forms: readonly Form[]): boolean {
  return forms.find(({ path }) => path === form.path) === form;
}

/** An agent's actions in a chat of their own. */
function ownChat(desk: InboxPage): [Call, Form['ready'], 'Enter'?][] {
  const dialog = desk.page.getByRole('dialog');
  const written = async () => {
    await desk.reply.fill('I look at it.');
    return desk.reply;
  };
  const noted = async (page: Page) => {
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    const note = page.getByRole('textbox', { name: 'Note for staff' });
    await note.fill('Third call.');
    return note;
  };
  const transferred = async () => {
    await desk.more('Transfer');
    return dialog.getByRole('button', { name: 'Transfer' });
  };
  const ticketed = async (page: Page) => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Create ticket' }).click();
    await dialog.getByLabel('Subject').fill('No light');
    return dialog.getByRole('button', { name: 'Create ticket' });
  };
  const ended = async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await desk.more('Close with a reason');
    return dialog.getByRole('button', { name: 'Close chat' });
  };
  return [
    ['POST /api/staff/chats/:id/messages', written, 'Enter'],
    ['POST /api/staff/chats/:id/notes', noted, 'Enter'],
    ['POST /api/staff/chats/:id/transfer', transferred],
    ['POST /api/staff/chats/:id/ticket', ticketed],
    ['POST /api/staff/chats/:id/close', ended],
  ];
}

async function pressAll(page: Page, forms: readonly Form[]): Promise<void> {
  for (const form of forms) {
    await test.step(form.sends, async () => {
      await page.goto(form.path);
      await expectOneRequest(page, form);
      // The mocks of the portal's answers are removed with the form that they were made for.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
}
