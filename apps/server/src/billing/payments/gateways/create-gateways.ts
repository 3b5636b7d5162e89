import type { Clock } from '@portal/kernel/clock';
import { SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import type { GatewaySettings, LargestPayments } from '../../../platform/config/config.ts';
import { createHttpClient, type OutsideCall } from '../../../platform/outside/http-client.ts';
import { createFlutterwaveGateway } from './flutterwave.gateway.ts';
import type { Gateway } from './gateway.port.ts';
import { createPaystackGateway } from './paystack.gateway.ts';
import { createQuicktellerGateway } from './quickteller.gateway.ts';

/** The settings with which the real adapters call the fakes below `base`. */
export function sandboxSettings(base: string): GatewaySettings {
  return {
    paystack: {
      secretKey: SANDBOX_KEYS.paystackSecretKey,
      webhookSecrets: [SANDBOX_KEYS.paystackSecretKey],
      baseUrl: `${base}/paystack`,
      directDebit: true,
    },
    flutterwave: {
      secretKey: SANDBOX_KEYS.flutterwaveSecretKey,
      webhookSecrets: [SANDBOX_KEYS.flutterwaveWebhookHash],
      baseUrl: `${base}/flutterwave/v3`,
    },
    interswitch: {
      clientId: SANDBOX_KEYS.interswitchClientId,
      clientSecret: SANDBOX_KEYS.interswitchClientSecret,
      merchantCode: SANDBOX_KEYS.interswitchMerchantCode,
      payableCode: SANDBOX_KEYS.interswitchPayableCode,
      webhookSecrets: [SANDBOX_KEYS.interswitchWebhookSecret],
      baseUrl: `${base}/quickteller`,
      tokenUrl: `${base}/quickteller`,
    },
  };
}

/** The configured gateways, in the order in which customers see them. */
export function createGateways(
  settings: GatewaySettings,
  options: {
    readonly timeoutMs: number;
    readonly clock: Clock;
    readonly log?: (call: OutsideCall) => void;
    readonly largest?: LargestPayments;
  },
): Gateway[] {
  const http = createHttpClient(options);
  const gateways = [
    ...(settings.paystack ? [createPaystackGateway(settings.paystack, http)] : []),
    ...(settings.flutterwave ? [createFlutterwaveGateway(settings.flutterwave, http)] : []),
    ...(settings.interswitch ? [createQuicktellerGateway(settings.interswitch, http, options.clock)] : []),
  ];
  return gateways.map((gateway) => ({ ...gateway, largestKobo: options.largest?.[gateway.id] }));
}
