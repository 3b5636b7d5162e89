import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  numberOf,
  type RouteDependencies,
  textOf,
  type VendorAnswer,
  type VendorCall,
  type VendorRoute,
  vendorRoute,
} from '../gateways/vendor-route.ts';
import type { GatewayPayloads } from '../gateways/webhook-delivery.ts';
import type { Ledger } from '../ledger.ts';
import { type ChargeView, decidingAttempt, type Order, viewStatus } from '../order.ts';
import type { SandboxKeys } from '../sandbox-options.ts';
import { feeOf } from '../settlement.ts';
import type { VirtualAccount } from './virtual-account.ts';
import { BANKS, type BankName, type VirtualAccounts } from './virtual-accounts.ts';

type MonnifyRoute = Omit<VendorRoute, 'refuse'>;

export interface MonnifyDependencies {
  readonly ledger: Ledger;
  readonly accounts: VirtualAccounts;
  readonly keys: SandboxKeys;
  readonly clock: () => Date;
}

const TOKEN_SECONDS = 3600;

/** Monnify's envelope of an answer. */
const done = (responseBody: object): VendorAnswer => ({
  status: 200,
  body: { requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody },
});

export const refusal = (status: number, responseMessage: string): VendorAnswer => ({
  status,
  body: { requestSuccessful: false, responseMessage, responseCode: '99' },
});

/** Reserved accounts: naira, a token of an hour, one reservation with numbers at several banks. */
export function registerMonnify(scope: FastifyInstance, routes: RouteDependencies, deps: MonnifyDependencies): void {
  const { keys, clock } = deps;
  const tokenOf = (hour: number) =>
    createHmac('sha256', keys.monnifySecretKey).update(`token ${hour}`).digest('base64url');
  const hour = () => Math.floor(clock().getTime() / (TOKEN_SECONDS * 1000));
  const basic = `Basic ${Buffer.from(`${keys.monnifyApiKey}:${keys.monnifySecretKey}`).toString('base64')}`;
  const refuse = ({ authorization }: VendorCall): VendorAnswer | null =>
    [hour(), hour() - 1].some((each) => authorization === `Bearer ${tokenOf(each)}`)
      ? null
      : { status: 401, body: { error: 'invalid_token', error_description: 'Access token expired' } };
  vendorRoute(scope, routes, {
    method: 'POST',
    url: '/api/v1/auth/login',
    operation: 'token',
    referenceOf: () => null,
    refuse: ({ authorization }) => (authorization === basic ? null : refusal(401, 'Invalid credentials')),
    act: (_call, fault) =>
      fault?.mode === 'decline'
        ? refusal(401, 'Invalid credentials')
        : done({ accessToken: tokenOf(hour()), expiresIn: TOKEN_SECONDS }),
  });
  for (const route of [...accountRoutes(deps), ...readingRoutes(deps)]) {
    vendorRoute(scope, routes, { ...route, refuse });
  }
}

function accountRoutes({ accounts, keys }: MonnifyDependencies): MonnifyRoute[] {
  const reserved = '/api/v2/bank-transfer/reserved-accounts';
  return [
    {
      method: 'POST',
      url: reserved,
      operation: 'numbers',
      referenceOf: (call) => textOf(call.body.accountReference) || null,
      act({ body }, fault) {
        const reference = textOf(body.accountReference);
        if (textOf(body.contractCode) !== keys.monnifyContractCode)
          return refusal(422, 'Invalid contract code supplied.');
        const identity = textOf(body.bvn) || textOf(body.nin);
        if (!/^\d{11}$/.test(identity)) return refusal(422, 'BVN is invalid. Must be 11 digits');
        // A provider may repeat what it was given.
        if (fault?.mode === 'decline') return refusal(422, `BVN ${identity} does not match the name supplied.`);
        if (accounts.has('monnify', reference)) {
          return refusal(422, 'You can not reserve two accounts with the same reference.');
        }
        const wanted = {
          provider: 'monnify',
          reference,
          accountName: textOf(body.accountName),
          email: textOf(body.customerEmail),
        } as const;
        const codes: unknown[] = Array.isArray(body.preferredBanks) ? body.preferredBanks : [];
        const banks = (['moniepoint', 'wema-bank', 'sterling'] satisfies BankName[]).filter(
          (name) => body.getAllAvailableBanks === true || codes.includes(BANKS[name].code),
        );
        for (const bank of banks) accounts.open(wanted, bank);
        return done(reservation(reference, accounts.listBy('monnify', reference)));
      },
    },
    {
      method: 'GET',
      url: `${reserved}/:reference`,
      operation: 'numbers',
      referenceOf: (call) => call.params.reference ?? null,
      act({ params: { reference = '' } }) {
        const found = accounts.listBy('monnify', reference);
        return found.length > 0 ? done(reservation(reference, found)) : refusal(404, 'Cannot find reserved account');
      },
    },
    {
      method: 'DELETE',
      url: '/api/v1/bank-transfer/reserved-accounts/reference/:reference',
      operation: 'numbers',
      referenceOf: (call) => call.params.reference ?? null,
      act({ params: { reference = '' } }) {
        const found = accounts.listBy('monnify', reference);
        if (found.length === 0) return refusal(404, 'Cannot find reserved account');
        for (const account of found) accounts.close(account);
        return done(reservation(reference, found));
      },
    },
  ];
}

