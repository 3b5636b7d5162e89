import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { registerSandbox } from './register-sandbox.ts';
import { SANDBOX_KEYS } from './sandbox-options.ts';

/**
 * Runs the gateways as a process of their own, so that they survive when the portal is stopped or
 * killed.
 */
const { env } = process;
if (env.NODE_ENV === 'production')
  throw new Error('The sandbox does not run in production: it lets anyone decide payments.');

const host = env.SANDBOX_HOST ?? '127.0.0.1';
const port = Number(env.SANDBOX_PORT ?? 3100);
const portalUrl = env.PORTAL_URL ?? 'http://127.0.0.1:3000';

const app = Fastify({ logger: false });
await app.register(
  async (scope) => {
    await registerSandbox(scope, {
      publicBase: `${env.SANDBOX_PUBLIC_URL ?? `http://${host}:${port}`}/sandbox`,
      merchantName: env.SANDBOX_MERCHANT_NAME ?? 'Waya Fibre',
      webhookTarget: (gateway) => `${portalUrl}/api/webhooks/${gateway}`,
      keys: {
        paystackSecretKey: env.PAYSTACK_SECRET_KEY ?? SANDBOX_KEYS.paystackSecretKey,
        flutterwaveSecretKey: env.FLUTTERWAVE_SECRET_KEY ?? SANDBOX_KEYS.flutterwaveSecretKey,
        flutterwaveWebhookHash: env.FLUTTERWAVE_WEBHOOK_HASH ?? SANDBOX_KEYS.flutterwaveWebhookHash,
        interswitchClientId: env.INTERSWITCH_CLIENT_ID ?? SANDBOX_KEYS.interswitchClientId,
        interswitchClientSecret: env.INTERSWITCH_CLIENT_SECRET ?? SANDBOX_KEYS.interswitchClientSecret,
        interswitchMerchantCode: env.INTERSWITCH_MERCHANT_CODE ?? SANDBOX_KEYS.interswitchMerchantCode,
        interswitchPayableCode: env.INTERSWITCH_PAYABLE_CODE ?? SANDBOX_KEYS.interswitchPayableCode,
        interswitchWebhookSecret: env.INTERSWITCH_WEBHOOK_SECRET ?? SANDBOX_KEYS.interswitchWebhookSecret,
        monnifyApiKey: env.MONNIFY_API_KEY ?? SANDBOX_KEYS.monnifyApiKey,
        monnifySecretKey: env.MONNIFY_SECRET_KEY ?? SANDBOX_KEYS.monnifySecretKey,
        monnifyContractCode: env.MONNIFY_CONTRACT_CODE ?? SANDBOX_KEYS.monnifyContractCode,
      },
      storeFile: env.SANDBOX_STORE ?? null,
      settlesDaily: true,
      delayedTransferMs: Number(env.SANDBOX_TRANSFER_MS ?? 10_000),
      clock: () => new Date(),
      newId: randomUUID,
      log: { info: () => undefined, warn: (details, message) => console.error(message, details) },
      fontFolder: fileURLToPath(new URL('../../web/public/fonts', import.meta.url)),
    });
  },
  { prefix: '/sandbox' },
);

await app.listen({ host, port });
console.log(`Sandbox gateways for ${portalUrl} at http://${host}:${port}/sandbox`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
