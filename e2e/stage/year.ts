import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { PaymentQuote, PaymentView } from '@portal/contract/billing/payments';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { PaymentPlan } from '@portal/contract/catalogue/plans';
import { messagesTo } from './outbox.ts';
import type { PortalForTests } from './portal-for-tests.ts';

const DAY_MS = 24 * 3_600_000;

/** Where pages, mails and PDFs of the year are put for people to look at; nowhere unless somebody asks. */
const ALBUM = process.env.YEAR_ALBUM ?? '';

/** What one person does and reads without the screens, at whatever time it is in the portal. */
export function diaryOf(request: APIRequestContext, origin: string) {
  const read = async <Answer>(path: string): Promise<Answer> => {
    const answer = await request.get(origin + path);
    if (!answer.ok()) throw new Error(`GET ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  const write = async <Answer>(path: string, data: object): Promise<Answer> => {
    const answer = await request.post(origin + path, { data });
    if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  const findPlan = async (name: string): Promise<PaymentPlan> => {
    const plan = (await read<PaymentPlan[]>('/api/plans')).find((each) => each.name === name);
    if (!plan) throw new Error(`no plan is called ${name}`);
    return plan;
  };
  return {
    read,
    write,
    findPlan,
    line: () => read<SubscriptionView>('/api/user/subscription'),
    payments: () => read<PaymentView[]>('/api/user/payments'),
    /** Pays what is asked for at Paystack and comes back. */
    pay: async (
      portal: PortalForTests,
      order: { plan: string; purpose?: 'upgrade'; autoPay?: true; email: string },
    ) => {
      const quotes = order.purpose ? 'upgrade-quote' : 'payment-quote';
      const { total: amount } = await read<PaymentQuote>(`/api/user/${quotes}?plan=${order.plan}`);
      const { data } = await write<{ data: { reference: string } }>('/api/payment/paystack/initialize', {
        ...order,
        amount,
      });
      await portal.sandbox.decide(data.reference, 'approve');
      await write('/api/payment/verify', { reference: data.reference, gateway: 'paystack' });
      return { amount, reference: data.reference };
    },
  };
}

export type Diary = ReturnType<typeof diaryOf>;

/** A year in which the portal's clock and the browser's go on together. */
export function openYear(portal: PortalForTests, page: Page) {
  let elapsedMs = 0;
  return {
    /** Lets so many days go by, for the portal and the page alike. */
    elapse: async (days: number): Promise<void> => {
      const forwardMs = Math.round(days * DAY_MS);
      const answer = await fetch(`${portal.origin}/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ forwardMs }),
      });
      if (!answer.ok) throw new Error(`the clock does not move: ${answer.status} ${await answer.text()}`);
      elapsedMs += forwardMs;
      await page.clock.setFixedTime(Date.now() + elapsedMs);
    },
    now: () => new Date(Date.now() + elapsedMs),
    days: () => elapsedMs / DAY_MS,
    /** Opens a page and keeps a picture of it in the album. */
    show: async (name: string, path: string): Promise<void> => {
      await page.goto(portal.origin + path);
      await expect(page.getByRole('main')).toBeVisible();
      if (ALBUM === '') return;
      mkdirSync(ALBUM, { recursive: true });
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(ALBUM, `${name}.png`), fullPage: true });
    },
    /** Keeps a picture of all mails and texts to somebody in the album. */
    keepMails: async (recipient: string): Promise<void> => {
      if (ALBUM === '') return;
      // Whoever reads them is nobody of the story.
      const reader = await page.context().browser()?.newPage();
      await reader?.goto(`${portal.origin}/sandbox/outbox?to=${encodeURIComponent(recipient)}`);
      await reader?.waitForLoadState('networkidle');
      await reader?.screenshot({ path: join(ALBUM, 'mails.png'), fullPage: true });
      await reader?.close();
    },
    /** Keeps what was downloaded in the album. */
    keep: (name: string, bytes: Uint8Array): void => {
      if (ALBUM === '') return;
      mkdirSync(ALBUM, { recursive: true });
      writeFileSync(join(ALBUM, name), bytes);
    },
    /** Waits for a mail or text with such a subject; several may have come before. */
    told: async (recipient: string, subject: RegExp, times = 1): Promise<void> => {
      await expect
        .poll(
          async () => (await messagesTo(portal.origin, recipient)).filter((each) => subject.test(each.subject)).length,
          {
            message: `mails to ${recipient} with ${subject}`,
            timeout: 20_000,
          },
        )
        .toBeGreaterThanOrEqual(times);
    },
  };
}

export type Year = ReturnType<typeof openYear>;
