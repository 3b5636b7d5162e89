import { randomUUID } from 'node:crypto';
import { registerSandbox } from '@portal/sandbox/register-sandbox';
import type { SandboxHandle } from '@portal/sandbox/sandbox-handle';
import { type CallMoment, type RecordedCall, SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import Fastify from 'fastify';

export type CallListener = (moment: CallMoment, call: RecordedCall) => void;

export type GatewaySandbox = {
  readonly handle: SandboxHandle;
  /** The settings with which a portal uses these fakes as its gateways. */
  readonly portalEnv: Readonly<Record<string, string>>;
  /** Called synchronously with every call: its effects come before the sandbox continues. */
  readonly listen: (listener: CallListener | null) => void;
  readonly close: () => Promise<void>;
};

const TRANSFER_MS = 700;
const WEBHOOK_RETRIES_MS = [200, 400, 800, 1500];

/**
 * The three gateways outside the portal's process, so that they survive its kill. They run inside
 * the crash test itself: a kill at "request seen" then truly happens before the gateway answers,
 * with no message between processes that could be late.
 */
export async function startGatewaySandbox(port: number, portalOrigin: string): Promise<GatewaySandbox> {
  const app = Fastify({ logger: false });
  const origin = `http://127.0.0.1:${port}`;
  let listener: CallListener | null = null;
  const handle = await new Promise<SandboxHandle>((resolve, reject) => {
    app.register(
      async (scope) => {
        resolve(
          await registerSandbox(scope, {
            publicBase: `${origin}/sandbox`,
            merchantName: 'Crash test',
            webhookTarget: (gateway) => `${portalOrigin}/api/webhooks/${gateway}`,
            keys: SANDBOX_KEYS,
            storeFile: null,
            clock: () => new Date(),
            newId: randomUUID,
            log: { info: () => undefined, warn: (details, message) => console.error(message, details) },
            delayedTransferMs: TRANSFER_MS,
            webhookRetryDelaysMs: WEBHOOK_RETRIES_MS,
            onCall: (moment, call) => listener?.(moment, call),
          }),
        );
      },
      { prefix: '/sandbox' },
    );
    app.listen({ host: '127.0.0.1', port }).catch(reject);
  });
  return {
    handle,
    portalEnv: { ...gatewaySettings(port), ...numberSettings(port) },
    listen: (next) => {
      listener = next;
    },
    close: () => app.close(),
  };
}

/** The settings with which it opens account numbers there. */
const numberSettings = (port: number): Record<string, string> => ({
  VIRTUAL_ACCOUNTS: 'monnify',
  MONNIFY_API_KEY: SANDBOX_KEYS.monnifyApiKey,
  MONNIFY_SECRET_KEY: SANDBOX_KEYS.monnifySecretKey,
  MONNIFY_CONTRACT_CODE: SANDBOX_KEYS.monnifyContractCode,
  MONNIFY_BASE_URL: `http://127.0.0.1:${port}/sandbox/monnify`,
});

/** The settings with which a portal uses the fakes on that port as its gateways. */
export function gatewaySettings(port: number): Record<string, string> {
  const origin = `http://127.0.0.1:${port}`;
  return {
    PAYSTACK_SECRET_KEY: SANDBOX_KEYS.paystackSecretKey,
    PAYSTACK_BASE_URL: `${origin}/sandbox/paystack`,
    FLUTTERWAVE_SECRET_KEY: SANDBOX_KEYS.flutterwaveSecretKey,
    FLUTTERWAVE_WEBHOOK_HASH: SANDBOX_KEYS.flutterwaveWebhookHash,
    FLUTTERWAVE_BASE_URL: `${origin}/sandbox/flutterwave/v3`,
    INTERSWITCH_CLIENT_ID: SANDBOX_KEYS.interswitchClientId,
    INTERSWITCH_CLIENT_SECRET: SANDBOX_KEYS.interswitchClientSecret,
    INTERSWITCH_MERCHANT_CODE: SANDBOX_KEYS.interswitchMerchantCode,
    INTERSWITCH_PAYABLE_CODE: SANDBOX_KEYS.interswitchPayableCode,
    INTERSWITCH_WEBHOOK_SECRET: SANDBOX_KEYS.interswitchWebhookSecret,
    INTERSWITCH_BASE_URL: `${origin}/sandbox/quickteller`,
    CHECKOUT_ORIGINS: origin,
  };
}
