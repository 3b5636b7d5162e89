import type { Locator, Page } from '@playwright/test';
import type { Announcement } from '@portal/contract/console/announcements';
import { AT, confirmed, nothing, opened, reason, SOMEBODY } from './console-steps.ts';
import { answerWith, type Form } from './form-sweep.ts';
import { MONEY_FORMS } from './money-forms.ts';
import { NETWORK_FORMS } from './network-forms.ts';

const ticket = (ready: Form['ready']) => opened(/Connection drops when it rains/, ready);
const customer = (ready: Form['ready']) => opened(/Amina Bello/, ready);

const TICKETS: readonly Form[] = [
  {
    sends: 'POST /api/staff/tickets/:id/replies',
    path: '/admin/tickets',
    ready: ticket(async (page) => {
      await page.getByLabel('Answer', { exact: true }).fill('Somebody comes tomorrow.');
      return page.getByRole('button', { name: 'Send answer' });
    }),
  },
  {
    sends: 'POST /api/staff/tickets/:id/replies',
    path: '/admin/tickets',
    ready: ticket(async (page) => {
      await page.getByRole('button', { name: 'Staff note' }).click();
      await page.getByLabel('Note', { exact: true }).fill('Third report.');
      return page.getByRole('button', { name: 'Keep note' });
    }),
  },
  {
    sends: 'PUT /api/staff/tickets/:id',
    path: '/admin/tickets',
    ready: ticket(confirmed('Resolve', 'Resolve', nothing)),
  },
  {
    sends: 'PUT /api/staff/tickets/:id',
    path: '/admin/tickets',
    ready: ticket(async (page) => {
      await page.getByLabel('About', { exact: true }).selectOption('Billing');
      return page.getByRole('button', { name: 'Change category' });
    }),
  },
];

const CUSTOMER = '/admin/customers?search=customer%40example.com';

const CUSTOMERS: readonly Form[] = [
  {
    sends: 'POST /api/staff/customers/:customerId/tickets',
    path: CUSTOMER,
    ready: customer(
      confirmed('Create ticket', 'Create ticket', async (page) => {
        await page.getByRole('dialog').getByLabel('Subject').fill('Called about the bill');
        await page.getByRole('dialog').getByLabel('Description').fill('Was charged twice.');
      }),
    ),
  },
  {
    sends: 'POST /api/staff/customers/:id/disable',
    path: CUSTOMER,
    ready: customer(confirmed('Disable account', 'Disable account')),
  },
  {
    sends: 'POST /api/staff/customers/:id/enable',
    path: CUSTOMER,
    ready: customer(async (page) => {
      await answerWith<object>(page, /^\/api\/staff\/customers\/\d+$/, (one) => ({ ...one, disabled: true }));
      return confirmed('Enable account', 'Enable account')(page);
    }),
  },
  {
    sends: 'PUT /api/staff/customers/:id/area',
    path: CUSTOMER,
    ready: customer(
      confirmed(/^(Say where the line is|Change)$/, 'Save', (page) =>
        page.getByRole('dialog').getByLabel('Area').fill('Wuse II, Abuja'),
      ),
    ),
  },
  {
    sends: 'POST /api/staff/customers/:id/line/settle',
    path: CUSTOMER,
    ready: customer(confirmed('Tell the network again', 'Tell the network')),
  },
  {
    sends: 'PUT /api/staff/customers/:id/line',
    path: CUSTOMER,
    ready: customer(
      confirmed('Change login', 'Save', async (page) => {
        await page.getByRole('dialog').getByLabel('Login').fill('amina-bello-2');
        await reason(page);
      }),
    ),
  },
];

const offer = async (page: Page): Promise<Locator> => {
  await page.getByLabel('Name').fill('Evening 30');
  await page.getByLabel('Region').selectOption('lagos');
  await page.getByLabel('Speed in Mbps').fill('30');
  await page.getByLabel('Price a month').fill('22000');
  await page.getByLabel('Features').fill('Fast after work');
  return page.getByRole('button', { name: 'Offer this plan' });
};

