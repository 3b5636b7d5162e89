import { fileURLToPath } from 'node:url';
import type { Mail, MailPart } from '@portal/kernel/messaging/mail';
import {
  formatMessage,
  type MessageDescriptor,
  type TranslatableText,
} from '@portal/kernel/messaging/message-descriptor';
import { toKobo } from '@portal/kernel/money';
import { describe, expect, it } from 'vitest';
import type { PaymentRow } from '../../billing/payments/payment.repository.ts';
import { creditedMail, reviewMail } from '../../billing/payments/payment-mail.ts';
import { receiptMail } from '../../billing/payments/receipt-mail.ts';
import { products } from '../../billing/products.ts';
import type { RefundRow } from '../../billing/refunds/refund.repository.ts';
import { partRefundedMail, refundedMail, refundFailedMail, rejectedMail } from '../../billing/refunds/refund-mail.ts';
import * as letters from '../../identity/accounts/account-mail.ts';
import { codeText } from '../../identity/phone-verification/phone-verification.policy.ts';
import { alertMail, alertText } from '../../network/usage/alerts/usage-mail.ts';
import type { TicketRow } from '../../support/tickets/ticket.repository.ts';
import { resolvedMail, staffReplyMail, ticketMail } from '../../support/tickets/ticket-mail.ts';
import { unpublishedSettings } from '../../testing/unpublished-settings.ts';
import { speakerOf } from '../notices/notice-labels.ts';
import { readNoticeTexts } from '../notices/read-notice-texts.ts';
import { composeMail, mailSender } from './compose-mail.ts';

const texts = readNoticeTexts({
  pages: fileURLToPath(new URL('../../../../web/src/shared/i18n', import.meta.url)),
  mails: fileURLToPath(new URL('../notices/texts', import.meta.url)),
});

const READER = 7;
const ORIGIN = 'https://portal.test';
const recipient = 'bisi@mail.example';
const ODD = '<b>4K & more</b>';
const payment = {
  reference: 'WF-1',
  gateway: 'paystack',
  userId: READER,
  amount: toKobo(2_500_000),
  bundleId: null,
  quote: { planName: ODD, lines: [{ label: 'LINE', amountKobo: 2_500_000 }] },
} as unknown as PaymentRow;
const bundle = { ...payment, bundleId: 'bundle' };
const paidByCredit: PaymentRow = { ...payment, gateway: 'credit' };
const refund = { reference: 'RF-1', amount: toKobo(2_500_000) } as RefundRow;
const refunded = { refund, recipient, paidOut: null, serviceEnded: true, creditReturnedKobo: toKobo(500) };
const ticketOf = (category: TicketRow['category'], priority: TicketRow['priority']) =>
  ({
    id: 'ticket',
    number: 4,
    userId: READER,
    subject: ODD,
    category,
    priority,
    firstResponseDueAt: new Date('2026-07-04T12:00:00Z'),
    resolutionDueAt: new Date('2026-07-08T12:00:00Z'),
    updatedAt: new Date('2026-07-04T12:00:00Z'),
  }) as TicketRow;
const ticket = ticketOf('fault', 'low');
const month = { accountId: READER, usedGb: 95, limitGb: 100, period: '2026-11' } as Parameters<typeof alertText>[0];
const alertAt = (percent: 75 | 90 | 100) =>
  alertMail(
    month,
    {
      percent,
      messageKey: 'alert',
      contact: { id: READER, email: recipient },
      atLimit: { do: 'slower', downloadMbps: 2, uploadMbps: 1 },
    },
    ORIGIN,
  );
const letter = (one: letters.Letter): Mail => ({
  category: 'account',
  userId: READER,
  messageKey: 'letter',
  recipient,
  ...one,
});

/** Texts by people, names, amounts and times: the same in every language. */
const VALUES = /^(<b>4K & more<\/b>|T-\d+|95\.00 GB|100 GB|\d+ July, \d\d:00|An answer of staff\.)$/;

const planTexts = products.period.texts;

