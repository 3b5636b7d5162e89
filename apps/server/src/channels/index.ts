import type { Billing } from '../billing/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/http/errors/api-error.ts';
import type { Platform } from '../platform/platform.ts';
import type { Support } from '../support/index.ts';
import { registerPayCode, registerPayLink } from './pay-codes/pay-code.routes.ts';
import { registerQuickPay } from './quick-pay/quick-pay.routes.ts';
import { createQuickPayLimits } from './quick-pay/quick-pay-limits.ts';
import { createQuickPayTokens } from './quick-pay/quick-pay-token.ts';
import { createWhatsAppChannel } from './whatsapp/create-channel.ts';
import type { WhatsApp } from './whatsapp/create-whatsapp.ts';
import { registerWhatsApp } from './whatsapp/whatsapp.routes.ts';

export type { WhatsApp } from './whatsapp/create-whatsapp.ts';

/** The product for people without a signed-in browser. */
export function createChannels(
  platform: Platform,
  contexts: {
    readonly identity: Identity;
    readonly messaging: Messaging;
    readonly catalogue: Catalogue;
    readonly billing: Billing;
    readonly support: Support;
    /** Null where there is no WhatsApp. */
    readonly whatsApp: WhatsApp | null;
  },
) {
  const { identity, messaging, billing } = contexts;
  const { database, clock, randomBytes, config, settings, openCounter, publicUrl } = platform;
  const requireOn = (): void => {
    if (settings.get('quick-pay').isOn === 'off') throw new ApiError('quick-pay.off');
  };
  const whatsApp = createWhatsAppChannel(platform, contexts);
  return {
    routes: (routes, { raw }) => {
      const { limits, ussdCode } = config;
      const { duePayments } = billing;
      registerQuickPay(routes, {
        database,
        duePayments,
        tokens: createQuickPayTokens({ keys: platform.sessionSecrets, clock, randomBytes }),
        count: createQuickPayLimits({ openCounter, limits, deviceOf: identity.findDevice }),
        requireOn,
      });
      registerPayCode(routes, {
        database,
        clock,
        randomBytes,
        origin: publicUrl.origin,
        ussdCode,
        speakIn: messaging.speakIn,
        findLanguage: messaging.findLanguage,
        listAccountNumbers: billing.listAccountNumbers,
        phone: () => settings.get('contacts').phone,
        print: billing.printLetter,
        requireOn,
      });
      registerPayLink(raw);
      registerWhatsApp(routes, { ...whatsApp.calls, rawScope: raw });
    },
    jobs: whatsApp.jobs,
    handlers: whatsApp.handlers,
  } satisfies Context;
}
