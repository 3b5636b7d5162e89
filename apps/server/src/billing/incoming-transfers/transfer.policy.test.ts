import { toKobo } from '@portal/kernel/money';
import { describe, expect, it } from 'vitest';
import type { TransferFacts } from './intake.port.ts';
import { accountNumbersIn, invoiceNumberIn, judgeTransfer } from './transfer.policy.ts';

const FACTS: TransferFacts = {
  reference: 'R1',
  transactionId: 'T1',
  sessionId: null,
  amountKobo: toKobo(100_000),
  currency: 'NGN',
  modeMatches: true,
  accountNumber: '9930174265',
  accountReference: null,
  payerName: null,
  payerBank: null,
  narration: null,
  paidAt: null,
};
const owner = (accountId: number, isOpen = true) => ({ accountId, lineId: null, isOpen });

describe('whose a transfer is', () => {
  it.each([
    ['is its customer’s', {}, [owner(1)], { kind: 'settle', owner: owner(1) }],
    ['of two requests of one customer is theirs', {}, [owner(1), owner(1)], { kind: 'settle' }],
    ['of nobody’s number waits', {}, [], { reason: 'unknown-number', suggestedAccountId: null }],
    ['of a number that two customers have waits', {}, [owner(1), owner(2)], { reason: 'several-customers' }],
    ['of a closed number waits', {}, [owner(1, false)], { reason: 'closed-number', suggestedAccountId: 1 }],
    ['in dollars waits', { currency: 'USD' }, [owner(1)], { reason: 'other-currency', suggestedAccountId: 1 }],
    ['of test money waits', { modeMatches: false }, [owner(1)], { reason: 'test-money', suggestedAccountId: null }],
  ])('%s', (_, facts, owners, judged) => {
    expect(judgeTransfer({ ...FACTS, ...facts }, owners)).toMatchObject(judged);
  });
});

describe('a narration', () => {
  it.each([
    ['NIP: INV-2026-000017 Okeke Farms', 'INV-2026-000017'],
    ['inv2026000017/okeke', 'INV-2026-000017'],
    ['INV 2026 000017', 'INV-2026-000017'],
    ['INV-2026-000017 and inv-2026-000017', 'INV-2026-000017'],
    ['INV-2026-000017, INV-2026-000018', null],
    ['XINV-2026-000017', null],
    ['INV-2026-17', null],
    [null, null],
  ])('%s names the invoice %s', (narration, invoiceNumber) => {
    expect(invoiceNumberIn(narration)).toBe(invoiceNumber);
  });

  it('names an account by its check digit alone', () => {
    expect(accountNumbersIn('for 1234567897, not 1234567890, 12345678970 or 1234567897')).toEqual(['1234567897']);
    expect(accountNumbersIn(null)).toEqual([]);
  });
});