const mails: Readonly<Record<string, Mail>> = {
  welcome: letter(letters.welcomeLetter(ORIGIN)),
  verification: letter(letters.verificationLetter(ORIGIN)),
  reset: letter(letters.resetLetter(ORIGIN)),
  'password changed': letter(letters.passwordChangedLetter(unpublishedSettings)),
  'email changed': letter(letters.emailChangedLetter(unpublishedSettings)),
  'new ticket about a fault': ticketMail(ticket, recipient, { origin: ORIGIN, settings: unpublishedSettings }),
  'new ticket about a bill': ticketMail(ticketOf('billing', 'medium'), recipient, {
    origin: ORIGIN,
    settings: unpublishedSettings,
  }),
  'new ticket about an account': ticketMail(ticketOf('account', 'high'), recipient, {
    origin: ORIGIN,
    settings: unpublishedSettings,
  }),
  'urgent ticket': ticketMail(ticketOf('other', 'urgent'), recipient, {
    origin: ORIGIN,
    settings: unpublishedSettings,
  }),
  'answer of staff': staffReplyMail(
    { ticket, replyId: 1, text: 'An answer of staff.', origin: ORIGIN, canAnswerMail: false },
    recipient,
  ),
  'resolved ticket': resolvedMail(ticket, recipient, { origin: ORIGIN, canAnswerMail: false }),
  'answer of staff, where mail is read': staffReplyMail(
    { ticket, replyId: 1, text: 'An answer of staff.', origin: ORIGIN, canAnswerMail: true },
    recipient,
  ),
  'resolved ticket, where mail is read': resolvedMail(ticket, recipient, { origin: ORIGIN, canAnswerMail: true }),
  '75 %': alertAt(75),
  '90 %': alertAt(90),
  '100 %': alertAt(100),
  'credited month': creditedMail({ recipient, receiptNumber: 'RCT-1', payment }, planTexts),
  'credited bundle': creditedMail({ recipient, receiptNumber: 'RCT-1', payment: bundle }, products.bundle.texts),
  review: reviewMail(payment, recipient),
  refund: refundedMail({ payment, product: planTexts, ...refunded }),
  'refund of a bundle': refundedMail({ payment: bundle, product: products.bundle.texts, ...refunded }),
  'refund in cash': refundedMail({ payment, product: planTexts, ...refunded, paidOut: 'cash' }),
  'refund by transfer': refundedMail({ payment, product: planTexts, ...refunded, paidOut: 'transfer' }),
  'refund of credit': refundedMail({ payment: paidByCredit, product: planTexts, ...refunded }),
  'part of a refund': partRefundedMail({
    payment,
    product: planTexts,
    partKobo: toKobo(500),
    recipient,
    messageKey: 'part',
  }),
  'failed refund': refundFailedMail({ payment, refund, recipient }),
  rejection: rejectedMail({ payment, recipient }),
};

function wordsOf(part: MailPart): TranslatableText[] {
  if (typeof part === 'string' || 'english' in part) return [part];
  return 'facts' in part ? part.facts.flatMap(({ label, value }) => [label, value]) : [part.button.label];
}

const CODES = ['yo', 'ha', 'ig'] as const;
const english = (text: string) => text;

describe.each(Object.entries(mails))('the mail %s', (_, mail) => {
  const all = [mail.subject, ...mail.parts.flatMap(wordsOf)];
  const said = all.filter((words): words is MessageDescriptor => typeof words !== 'string');

  it('is addressed to its reader and has only translatable text', () => {
    expect(mail.userId).toBe(READER);
    for (const words of all) if (typeof words === 'string') expect(words).toMatch(VALUES);
  });

  it.each(CODES)('has no English sentence in %s, in either form, and shows values as they are', (code) => {
    const { text, html } = composeMail(mail, mailSender(unpublishedSettings), code, speakerOf(texts, code));
    for (const words of said) {
      const [spoken, original] = [formatMessage(words, speakerOf(texts, code)), formatMessage(words, english)];
      expect(spoken, words.english).not.toBe(original);
      if (words !== mail.subject) expect(text).toContain(spoken);
      if (original.includes(' ')) expect(text).not.toContain(original);
    }
    expect(html).toContain(`<html lang="${code}">`);
    expect(html).not.toContain(ODD);
    expect(html).not.toContain('If the button does not work');
  });
});

it('a receipt is in English whatever its reader chose, as its document is', () => {
  const period = { startsAt: new Date('2026-07-04T00:00:00Z'), endsAt: new Date('2026-08-04T00:00:00Z') };
  const mail = receiptMail({ recipient, receiptNumber: 'RCT-1', payment, period: period as never });
  expect(mail.userId).toBeUndefined();
});

describe.each(CODES)('a text in %s', (code) => {
  const speak = speakerOf(texts, code);

  it('begins with the code and fits in two SMS parts of 67 letters', () => {
    const text = formatMessage(codeText('Waya Fibre', '482913'), speak);
    expect(text).toMatch(/^482913 .*Waya Fibre/);
    expect(text).not.toContain('verification');
    expect(text.length).toBeLessThanOrEqual(134);
  });

  it.each([90, 100] as const)('tells of %i percent with both figures', (percent) => {
    const text = formatMessage(alertText(month, percent, { line: null, atLimit: null }), speak);
    expect(text).not.toContain('You have');
    for (const figure of ['95.00', '100 GB']) expect(text).toContain(figure);
    expect(text.length).toBeLessThanOrEqual(134);
  });
});
