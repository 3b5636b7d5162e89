import type { Billing } from '../billing/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Network } from '../network/index.ts';
import type { Context } from '../platform/context.ts';
import type { Platform } from '../platform/platform.ts';
import type { Support } from '../support/index.ts';
import { createMenuChannel } from './create-menu-channel.ts';
import { createQuickPayChannel } from './create-quick-pay-channel.ts';
import { createWhatsAppChannel } from './whatsapp/create-channel.ts';
import type { WhatsApp } from './whatsapp/create-whatsapp.ts';
import { registerWhatsApp } from './whatsapp/whatsapp.routes.ts';

export type { RequestCallBack } from './menu/call-back.port.ts';
export { inboundTextBodies } from './sms-menu/inbound-text.repository.ts';
export type { WhatsApp } from './whatsapp/create-whatsapp.ts';

export type Channels = ReturnType<typeof createChannels>;

/** The product for people without a signed-in browser. */
export function createChannels(
  platform: Platform,
  contexts: {
    readonly identity: Identity;
    readonly messaging: Messaging;
    readonly catalogue: Catalogue;
    readonly billing: Billing;
    readonly network: Network;
    readonly support: Support;
    /** Null where there is no WhatsApp. */
    readonly whatsApp: WhatsApp | null;
  },
) {
  const quickPay = createQuickPayChannel(platform, contexts);
  const menu = createMenuChannel(platform, contexts);
  const whatsApp = createWhatsAppChannel(platform, { ...contexts, menu: menu.menu });
  return {
    /** Notes that a customer wants to be called. */
    callBacks: menu.callBacks,
    routes: (routes, { raw }) => {
      quickPay.routes(routes, raw);
      menu.routes(routes, raw);
      registerWhatsApp(routes, { ...whatsApp.calls, rawScope: raw });
    },
    jobs: [...menu.jobs, ...whatsApp.jobs],
    handlers: whatsApp.handlers,
  } satisfies Context & Record<string, unknown>;
}