const CATALOGUE: readonly Form[] = [
  { sends: 'POST /api/staff/plans', path: '/admin/plans?new=plan', ready: offer },
  {
    sends: 'PUT /api/staff/plans/:id',
    path: '/admin/plans',
    ready: opened(/^Edit Home 10 Mbps/, async (page) => page.getByRole('button', { name: 'Save' })),
  },
  {
    sends: 'PUT /api/staff/plans/:id/active',
    path: '/admin/plans',
    ready: confirmed('Retire: Home 10 Mbps', 'Retire', nothing),
  },
  {
    sends: 'PUT /api/staff/plan-order',
    path: '/admin/plans',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Move Home 10 Mbps down' }).click();
      return page.getByRole('button', { name: 'Save order' });
    },
  },
  {
    sends: 'POST /api/staff/data-bundles',
    path: '/admin/plans',
    ready: confirmed('New data bundle', 'Offer this bundle', async (page) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Weekend');
      await dialog.getByLabel('Data in GB').fill('7');
      await dialog.getByLabel('Price in naira').fill('900');
    }),
  },
  {
    sends: 'PUT /api/staff/data-bundles/:id',
    path: '/admin/plans',
    ready: async (page) => {
      await page
        .getByRole('list')
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      return page.getByRole('dialog').getByRole('button', { name: 'Save' });
    },
  },
  {
    sends: 'PUT /api/staff/data-bundles/:id/active',
    path: '/admin/plans',
    ready: async (page) =>
      page
        .getByRole('list')
        .getByRole('button', { name: /^Retire: / })
        .first(),
  },
];

const WORDS: readonly Form[] = [
  {
    sends: 'POST /api/staff/announcements',
    path: '/admin/announcements?new=announcement',
    ready: async (page) => {
      await page.getByLabel('What it is').selectOption('service');
      await page.getByLabel('Who gets it').selectOption({ index: 1 });
      await page.getByLabel('Title').fill('New router in Marina');
      await page.getByLabel('Text').fill('There is nothing to do.');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      return page.getByRole('dialog').getByRole('button', { name: /^Send to/ });
    },
  },
  {
    sends: 'POST /api/staff/announcements/:id/stop',
    path: '/admin/announcements',
    ready: async (page) => {
      const running: Announcement = {
        ...{ id: 1, kind: 'service', title: 'New router', text: 'Nothing to do.', link: null, audience: 'all' },
        ...{ planName: null, author: SOMEBODY, state: 'sending', resting: false, expected: 9, reached: 1 },
        ...{ createdAt: AT, endedAt: null, stopped: null },
      };
      await answerWith(page, /^\/api\/staff\/announcements$/, () => [running]);
      return confirmed('Stop: New router', 'Stop')(page);
    },
  },
  {
    sends: 'POST /api/staff/saved-replies',
    path: '/admin/saved-replies',
    ready: confirmed('New reply', 'Save', async (page) => {
      await page.getByRole('dialog').getByLabel('Title').fill('Colour');
      await page.getByRole('dialog').getByLabel('Text').fill('Which colour is the lamp?');
    }),
  },
  {
    sends: 'PUT /api/staff/saved-replies/:id',
    path: '/admin/saved-replies',
    ready: confirmed(/^Change /, 'Save', nothing),
  },
  {
    sends: 'DELETE /api/staff/saved-replies/:id',
    path: '/admin/saved-replies',
    ready: confirmed(/^Delete /, 'Delete for everybody', nothing),
  },
];

const factor = (state: object) => (page: Page) => answerWith(page, /^\/api\/staff\/second-factor$/, () => state);

const SIGN_IN: readonly Form[] = [
  {
    sends: 'POST /api/staff/second-factor',
    path: '/admin/audit',
    ready: async (page) => {
      await factor({ state: 'code', recoveryCodesLeft: null })(page);
      await page.getByRole('textbox').fill('123456');
      return page.getByRole('button', { name: 'Continue' });
    },
  },
  {
    sends: 'POST /api/staff/second-factor/enrol',
    path: '/admin/audit',
    ready: async (page) => {
      await factor({ state: 'enrolment', recoveryCodesLeft: null })(page);
      return page.getByRole('button', { name: 'Begin' });
    },
  },
  {
    sends: 'POST /api/staff/second-factor/confirm',
    path: '/admin/audit',
    ready: async (page) => {
      await factor({ state: 'enrolment', recoveryCodesLeft: null })(page);
      const secret = { success: true, message: '', uri: 'otpauth://totp/Portal?secret=AAAA', secret: 'AAAA' };
      await page.route('**/api/staff/second-factor/enrol', (route) => route.fulfill({ json: secret }));
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByLabel('Code of the app').fill('123456');
      return page.getByRole('button', { name: 'Finish' });
    },
  },
  {
    sends: 'POST /api/staff/second-factor/recovery-codes',
    path: '/admin/security',
    ready: async (page) => {
      await factor({ state: 'done', recoveryCodesLeft: 9 })(page);
      await page.getByLabel('Code of the app').fill('123456');
      return page.getByRole('button', { name: 'Make new codes' });
    },
  },
];

export const CONSOLE_FORMS: readonly Form[] = [
  ...TICKETS,
  ...CUSTOMERS,
  ...MONEY_FORMS,
  ...CATALOGUE,
  ...NETWORK_FORMS,
  ...WORDS,
  ...SIGN_IN,
];
