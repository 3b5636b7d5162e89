import { paymentReference } from '@portal/kernel/billing/payment-reference';
import { toKobo } from '@portal/kernel/money';
import type { Config } from '../platform/config/config.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { hmacOf } from '../platform/crypto/hmac.ts';
import type { Platform } from '../platform/platform.ts';
import type { Settings } from '../platform/settings/create-settings.ts';
import { createVatRules } from '../platform/settings/vat-rules.ts';
import type { BillingDependencies } from './billing-dependencies.ts';
import { sellerOf } from './invoices/seller.ts';
import { products } from './products.ts';
import type { RenewalRules } from './renewals/renewal.policy.ts';
import { savedCardTokens } from './saved-cards/saved-card.repository.ts';
import { accountReference } from './virtual-accounts/account-reference.ts';

type OperatorConfig = Pick<Config, 'gatewayTimeoutMs' | 'pricesIncludeVat'>;

type Handed = Pick<
  Platform,
  'database' | 'clock' | 'randomBytes' | 'logger' | 'publicUrl' | 'encryptionKeys' | 'hashKey' | 'publishLiveUpdate'
> &
  Pick<
    BillingDependencies,
    | 'eInvoicing'
    | 'intakes'
    | 'gateways'
    | 'checkoutOrigins'
    | 'notify'
    | 'queueEmail'
    | 'queueSms'
    | 'publish'
    | 'findUsedOf'
    | 'metrics'
  > & {
    readonly config: OperatorConfig;
    readonly settings: Pick<Settings, 'get'>;
  };

/** The rules of renewals that apply at the moment in which they are read. */
export function renewalRules({ get }: Pick<Settings, 'get'>): RenewalRules {
  return {
    get invoiceDays() {
      return get('limits').invoiceDays;
    },
    get graceDays() {
      return get('limits').graceDays;
    },
  };
}

/** Collects billing's dependencies from the platform, the configuration and the other contexts. */
export function createBillingDependencies(handed: Handed): BillingDependencies {
  const { config, randomBytes, encryptionKeys: keys, hashKey } = handed;
  return {
    database: handed.database,
    clock: handed.clock,
    log: handed.logger,
    newReference: () => paymentReference(randomBytes(14)),
    newLinkToken: () => randomBytes(32).toString('base64url'),
    payUrl: (token) => `${handed.publicUrl.origin}/pay#${token}`,
    lineOfferUrl: (token) => `${handed.publicUrl.origin}/line-offer#token=${token}`,
    gateways: handed.gateways,
    eInvoicing: handed.eInvoicing ?? null,
    intakes: handed.intakes,
    newAccountReference: () => accountReference(randomBytes(14)),
    gatewayTimeoutMs: config.gatewayTimeoutMs,
    checkoutOrigins: handed.checkoutOrigins,
    returnUrl: `${handed.publicUrl.origin}/payment/return`,
    mandateReturnUrl: (id) => `${handed.publicUrl.origin}/payment?mandate=${id}#auto-pay`,
    products,
    ...createVatRules(handed),
    seller: () => sellerOf(handed.settings),
    rules: renewalRules(handed.settings),
    paymentTime: () => handed.settings.get('payment-time'),
    approvalAboveKobo: () => toKobo(handed.settings.get('limits').refundApprovalAboveNaira * 100),
    cardEncryption: createEncryption({ keys, purpose: savedCardTokens.purpose, randomBytes }),
    hashCard: (text) => hmacOf(hashKey, 'saved-card', text).toString('base64url'),
    hashVoucherCode: (code) => hmacOf(hashKey, 'voucher-pin', code).toString('base64url'),
    randomBytes,
    notify: handed.notify,
    queueEmail: handed.queueEmail,
    queueSms: handed.queueSms,
    publishLiveUpdate: handed.publishLiveUpdate,
    publish: handed.publish,
    findUsedOf: handed.findUsedOf,
    metrics: handed.metrics,
  };
}
