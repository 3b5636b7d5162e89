import type { Clock } from '@portal/kernel/clock';
import { SANDBOX_AUTHORITY } from '@portal/sandbox/sandbox-options';
import type { Config } from '../../../../platform/config/config.ts';
import type { StampKeys } from '../../../../platform/config/stamp-keys.ts';
import { createHttpClient, type OutsideCall } from '../../../../platform/outside/http-client.ts';
import type { EInvoiceAccessPoint } from './access-point.port.ts';
import { createInterswitchAccessPoint } from './interswitch.access-point.ts';
import { createMbsAccessPoint } from './mbs.access-point.ts';

/** How documents of this installation are registered. */
export type EInvoicing = {
  readonly accessPoint: EInvoiceAccessPoint;
  readonly serviceId: string;
  /** For the QR codes of a provider that makes none. */
  readonly stampKeys: StampKeys | null;
  /** At most so many registrations begin in a minute, and are under way at once, on one instance. */
  readonly callsAMinute: number;
  readonly callsAtOnce: number;
};

/**
 * The provider that is configured, or the sandbox's at `sandboxBase`; null where nothing is to be
 * registered.
 */
export function createEInvoicing(
  settings: Config['eInvoicing'],
  options: {
    readonly sandboxBase: string | null;
    readonly timeoutMs: number;
    readonly clock: Clock;
    readonly log?: (call: OutsideCall) => void;
  },
): EInvoicing | null {
  if (!settings) return null;
  const { provider, stampKeys, callsAMinute, callsAtOnce } = settings;
  const sandbox =
    options.sandboxBase === null ? null : { ...SANDBOX_AUTHORITY, baseUrl: `${options.sandboxBase}/authority` };
  const access = settings.access ?? sandbox;
  if (!access) return null;
  const http = createHttpClient(options);
  const { serviceId } = access;
  const accessPoint =
    provider === 'mbs' ? createMbsAccessPoint(access, http) : createInterswitchAccessPoint(access, http, options.clock);
  return { accessPoint, serviceId, stampKeys, callsAMinute, callsAtOnce };
}
