import { SANDBOX_WHATSAPP } from '@portal/sandbox/sandbox-options';
import type { Config } from '../../platform/config/config.ts';
import { createHttpClient, type OutsideCall } from '../../platform/outside/http-client.ts';
import { createWhatsAppApi, type WhatsAppApi } from './api/whatsapp-api.ts';

/** The WhatsApp of this installation. Any of `appSecrets` may have signed a webhook. */
export type WhatsApp = {
  readonly api: WhatsAppApi;
  readonly phoneNumberId: string;
  /** Whether templates can be read and submitted: it needs the id of the business account. */
  readonly hasTemplates: boolean;
  readonly appSecrets: readonly string[];
  readonly verifyToken: string;
};

/** The configured access, or the sandbox's fake at `sandboxBase`; null where there is no WhatsApp. */
export function createWhatsApp(
  settings: Config['whatsApp'],
  options: {
    readonly sandboxBase: string | null;
    readonly timeoutMs: number;
    readonly log?: (call: OutsideCall) => void;
  },
): WhatsApp | null {
  const { sandboxBase } = options;
  if (settings === null || (settings === 'sandbox' && sandboxBase === null)) return null;
  const access = settings === 'sandbox' ? { ...SANDBOX_WHATSAPP, baseUrl: `${sandboxBase}/whatsapp` } : settings;
  const { phoneNumberId, businessAccountId, appSecrets, verifyToken } = access;
  const api = createWhatsAppApi(access, createHttpClient(options));
  return { api, phoneNumberId, hasTemplates: businessAccountId !== '', appSecrets, verifyToken };
}
