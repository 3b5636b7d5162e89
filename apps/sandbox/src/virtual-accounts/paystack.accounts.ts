import { done, refusal } from '../gateways/paystack.answers.ts';
import { numberOf, textOf, type VendorCall, type VendorRoute } from '../gateways/vendor-route.ts';
import { fingerprint } from '../ledger.ts';
import type { VirtualAccount } from './virtual-account.ts';
import { BANKS, type BankName, type VirtualAccounts } from './virtual-accounts.ts';

type PaystackRoute = Omit<VendorRoute, 'refuse'>;

const codeOf = (email: string) => `CUS_${fingerprint(email)}`;
const idOf = (code: string) => Number.parseInt(fingerprint(code).slice(0, 8), 16);

/** Dedicated virtual accounts: a customer, then a number at a bank, which comes later and by webhook. */
export function dedicatedAccountRoutes(accounts: VirtualAccounts): PaystackRoute[] {
  const codes = new Map<number, string>();
  const customerOf = (code: string) => {
    const id = idOf(code);
    codes.set(id, code);
    return { id, customer_code: code, integration: 100_001, domain: 'test', identified: false };
  };
  return [
    {
      method: 'POST',
      url: '/customer',
      operation: 'numbers',
      referenceOf: () => null,
      act({ body }, fault) {
        const email = textOf(body.email);
        if (fault?.mode === 'decline' || email === '')
          return refusal(400, 'Invalid Email Address Passed', 'invalid_params');
        return done('Customer created', { email, ...customerOf(codeOf(email)) });
      },
    },
    {
      method: 'GET',
      url: '/customer/:code',
      operation: 'numbers',
      referenceOf: (call) => call.params.code ?? null,
      act: ({ params }) => done('Customer retrieved', customerOf(params.code ?? '')),
    },
    {
      method: 'POST',
      url: '/dedicated_account/assign',
      operation: 'numbers',
      referenceOf: () => null,
      act: ({ body }, fault) => assign(accounts, body, fault?.mode === 'decline'),
    },
    {
      method: 'GET',
      url: '/dedicated_account',
      operation: 'numbers',
      referenceOf: () => null,
      act({ query }) {
        const code = codes.get(numberOf(query.customer)) ?? '';
        return done('Managed accounts successfully retrieved', accounts.listBy('paystack', code).map(dedicatedAccount));
      },
    },
    {
      method: 'DELETE',
      url: '/dedicated_account/:id',
      operation: 'numbers',
      referenceOf: (call) => call.params.id ?? null,
      act({ params }) {
        const account = accounts.findByNumber('paystack', numberOf(params.id));
        if (!account) return refusal(404, 'Dedicated account not found', 'not_found');
        accounts.close(account);
        return done('Managed Account Successfully Unassigned', { ...dedicatedAccount(account), assigned: false });
      },
    },
  ];
}

function assign(accounts: VirtualAccounts, body: VendorCall['body'], isOff: boolean) {
  const email = textOf(body.email);
  const accountName = `WAYA FIBRE/${textOf(body.first_name)} ${textOf(body.last_name)}`.trim();
  const bank = textOf(body.preferred_bank);
  if (isOff) return refusal(403, 'Dedicated NUBAN is not available for your business', 'unavailable');
  if (!(bank in BANKS)) return refusal(400, 'Preferred bank is not supported', 'invalid_params');
  const reference = codeOf(email);
  const isThere = accounts.listBy('paystack', reference).some((each) => each.bank === BANKS[bank as BankName].name);
  if (!isThere) accounts.open({ provider: 'paystack', reference, accountName, email }, bank as BankName, true);
  return { status: 200, body: { status: true, message: 'Assign dedicated account in progress' } };
}

function dedicatedAccount(account: VirtualAccount): object {
  const bank = Object.entries(BANKS).find(([, { name }]) => name === account.bank);
  return {
    id: account.number,
    bank: { name: account.bank, id: bank?.[1].id ?? 1, slug: bank?.[0] ?? 'test-bank' },
    account_name: account.accountName,
    account_number: account.accountNumber,
    assigned: account.active,
    active: account.active,
    currency: 'NGN',
    created_at: account.createdAt,
    updated_at: account.createdAt,
  };
}

/** The webhook that says that a number is there. */
export function assignedWebhook(account: VirtualAccount): object {
  return {
    event: 'dedicatedaccount.assign.success',
    data: {
      customer: { id: idOf(account.reference), email: account.email, customer_code: account.reference },
      dedicated_account: dedicatedAccount(account),
      identification: { status: 'success' },
    },
  };
}
