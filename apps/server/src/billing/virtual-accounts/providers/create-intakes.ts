import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import type { Clock } from '@portal/kernel/clock';
import { SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import type { GatewaySettings, MonnifySettings, VirtualAccountSettings } from '../../../platform/config/config.ts';
import { createHttpClient, type OutsideCall } from '../../../platform/outside/http-client.ts';
import type { Intake } from '../../incoming-transfers/intake.port.ts';
import { createFlutterwaveIntake } from './flutterwave-intake.ts';
import { createMonnifyIntake } from './monnify-intake.ts';
import { createPaystackIntake } from './paystack-intake.ts';

/** The settings with which the real adapter calls the fake below `base`. */
export function sandboxMonnify(base: string): MonnifySettings {
  return {
    apiKey: SANDBOX_KEYS.monnifyApiKey,
    secretKey: SANDBOX_KEYS.monnifySecretKey,
    webhookSecrets: [SANDBOX_KEYS.monnifySecretKey],
    contractCode: SANDBOX_KEYS.monnifyContractCode,
    banks: [],
    baseUrl: `${base}/monnify`,
  };
}

/** The providers of account numbers that are switched on, in the order in which they were named. */
export function createIntakes(
  { providers, monnify, paystackBanks }: VirtualAccountSettings,
  gateways: Pick<GatewaySettings, 'paystack' | 'flutterwave'>,
  options: { readonly timeoutMs: number; readonly clock: Clock; readonly log?: (call: OutsideCall) => void },
): Intake[] {
  const http = createHttpClient(options);
  const { paystack, flutterwave } = gateways;
  const create: Readonly<Record<IntakeProvider, () => Intake | null>> = {
    paystack: () => paystack && createPaystackIntake(paystack, http, { banks: paystackBanks }),
    monnify: () => monnify && createMonnifyIntake(monnify, http, options.clock),
    flutterwave: () => flutterwave && createFlutterwaveIntake(flutterwave, http),
  };
  return providers.flatMap((provider) => create[provider]() ?? []);
}
