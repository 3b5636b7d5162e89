import type { Locator, Page } from '@playwright/test';
import type { PaymentQuote } from '@portal/contract/billing/payments';
import type { SessionView } from '@portal/contract/identity/profile';
import { chatOn } from './chat.ts';
import { answerWith, type Form } from './form-sweep.ts';

const NEW_PASSWORD = 'harmattan morning, brass bell';

const button = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first();

/** The button that confirms, in the dialog that another opens. */
const confirmed = (opener: string | RegExp, name: string | RegExp, fill?: (page: Page) => Promise<void>) => {
  return async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: opener }).first().click();
    await fill?.(page);
    return page.getByRole('dialog').getByRole('button', { name });
  };
};

/** Changes the account past the screens, and shows the page as it is then. */
async function after(page: Page, method: 'post' | 'put', path: string, data: object): Promise<void> {
  const answer = await page.request[method](new URL(path, page.url()).href, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  await page.reload();
}

async function idOfPlan(page: Page, name: string): Promise<string> {
  const plans = await (await page.request.get(new URL('/api/plans', page.url()).href)).json();
  return (plans as { id: string; name: string }[]).find((plan) => plan.name === name)?.id ?? '';
}

async function ticketPage(page: Page): Promise<void> {
  const data = { subject: 'No light', description: 'Since the rain.', category: 'fault' };
  const answer = await page.request.post(new URL('/api/user/tickets', page.url()).href, { data });
  const { ticket } = (await answer.json()) as { ticket: { id: string } };
  await page.goto(`/support/tickets/${ticket.id}`);
}

export const VISITOR_FORMS: readonly Form[] = [
  {
    sends: 'POST /api/email-verification/confirm',
    path: '/verify-email?token=sample',
    ready: button('Verify email address'),
  },
  {
    sends: 'POST /api/password-reset/confirm',
    path: '/reset-password?token=sample',
    ready: async (page) => {
      await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
      await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD);
      return page.getByRole('button', { name: 'Change Password' });
    },
  },
  {
    sends: 'POST /api/sales-requests',
    path: '/plans',
    ready: confirmed('Get a quote', 'Send request', async (page) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Bola Ade');
      await dialog.getByLabel('Email').fill('bola@company.example');
      await dialog.getByLabel('Organisation').fill('Ada Foods Ltd');
      await dialog.getByLabel('What do you need?').fill('A line for forty desks');
    }),
  },
  {
    sends: 'POST /api/login',
    path: '/login',
    ready: async (page) => {
      await page.getByLabel('Email Address').fill('ngozi.eze@example.com');
      await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
      return page.getByRole('button', { name: 'Sign In' });
    },
  },
];

/** Of somebody who has an account and nothing else. */
export const NEWCOMER_FORMS: readonly Form[] = [
  { sends: 'POST /api/user/email-verification', path: '/profile', ready: button('Send the link again') },
  {
    sends: 'POST /api/sms/send-otp',
    path: '/profile',
    ready: async (page) => {
      await page.getByLabel('Phone Number').fill('0803 123 4567');
      return page.getByRole('button', { name: 'Send Code' });
    },
  },
  {
    sends: 'POST /api/user/subscription',
    path: '/plans',
    ready: async (page) => {
      const plan = page.getByRole('article', { name: 'Home 10 Mbps' });
      await plan.getByRole('button', { name: 'Choose plan' }).click();
      return page.getByRole('dialog').getByRole('button', { name: 'Confirm plan' });
    },
  },
  {
    sends: 'POST /api/user/tickets',
    path: '/support',
    ready: async (page) => {
      await page.getByLabel('Subject').fill('No light');
      await page.getByLabel('Description').fill('Since the rain.');
      return page.getByRole('button', { name: 'Create Ticket' });
    },
  },
  {
    sends: 'POST /api/user/tickets/:id/replies',
    path: '/support',
    ready: async (page) => {
      await ticketPage(page);
      await page.getByLabel('Your reply').fill('It is back.');
      return page.getByRole('button', { name: 'Send reply' });
    },
  },
  {
    sends: 'POST /api/user/tickets/:id/close',
    path: '/support',
    ready: async (page) => {
      await ticketPage(page);
      return confirmed('This is settled', 'Close ticket')(page);
    },
  },
  { sends: 'POST /api/chat/initialize', path: '/support', ready: button('Start Chat') },
  {
    sends: 'POST /api/chat/send',
    path: '/support',
    key: 'Enter',
    ready: async (page) => {
      const { whole, field } = chatOn(page);
      await whole.getByRole('button', { name: 'Start Chat' }).click();
      await field.fill('Good evening');
      return field;
    },
  },
  {
    sends: 'POST /api/chat/:sessionId/ticket',
    path: '/support',
    ready: confirmed('Create a ticket instead', /bill/i),
  },
  { sends: 'POST /api/chat/:sessionId/close', path: '/support', ready: confirmed('End chat', 'End chat') },
  { sends: 'POST /api/logout', path: '/about', ready: button('Logout') },
];