function readingRoutes({ ledger }: MonnifyDependencies): MonnifyRoute[] {
  const all = () => ledger.orders().filter(({ gateway }) => gateway === 'monnify');
  const pageOf = (found: readonly Order[], { query }: VendorCall): VendorAnswer => {
    const size = Math.max(numberOf(query.size) || 10, 1);
    const page = Math.max(numberOf(query.page) || 0, 0);
    const content = found.slice(page * size, (page + 1) * size).map((order) => monnifyTransaction(viewOf(order)));
    return done({ content, last: (page + 1) * size >= found.length, totalElements: found.length, number: page, size });
  };
  return [
    {
      method: 'GET',
      url: '/api/v2/transactions/:reference',
      operation: 'verify',
      referenceOf: (call) => call.params.reference ?? null,
      act({ params }, fault) {
        const order = fault?.mode === 'decline' ? null : ledger.findByReference('monnify', params.reference ?? '');
        if (!order) return refusal(404, 'Could not find transaction with the specified transaction reference');
        return done(monnifyTransaction(viewOf(order)));
      },
    },
    {
      method: 'GET',
      url: '/api/v1/bank-transfer/reserved-accounts/transactions',
      operation: 'list',
      referenceOf: (call) => call.query.accountReference ?? null,
      act: (call) =>
        pageOf(
          all().filter(({ transfer }) => transfer?.reference === call.query.accountReference),
          call,
        ),
    },
    {
      method: 'GET',
      url: '/api/v1/transactions/search',
      operation: 'list',
      referenceOf: () => null,
      act: (call) => {
        const [from, to] = [numberOf(call.query.from), numberOf(call.query.to)];
        return pageOf(
          all().filter(({ createdAt }) => !(Date.parse(createdAt) < from || Date.parse(createdAt) > to)),
          call,
        );
      },
    },
  ];
}

const viewOf = (order: Order): ChargeView => ({ order, attempt: decidingAttempt(order) });

function reservation(accountReference: string, accounts: readonly VirtualAccount[]): object {
  return {
    accountReference,
    accountName: accounts[0]?.accountName,
    currencyCode: 'NGN',
    status: 'ACTIVE',
    reservationReference: `RES${accountReference}`,
    collectionChannel: 'RESERVED_ACCOUNT',
    accounts: accounts.map(({ bankCode, bank: bankName, accountNumber, accountName }) => {
      return { bankCode, bankName, accountNumber, accountName };
    }),
  };
}

/** "21/01/2022 03:49:28 PM", in Lagos. */
function dayFirst(iso: string): string {
  const lagos = new Date(Date.parse(iso) + 3_600_000).toISOString();
  const [, year, month, day, hour, minute, second] = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)/.exec(lagos) ?? [];
  const hours = Number(hour);
  const clock = `${String(hours % 12 || 12).padStart(2, '0')}:${minute}:${second}`;
  return `${day}/${month}/${year} ${clock} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** A transaction in answers: amounts are texts of naira. */
function monnifyTransaction(view: ChargeView): object {
  const { order, attempt } = view;
  const naira = ((attempt?.chargedKobo ?? order.amountKobo) / 100).toFixed(2);
  return {
    transactionReference: order.reference,
    paymentReference: order.reference,
    amountPaid: naira,
    totalPayable: naira,
    settlementAmount: ((order.amountKobo - feeOf('monnify', order.amountKobo)) / 100).toFixed(2),
    paidOn: dayFirst(attempt?.finishedAt ?? order.createdAt),
    paymentStatus: viewStatus(view) === 'reversed' ? 'REVERSED' : 'PAID',
    paymentDescription: order.transfer?.narration ?? '',
    currency: order.currency,
    paymentMethod: 'ACCOUNT_TRANSFER',
    product: { type: 'RESERVED_ACCOUNT', reference: order.transfer?.reference },
    accountDetails: { accountName: order.transfer?.senderName, bankCode: '044' },
    customer: { email: order.email, name: order.customerName },
  };
}

/** Signs as Monnify does: lowercase hex HMAC-SHA-512 of the body's bytes, keyed with the secret key. */
export function monnifyPayloads(secretKey: string): GatewayPayloads {
  return {
    webhookBody: ({ kind, order, attempt }) =>
      kind !== 'charge' || !order.transfer
        ? null
        : {
            eventType: 'SUCCESSFUL_TRANSACTION',
            eventData: {
              ...monnifyTransaction({ order, attempt }),
              paidOn: (attempt?.finishedAt ?? order.createdAt).slice(0, 23).replace('T', ' '),
              amountPaid: (attempt?.chargedKobo ?? order.amountKobo) / 100,
              paymentSourceInformation: [
                {
                  bankCode: '044',
                  amountPaid: order.amountKobo / 100,
                  accountName: order.transfer.senderName,
                  sessionId: order.transfer.sessionId,
                  accountNumber: '0065432190',
                },
              ],
              destinationAccountInformation: {
                bankName: order.transfer.bank,
                accountNumber: order.transfer.accountNumber,
              },
            },
          },
    proof: (body, forged) => ({
      'monnify-signature': createHmac('sha512', forged ? `${secretKey}-forged` : secretKey)
        .update(body)
        .digest('hex'),
    }),
    returnUrl: () => null,
  };
}
