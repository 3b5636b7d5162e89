import type { FastifyInstance } from 'fastify';
import type { Billing } from '../billing/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Routes } from '../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../platform/http/errors/api-error.ts';
import type { Platform } from '../platform/platform.ts';
import { registerPayCode, registerPayLink } from './pay-codes/pay-code.routes.ts';
import { registerQuickPay } from './quick-pay/quick-pay.routes.ts';
import { createQuickPayLimits } from './quick-pay/quick-pay-limits.ts';
import { createQuickPayTokens } from './quick-pay/quick-pay-token.ts';

/** Paying without signing in, and what customers give to who pays for them. */
export function createQuickPayChannel(
  platform: Platform,
  contexts: { readonly identity: Identity; readonly messaging: Messaging; readonly billing: Billing },
) {
  const { identity, messaging, billing } = contexts;
  const { database, clock, randomBytes, config, settings, openCounter, publicUrl } = platform;
  const requireOn = (): void => {
    if (settings.get('quick-pay').isOn === 'off') throw new ApiError('quick-pay.off');
  };
  return {
    routes: (routes: Routes, raw: FastifyInstance): void => {
      registerQuickPay(routes, {
        database,
        duePayments: billing.duePayments,
        tokens: createQuickPayTokens({ keys: platform.sessionSecrets, clock, randomBytes }),
        count: createQuickPayLimits({ openCounter, limits: config.limits, deviceOf: identity.findDevice }),
        requireOn,
      });
      registerPayCode(routes, {
        database,
        clock,
        randomBytes,
        origin: publicUrl.origin,
        ussdCode: config.ussd?.code ?? null,
        speakIn: messaging.speakIn,
        findLanguage: messaging.findLanguage,
        listAccountNumbers: billing.listAccountNumbers,
        phone: () => settings.get('contacts').phone,
        print: billing.printLetter,
        requireOn,
      });
      registerPayLink(raw);
    },
  };
}
