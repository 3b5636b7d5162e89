import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallLog } from '../call-log.ts';
import type { FaultBoard, FaultRequest } from '../faults.ts';
import type { CallMoment, Operation, RecordedCall, Vendor } from '../sandbox-options.ts';

export interface VendorAnswer {
  readonly status: number;
  readonly body: object;
}

export interface VendorCall {
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly authorization: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface VendorRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly operation: Operation;
  /** Our reference in the call, where it has one. */
  readonly referenceOf: (call: VendorCall) => string | null;
  /** The vendor's answer to a caller without the right key; null when the key is right. */
  readonly refuse: (call: VendorCall) => VendorAnswer | null;
  readonly act: (call: VendorCall, fault: FaultRequest | null) => VendorAnswer;
}

export interface RouteDependencies {
  readonly gateway: Vendor;
  readonly faults: FaultBoard;
  readonly calls: CallLog;
  readonly clock: () => Date;
  readonly stopped: AbortSignal;
  readonly onCall: ((moment: CallMoment, call: RecordedCall) => void) | undefined;
}

/**
 * Registers one API call of a vendor: recorded, checked for its key, and modified by the active
 * fault before or after it acts.
 */
export function vendorRoute(scope: FastifyInstance, deps: RouteDependencies, route: VendorRoute): void {
  scope.route({
    method: route.method,
    url: route.url,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const call = vendorCall(request);
      const refusal = route.refuse(call);
      if (refusal) return send(reply, refusal);
      const { gateway, faults, onCall } = deps;
      const { operation, method } = route;
      const reference = route.referenceOf(call);
      const recorded: RecordedCall = {
        at: deps.clock().toISOString(),
        gateway,
        operation,
        method,
        path: request.url,
        reference,
        body: request.body ?? null,
      };
      deps.calls.add(recorded);
      onCall?.('seen', recorded);
      if (onCall) reply.raw.once('finish', () => onCall('answered', recorded));
      const fault = faults.take(gateway, operation, reference);
      const before = fault && (fault.when ?? 'before') === 'before';
      if (fault && before) {
        await pause(fault, deps.stopped);
        const spoiled = spoil(fault, reply);
        if (spoiled) return spoiled;
      }
      const answer = route.act(call, fault);
      onCall?.('acted', recorded);
      if (fault && !before) {
        await pause(fault, deps.stopped);
        const spoiled = spoil(fault, reply);
        if (spoiled) return spoiled;
      }
      return send(reply, answer);
    },
  });
}

function vendorCall(request: FastifyRequest): VendorCall {
  return {
    body: isRecord(request.body) ? request.body : {},
    query: isRecord(request.query) ? (request.query as VendorCall['query']) : {},
    params: isRecord(request.params) ? (request.params as VendorCall['params']) : {},
    authorization: request.headers.authorization ?? '',
    headers: request.headers,
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a field; empty when it is missing or not a text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** A field that vendors accept as a number or as its text; NaN when it is neither. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN;
}

/** An absolute http(s) address, or null. */
export function webAddress(value: unknown): string | null {
  const url = URL.parse(textOf(value));
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null;
}

export function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
}

function send(reply: FastifyReply, { status, body }: VendorAnswer): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

function pause(fault: FaultRequest, stopped: AbortSignal): Promise<unknown> {
  if (fault.mode !== 'hang') return Promise.resolve();
  return sleep(fault.delayMs ?? 30_000, null, { signal: stopped }).catch(() => null);
}

/** The faulty answer, or null when the true one may still be sent. */
function spoil(fault: FaultRequest, reply: FastifyReply): FastifyReply | null {
  switch (fault.mode) {
    case 'drop':
      reply.hijack();
      reply.raw.socket?.destroy();
      return reply;
    case 'error':
      return proxyError(reply, fault.status ?? 500);
    case 'empty':
      return reply.code(200).type('application/json').send('');
    case 'wrong-json':
      return reply.code(200).type('application/json').send('{"status":tru');
    case 'wrong-shape':
      return reply.code(200).type('application/json').send('[null]');
    default:
      return null;
  }
}

/** A server error comes from the vendor's front proxy, as a page and not as JSON. */
function proxyError(reply: FastifyReply, status: number): FastifyReply {
  const page = `<html><head><title>${status}</title></head><body>${status}</body></html>`;
  return reply.code(status).type('text/html').send(page);
}
