import { subscriberAddress } from '@portal/kernel/network-address';
import type { FastifyRequest } from 'fastify';
import { createLimit } from '../../platform/http/limits/rate-limit.ts';
import { type CounterPlan, HOUR_MS, MINUTE_MS, type OpenCounter } from '../../platform/http/limits/shared-counters.ts';

export type QuickPayLimits = { readonly quickPayPerMinute: number; readonly quickPayPerHour: number };

/**
 * How often accounts may be looked up and payments opened, over all instances. A person looks up a few; whoever
 * tries telephone numbers in turn looks up many, and whoever watches somebody asks for the same one.
 */
export function createQuickPayLimits(deps: {
  readonly openCounter: OpenCounter;
  readonly limits: QuickPayLimits;
  /** Of a browser with a device cookie; null for one without. */
  readonly deviceOf: (request: FastifyRequest) => string | null;
}) {
  const { quickPayPerMinute, quickPayPerHour } = deps.limits;
  const plan = (name: string, max: number, windowMs: number): CounterPlan => ({ name, max, windowMs });
  const limit = (...named: Parameters<typeof plan>) => createLimit(deps.openCounter, plan(...named));
  const addressMinute = limit('quick-pay-address-minute', quickPayPerMinute, MINUTE_MS);
  const addressHour = limit('quick-pay-address', quickPayPerHour, HOUR_MS);
  const device = limit('quick-pay-device', quickPayPerHour, HOUR_MS);
  const named = limit('quick-pay-named', quickPayPerHour, HOUR_MS);
  const opened = limit('quick-pay-opened', quickPayPerMinute, MINUTE_MS);
  const openedFor = limit('quick-pay-opened-for', quickPayPerHour, HOUR_MS);
  const found = deps.openCounter(plan('quick-pay-found', quickPayPerHour, HOUR_MS));
  return {
    /** Throws ApiError request.too-many, whether there is such an account or not. */
    countLookup: (request: FastifyRequest, name: string | null): void => {
      const address = subscriberAddress(request.ip);
      addressMinute(address);
      addressHour(address);
      const ofDevice = deps.deviceOf(request);
      if (ofDevice !== null) device(ofDevice);
      if (name !== null) named(name);
    },
    /** False for an account that was found too often, by whichever of its names: it is not found any more then. */
    mayBeFound: (accountId: number): boolean => found.add(accountId, 1) <= quickPayPerHour,
    /** Throws ApiError request.too-many. */
    countOpening: (request: FastifyRequest, accountId: number): void => {
      opened(subscriberAddress(request.ip));
      openedFor(accountId);
    },
  };
}

export type CountQuickPay = ReturnType<typeof createQuickPayLimits>;
