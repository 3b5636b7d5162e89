import { done, refusal } from '../gateways/flutterwave.answers.ts';
import { textOf, type VendorCall, type VendorRoute } from '../gateways/vendor-route.ts';
import type { VirtualAccount } from './virtual-account.ts';
import type { VirtualAccounts } from './virtual-accounts.ts';

type FlutterwaveRoute = Omit<VendorRoute, 'refuse'>;

/** Static virtual accounts: only for BVN or NIN, with the number in the answer. */
export function staticAccountRoutes(accounts: VirtualAccounts): FlutterwaveRoute[] {
  const named = (call: VendorCall) => {
    const number = Number(/^URF_(\d+)$/.exec(call.params.order ?? '')?.[1]);
    return accounts.findByNumber('flutterwave', number);
  };
  return [
    {
      method: 'POST',
      url: '/virtual-account-numbers',
      operation: 'numbers',
      referenceOf: (call) => textOf(call.body.tx_ref) || null,
      act({ body }, fault) {
        const isKnown = /^\d{11}$/.test(textOf(body.bvn)) || /^\d{11}$/.test(textOf(body.nin));
        if (!isKnown) return refusal(400, 'BVN or NIN is required for static account number creation');
        if (fault?.mode === 'decline') return refusal(400, 'Account creation is not enabled for this merchant');
        const accountName = textOf(body.narration);
        const wanted = { provider: 'flutterwave', reference: textOf(body.tx_ref), accountName } as const;
        return created(accounts.open({ ...wanted, email: textOf(body.email) }, 'wema-bank'));
      },
    },
    {
      method: 'GET',
      url: '/virtual-account-numbers/:order',
      operation: 'numbers',
      referenceOf: (call) => named(call)?.reference ?? null,
      act(call) {
        const account = named(call);
        return account?.active ? created(account) : refusal(404, 'Virtual account not found');
      },
    },
    {
      method: 'POST',
      url: '/virtual-account-numbers/:order',
      operation: 'numbers',
      referenceOf: (call) => named(call)?.reference ?? null,
      act(call) {
        const account = named(call);
        if (!account) return refusal(404, 'Virtual account not found');
        accounts.close(account);
        return done('Virtual account updated', { status: 'inactive' });
      },
    },
  ];
}

function created(account: VirtualAccount) {
  return done('Virtual account created', {
    response_code: '02',
    response_message: 'Transaction in progress',
    flw_ref: `FLW-${account.number}`,
    order_ref: `URF_${account.number}`,
    account_number: account.accountNumber,
    frequency: 'N/A',
    bank_name: account.bank,
    created_at: account.createdAt.slice(0, 19).replace('T', ' '),
    expiry_date: 'N/A',
    note: `Please make a bank transfer to ${account.accountName}`,
    amount: null,
  });
}
