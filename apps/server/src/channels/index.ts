import type { Billing } from '../billing/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Context } from '../platform/context.ts';
import type { Platform } from '../platform/platform.ts';
import type { Support } from '../support/index.ts';
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
  const whatsApp = createWhatsAppChannel(platform, contexts);
  return {
    routes: (routes, { raw }) => registerWhatsApp(routes, { ...whatsApp.calls, rawScope: raw }),
    jobs: whatsApp.jobs,
    handlers: whatsApp.handlers,
  } satisfies Context;
}
