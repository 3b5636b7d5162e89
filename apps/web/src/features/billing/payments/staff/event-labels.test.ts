import { expect, test } from 'vitest';
import { eventLabel, type PaymentEvent } from './event-labels.ts';

const event = (fields: Partial<PaymentEvent>): PaymentEvent => ({
  at: '2026-07-04T12:00:00Z',
  kind: 'confirmed',
  source: 'webhook',
  by: null,
  details: {},
  ...fields,
});

test('a received payment is shown in naira, with the source of the confirmation', () => {
  const details = {
    status: 'success',
    amountKobo: 1_860_050,
    chargedKobo: 1_890_000,
    currency: 'NGN',
    channel: 'card',
  };
  expect(eventLabel(event({ details }))).toEqual({
    title: 'The payment was confirmed',
    by: 'Webhook from the gateway',
    facts: ['Amount: ₦18,600.50', 'Charged: ₦18,900', 'Paid by: card', 'Gateway’s word: success'],
  });
});

test('a review names what does not match, and foreign money is not shown in naira', () => {
  const details = { reason: 'other-currency', amountKobo: 1_860_000, chargedKobo: 1_860_000, currency: 'GHS' };
  expect(eventLabel(event({ kind: 'held', source: 'polling', details }))).toMatchObject({
    title: 'Held for review',
    by: 'Scheduled check of pending payments',
    facts: ['The gateway names another currency.', 'Amount: 18,600 GHS'],
  });
  const part = event({ kind: 'held', details: { reason: 'gateway-says-partial' } });
  expect(eventLabel(part).facts).toEqual(['The gateway’s word for it is “partial”.']);
});

test('an action of staff is shown with their name and reason', () => {
  const by = { id: 7, name: 'Tosin Adeyemi' };
  const details = { decision: 'credit', reason: 'Bank record seen', staffId: 7 };
  expect(eventLabel(event({ kind: 'review-decided', source: 'staff', by, details }))).toEqual({
    title: 'Review: booked as account credit',
    by: 'Tosin Adeyemi',
    facts: ['Reason: Bank record seen'],
  });
});

test('a refund or chargeback is shown with its consequences', () => {
  const details = {
    refund: 'PR1',
    amountKobo: 100,
    outcome: 'processed',
    serviceEnded: true,
    creditReturnedKobo: 0,
  };
  expect(eventLabel(event({ kind: 'refunded', source: 'staff', details })).facts).toEqual([
    'Amount: ₦1',
    'Refund: PR1',
    'Gateway’s word: processed',
    'What it bought ended with it.',
  ]);
});

test('a chargeback of an upgrade on which another stands says that the plan stays', () => {
  const details = { eventName: 'charge.dispute.resolve', serviceEnded: false, planStays: true };
  expect(eventLabel(event({ kind: 'charged-back', details })).facts).toContain(
    'The dearer plan stays until this month ends: a later upgrade, which is paid, stands on this one.',
  );
});

test('a kind of event that is new to the page is shown by its name', () => {
  expect(eventLabel(event({ kind: 'chargeback-lost' })).title).toBe('chargeback lost');
});

test('a refund made at the gateway is shown with its sum and that it is not in the ledger', () => {
  const details = { amountKobo: 1_000_000, outcome: 'refund 4000012' };
  expect(eventLabel(event({ kind: 'refunded-outside', source: 'reconciliation', details }))).toEqual({
    title: 'The gateway has refunded this much; it is not in the ledger yet',
    by: 'Gateway reconciliation',
    facts: ['Amount: ₦10,000', 'Gateway’s word: refund 4000012'],
  });
});