/** Of somebody who has chosen a plan, opened the gateway's page and left it. */
export const PAYER_FORMS: readonly Form[] = [
  {
    sends: 'POST /api/payment/:gateway/initialize',
    path: '/payment',
    ready: async (page) => {
      await page.getByLabel('Payment gateway').selectOption('flutterwave');
      return page.getByRole('button', { name: /^Pay ₦/ });
    },
  },
  {
    sends: 'POST /api/payment/verify',
    path: '/payment',
    ready: async (page) => {
      await page.getByText('You have an unfinished payment').waitFor();
      return page.getByRole('button', { name: 'Verify Payment' }).first();
    },
  },
  {
    sends: 'POST /api/user/pay-with-credit',
    path: '/payment',
    ready: async (page) => {
      await answerWith<PaymentQuote>(page, /^\/api\/user\/payment-quote$/, (quote) => ({ ...quote, total: 0 }));
      return page.getByRole('button', { name: 'Pay with credit' });
    },
  },
];

/** Of somebody who has paid for a month by card. What comes last has changed the line for those after it. */
export const SUBSCRIBER_FORMS: readonly Form[] = [
  {
    sends: 'POST /api/user/auto-pay',
    path: '/profile?tab=billing',
    ready: async (page) => {
      await page.getByRole('checkbox', { name: /^Charge this card/ }).check();
      return page.getByRole('button', { name: 'Set Up Auto-Pay' });
    },
  },
  {
    sends: 'DELETE /api/user/auto-pay',
    path: '/profile?tab=billing',
    ready: async (page) => {
      await page.getByRole('checkbox', { name: /^Charge this card/ }).check();
      await page.getByRole('button', { name: 'Set Up Auto-Pay' }).click();
      return page.getByRole('button', { name: 'Switch Auto-Pay off' });
    },
  },
  {
    sends: 'DELETE /api/user/payment-methods/:id',
    path: '/profile?tab=billing',
    ready: confirmed('Remove Visa ending 4081', 'Remove'),
  },
  {
    sends: 'PUT /api/user/billing-details',
    path: '/profile?tab=billing',
    ready: async (page) => {
      await page.getByLabel('Company name').fill('Ada Foods Ltd');
      await page.getByLabel('Address').fill('4 Zik Avenue, Enugu');
      return page.getByRole('button', { name: 'Save details' });
    },
  },
  {
    sends: 'POST /api/user/subscription/pause',
    path: '/dashboard?tab=subscription',
    ready: confirmed('Pause my line', 'Pause my line', (page) => page.getByLabel('For how many days?').fill('14')),
  },
  {
    sends: 'POST /api/user/subscription/cancellation',
    path: '/dashboard?tab=subscription',
    ready: confirmed('Cancel subscription', 'Cancel subscription', (page) =>
      page.getByLabel('Why are you leaving?').fill('We are moving to Enugu'),
    ),
  },
  {
    sends: 'DELETE /api/user/sessions/:id',
    path: '/profile?tab=security',
    ready: async (page) => {
      await answerWith<SessionView[]>(page, /^\/api\/user\/sessions$/, (sessions) =>
        sessions.flatMap((session) => [session, { ...session, id: 'another', current: false }]),
      );
      return page.getByRole('button', { name: 'Sign out everywhere else' });
    },
  },
  {
    sends: 'POST /api/user/notices/read',
    path: '/about',
    ready: async (page) => {
      await page.locator('summary', { hasText: 'Notices' }).filter({ visible: true }).click();
      return page.getByRole('button', { name: 'Mark all as read' }).filter({ visible: true });
    },
  },
  {
    sends: 'POST /api/user/subscribe',
    path: '/dashboard?tab=subscription',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Show all plans' }).click();
      await page.getByRole('radio', { name: /^Home 50 Mbps/ }).check();
      return page.getByRole('button', { name: 'Confirm change' });
    },
  },
  {
    sends: 'DELETE /api/user/subscription/scheduled-plan',
    path: '/dashboard?tab=subscription',
    ready: async (page) => {
      await after(page, 'post', '/api/user/subscribe', { planId: await idOfPlan(page, 'Home 50 Mbps') });
      return page.getByRole('button', { name: 'Withdraw change' });
    },
  },
  {
    sends: 'DELETE /api/user/subscription/cancellation',
    path: '/dashboard?tab=subscription',
    ready: async (page) => {
      await after(page, 'post', '/api/user/subscription/cancellation', { reason: 'We move.' });
      return page.getByRole('button', { name: 'Keep my line' });
    },
  },
  {
    sends: 'DELETE /api/user/subscription/pause',
    path: '/dashboard?tab=subscription',
    ready: async (page) => {
      await page.request.delete(new URL('/api/user/subscription/cancellation', page.url()).href);
      await after(page, 'post', '/api/user/subscription/pause', { days: 14 });
      return page.getByRole('button', { name: 'Come back now' });
    },
  },
];
