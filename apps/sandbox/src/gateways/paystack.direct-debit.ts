import { fingerprint } from '../ledger.ts';
import { MANDATE_BANKS, type Mandate } from '../mandate.ts';
import { done, type PaystackDependencies, refusal } from './paystack.answers.ts';
import {
  isEmail,
  isRecord,
  numberOf,
  textOf,
  type VendorAnswer,
  type VendorCall,
  type VendorRoute,
  webAddress,
} from './vendor-route.ts';

type PaystackRoute = Omit<VendorRoute, 'refuse'>;

/** Direct Debit as Paystack documents it: setting up a mandate, asking for it, and the list of all. */
export function directDebitRoutes(deps: PaystackDependencies): PaystackRoute[] {
  const { mandates } = deps;
  return [
    {
      method: 'POST',
      url: '/customer/authorization/initialize',
      operation: 'mandate',
      referenceOf: () => null,
      act(call, fault) {
        if (fault?.mode === 'decline') return refusal(400, 'Direct debit is not enabled for this merchant', 'declined');
        const account = accountOf(call.body.account);
        const email = textOf(call.body.email).toLowerCase();
        if (!isEmail(email)) return refusal(400, 'Invalid Email Address Passed', 'invalid_email_address');
        if (account === 'incomplete')
          return refusal(400, 'Account number and bank code are required', 'invalid_params');
        const mandate = mandates.open({ email, account, callbackUrl: webAddress(call.body.callback_url) });
        if (!mandate) return refusal(400, 'Bank not supported for direct debit', 'unsupported_bank');
        const { code, reference } = mandate;
        return done('Authorization initialized', {
          redirect_url: deps.mandateUrl(mandate),
          access_code: code,
          reference,
        });
      },
    },
    {
      method: 'GET',
      url: '/customer/authorization/verify/:reference',
      operation: 'find-mandate',
      referenceOf: (call) => call.params.reference ?? null,
      act: (call) => verified(mandates.findByReference(call.params.reference ?? '')),
    },
    {
      method: 'GET',
      url: '/directdebit/mandate-authorizations',
      operation: 'list',
      referenceOf: () => null,
      act: (call) => listed(mandates.all(), call),
    },
    {
      method: 'GET',
      url: '/bank',
      operation: 'list',
      referenceOf: () => null,
      act: ({ query }) =>
        done(
          'Banks retrieved',
          Object.entries(query.gateway === 'emandate' ? MANDATE_BANKS : {}).map(([code, name]) => ({
            name,
            code,
            gateway: 'emandate',
            active: true,
            country: 'Nigeria',
            currency: 'NGN',
            type: 'nuban',
          })),
        ),
    },
  ];
}

function accountOf(account: unknown) {
  if (account === undefined || account === null) return null;
  if (!isRecord(account)) return 'incomplete';
  const [number, bankCode] = [textOf(account.number), textOf(account.bank_code)];
  return /^\d{10}$/.test(number) && bankCode !== '' ? { number, bankCode } : 'incomplete';
}

/** Until the customer has approved it, the vendor calls it unknown. */
function verified(mandate: Mandate | null): VendorAnswer {
  if (!mandate?.authorizationCode) {
    return {
      status: 404,
      body: {
        status: false,
        message: 'Authorization does not exist or does not belong to integration',
        metadata: { nextStep: 'Try again later' },
        type: 'api_error',
        code: 'unknown',
      },
    };
  }
  return done('Authorization retrieved successfully', {
    authorization_code: mandate.authorizationCode,
    channel: 'direct_debit',
    bank: mandate.bankName,
    active: mandate.state === 'active',
    customer: { code: customerCode(mandate), email: mandate.email },
  });
}

/** The cursor is the number of the last one of the page before. */
function listed(all: readonly Mandate[], { query }: VendorCall): VendorAnswer {
  const perPage = Math.min(Math.max(Math.trunc(numberOf(query.per_page)) || 50, 1), 100);
  const after = Number(query.cursor ?? 0);
  const found = all.filter(
    ({ number, state, authorizationCode }) =>
      authorizationCode !== null && number > after && (query.status === undefined || state === query.status),
  );
  const page = found.slice(0, perPage);
  const next = found.length > perPage ? String(page.at(-1)?.number) : null;
  return {
    status: 200,
    body: {
      status: true,
      message: 'Mandate authorizations retrieved successfully',
      data: page.map((mandate) => ({
        id: mandate.number,
        status: mandate.state,
        mandate_id: mandate.number,
        authorization_id: mandate.number,
        authorization_code: mandate.authorizationCode,
        account_number: mandate.accountNumber,
        bank_code: mandate.bankCode,
        bank_name: mandate.bankName,
        customer: { customer_code: customerCode(mandate), email: mandate.email },
        authorized_at: mandate.approvedAt,
      })),
      meta: { per_page: perPage, next, count: page.length, total: found.length },
    },
  };
}

/** `created` has no reference: the customer agreed. `active`: it may be charged. */
export function mandateWebhook(event: 'created' | 'active', mandate: Mandate): object {
  return {
    event: `direct_debit.authorization.${event}`,
    data: {
      authorization_code: mandate.authorizationCode,
      active: event === 'active',
      last4: mandate.accountNumber.slice(-4),
      channel: 'direct_debit',
      card_type: 'mandate',
      bank: mandate.bankName,
      exp_month: 1,
      exp_year: 2034,
      country_code: 'NG',
      brand: mandate.bankName,
      reusable: true,
      signature: `SIG_${fingerprint(mandate.accountNumber)}`,
      account_name: null,
      customer: { first_name: null, last_name: null, code: customerCode(mandate), email: mandate.email, phone: '' },
      ...(event === 'active' && { integration: 100_001, domain: 'test', reference: mandate.reference }),
    },
  };
}

function customerCode({ email }: Mandate): string {
  return `CUS_${fingerprint(email)}`;
}
