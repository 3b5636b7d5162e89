import { brand } from '@portal/brand';
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import type { Billing } from '../billing/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Network } from '../network/index.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { createPort } from '../platform/events/port.ts';
import type { Routes } from '../platform/http/contract/route-from-contract.ts';
import type { Platform } from '../platform/platform.ts';
import type { RequestCallBack } from './menu/call-back.port.ts';
import type { MenuDependencies } from './menu/create-menu-services.ts';
import { createRedeemByMenu, type RedeemInBilling } from './menu/redeem-by-menu.ts';
import { answerWaitingTexts, type SmsMenuDependencies } from './sms-menu/answer-inbound-text.ts';
import { inboundTextBodies } from './sms-menu/inbound-text.repository.ts';
import { registerSmsMenu } from './sms-menu/sms-menu.routes.ts';
import { createUssdMetrics, noMetrics } from './ussd/ussd.metrics.ts';
import { registerUssd, ussdGateways } from './ussd/ussd.routes.ts';

const TEXTS_INTERVAL_MS = 60_000;

/** The menu of the telephone: by USSD and by text. */
export function createMenuChannel(
  platform: Platform,
  contexts: {
    readonly identity: Identity;
    readonly messaging: Messaging;
    /** The menu offers vouchers where billing redeems them. */
    readonly billing: Billing & { readonly redeemVoucher?: RedeemInBilling };
    readonly network: Network;
  },
) {
  const { config, database, clock, logger, metricsRegistry, settings } = platform;
  const { identity, messaging, billing, network } = contexts;
  const callBacks = createPort<RequestCallBack>('calls that customers ask for');
  const menu: MenuDependencies = {
    hashKey: platform.hashKey,
    facts: () => ({
      form: 'keys',
      brandName: brand.name,
      code: config.ussd?.code ?? null,
      site: platform.publicUrl.hostname,
      supportPhone: settings.get('contacts').phone,
    }),
    companyNames: identity.companyNames,
    queueText: messaging.queueText,
    wakeTexts: () => messaging.wakeChannel('sms'),
    readOwed: billing.readOwed,
    createLinkWithin: billing.createLinkWithin,
    requestCallBack: (...request) => callBacks.get()(...request),
    redeemVoucher: billing.redeemVoucher ? createRedeemByMenu(billing.redeemVoucher) : null,
  };
  const { takeSnapshot } = network;
  const { smsReports } = messaging;
  const hasTexts = Object.values(config.smsReports).some((secrets) => secrets.length > 0);
  const inbound = hasTexts ? createInboundCounter(platform) : () => {};
  const encryption = createEncryption({
    keys: platform.encryptionKeys,
    purpose: inboundTextBodies.purpose,
    randomBytes: platform.randomBytes,
  });
  const texts: SmsMenuDependencies = { ...menu, database, clock, encryption, takeSnapshot, count: inbound };
  return {
    /** Notes that a customer wants to be called. */
    callBacks,
    /** What the menu needs, for another way to it. */
    menu,
    routes: (routes: Routes, rawScope: FastifyInstance): void => {
      registerUssd(routes, {
        ...menu,
        database,
        clock,
        takeSnapshot,
        metrics: config.ussd
          ? createUssdMetrics(
              metricsRegistry,
              ussdGateways.map(({ name }) => name),
            )
          : noMetrics,
        secrets: config.ussd?.secrets ?? [],
        log: logger,
        rawScope,
      });
      registerSmsMenu(routes, { ...texts, smsReports, log: logger, rawScope });
    },
    jobs: hasTexts
      ? [
          {
            name: 'inbound texts',
            intervalMs: TEXTS_INTERVAL_MS,
            work: (signal: AbortSignal) => answerWaitingTexts(texts, signal),
          },
        ]
      : [],
  };
}

/** Counts texts from customers. */
function createInboundCounter({ metricsRegistry }: Platform): SmsMenuDependencies['count'] {
  const counter = new Counter({
    name: 'inbound_texts_total',
    help: 'Texts from customers, by provider, keyword and outcome: answered, silent or limited.',
    labelNames: ['provider', 'keyword', 'outcome'] as const,
    registers: [metricsRegistry],
  });
  return ({ provider, keyword, outcome }) =>
    counter.inc({ provider, keyword: keyword ?? 'unknown', outcome: outcome ?? 'silent' });
}
