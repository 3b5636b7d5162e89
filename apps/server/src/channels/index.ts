import type { Billing } from '../billing/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Context } from '../platform/context.ts';
import type { Platform } from '../platform/platform.ts';
import type { Support } from '../support/index.ts';

/** The product for people without a signed-in browser. */
export function createChannels(
  _platform: Platform,
  _contexts: {
    readonly identity: Identity;
    readonly messaging: Messaging;
    readonly catalogue: Catalogue;
    readonly billing: Billing;
    readonly support: Support;
  },
) {
  return {} satisfies Context;
}
