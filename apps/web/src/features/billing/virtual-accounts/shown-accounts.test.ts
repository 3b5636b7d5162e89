import type { VirtualAccount } from '@portal/contract/billing/payments/virtual-accounts';
import { expect, test } from 'vitest';
import { numberGroups, shownAccounts } from './shown-accounts.ts';

const account = (
  provider: VirtualAccount['provider'],
  status: VirtualAccount['status'],
  bank = 'Wema Bank',
): VirtualAccount => ({ provider, status, bank, accountNumber: null, accountName: null, line: null });

test('what can be used comes first, then what is being prepared', () => {
  const accounts = [
    account('paystack', 'being-prepared'),
    account('flutterwave', 'needs-identity'),
    account('monnify', 'ready'),
  ];
  expect(shownAccounts(accounts).map(({ status }) => status)).toEqual(['ready', 'being-prepared', 'needs-identity']);
});

test('a refusal is not shown once the provider has opened a number, or opens one', () => {
  expect(shownAccounts([account('paystack', 'refused'), account('paystack', 'being-prepared')])).toHaveLength(1);
});

test('a refusal for one line is shown though the provider has a number for all lines', () => {
  const ofShop = { ...account('paystack', 'refused'), line: { id: 2, label: 'Shop' } };
  expect(shownAccounts([account('paystack', 'ready'), ofShop])).toHaveLength(2);
});

test('of several refusals by one provider the last is shown', () => {
  const accounts = [account('paystack', 'refused', 'Wema Bank'), account('paystack', 'refused', 'Titan')];
  expect(shownAccounts(accounts).map(({ bank }) => bank)).toEqual(['Titan']);
});

test('ten digits are read in three groups, anything else as it is', () => {
  expect(numberGroups('9930174265')).toEqual(['9930', '174', '265']);
  expect(numberGroups('12345')).toEqual(['12345']);
});
