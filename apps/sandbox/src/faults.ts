import type { ChargeView } from './order.ts';
import type { Operation, Vendor } from './sandbox-options.ts';

/** Faults of the connection and of the answer's bytes; any API call can have them. */
const TRANSPORT_MODES = ['hang', 'drop', 'error', 'empty', 'wrong-json', 'wrong-shape'] as const;
/** Faults in the reported state of a charge; the ledger keeps the true one. */
const CONTENT_MODES = ['other-amount', 'other-currency', 'other-reference', 'other-domain'] as const;
/** The ledger has the result, but the gateway first reports something else for `times` calls. */
const DELAY_MODES = ['late-success', 'failed-then-success'] as const;
const WEBHOOK_MODES = ['lose', 'duplicate', 'shuffle', 'hang', 'forge', 'older-shape'] as const;

export type FaultMode =
  | (typeof TRANSPORT_MODES)[number]
  | (typeof CONTENT_MODES)[number]
  | (typeof DELAY_MODES)[number]
  | (typeof WEBHOOK_MODES)[number]
  | 'decline'
  | 'challenge'
  // A bank account's charge stays undecided until it is decided by hand.
  | 'stall'
  // The tax authority is away, or takes no more for now.
  | 'offline'
  | 'limited'
  // WhatsApp says only later that it does not deliver, says nothing, or says it in the wrong order.
  | 'decline-later'
  | 'silent'
  | 'statuses-reversed';

/** The modes that are valid for each operation. */
export const MODES_OF: { readonly [O in Operation]: readonly FaultMode[] } = {
  initialize: [...TRANSPORT_MODES, 'decline'],
  verify: [...TRANSPORT_MODES, ...CONTENT_MODES, ...DELAY_MODES, 'decline'],
  charge: [...TRANSPORT_MODES, ...CONTENT_MODES, ...DELAY_MODES, 'decline', 'challenge', 'stall'],
  refund: [...TRANSPORT_MODES, 'decline'],
  token: [...TRANSPORT_MODES, 'decline'],
  list: TRANSPORT_MODES,
  settlements: TRANSPORT_MODES,
  deactivate: TRANSPORT_MODES,
  mandate: [...TRANSPORT_MODES, 'decline'],
  'find-mandate': TRANSPORT_MODES,
  validate: [...TRANSPORT_MODES, 'decline', 'offline', 'limited'],
  register: [...TRANSPORT_MODES, 'decline', 'offline', 'limited'],
  transmit: [...TRANSPORT_MODES, 'decline', 'offline', 'limited'],
  find: [...TRANSPORT_MODES, 'offline', 'limited'],
  send: [...TRANSPORT_MODES, 'decline', 'decline-later', 'silent', 'statuses-reversed'],
  media: TRANSPORT_MODES,
  templates: [...TRANSPORT_MODES, 'decline'],
  numbers: [...TRANSPORT_MODES, 'decline'],
  webhook: [...WEBHOOK_MODES, ...CONTENT_MODES],
};

export interface FaultRequest {
  readonly gateway: Vendor;
  readonly operation: Operation;
  readonly mode: FaultMode;
  /**
   * For how many calls. Default: 2 for late-success, 1 for failed-then-success, else until cleared.
   */
  readonly times?: number;
  /** Only calls about this reference. */
  readonly reference?: string;
  /**
   * Transport faults: `before` (default) the gateway has not acted, `after` it has acted and only
   * the answer fails.
   */
  readonly when?: 'before' | 'after';
  /** How long hang lasts (default 30000) and shuffle collects (default 250). */
  readonly delayMs?: number;
  /** The status of `error`. Default 500. */
  readonly status?: 401 | 429 | 500 | 502 | 503;
  /** For other-amount. Default: half of the true amount. */
  readonly amountKobo?: number;
  /** For other-currency. Default USD. */
  readonly currency?: string;
  /** For other-reference. Default an unknown reference. */
  readonly otherReference?: string;
  /** For duplicate. Default 5. */
  readonly copies?: number;
  /**
   * For decline: the bank's reason, such as "Insufficient Funds" or "Stolen card". Default: none.
   */
  readonly reason?: string;
  /** WhatsApp's error code. Default 131026, not on WhatsApp. */
  readonly code?: number;
}

export const UNKNOWN_REFERENCE = 'PZZZZZZZZZZZZZZ';

/** The active faults, in the order they were added; the first that matches a call is used. */
export class FaultBoard {
  #faults: { readonly fault: FaultRequest; left: number }[] = [];

  /**
   * Throws RangeError when the mode is invalid for the operation, so that no test relies on a fault
   * without effect.
   */
  add(fault: FaultRequest): void {
    const modes = MODES_OF[fault.operation];
    if (!modes.includes(fault.mode)) {
      throw new RangeError(`${fault.operation} has no fault "${fault.mode}"; it has ${modes.join(', ')}`);
    }
    const usual =
      fault.mode === 'late-success' ? 2 : fault.mode === 'failed-then-success' ? 1 : Number.POSITIVE_INFINITY;
    this.#faults.push({ fault, left: fault.times ?? usual });
  }

  clear(): void {
    this.#faults = [];
  }

  list(): FaultRequest[] {
    return this.#faults.map(({ fault }) => fault);
  }

  /** The fault for this call, if any, counted as used once. */
  take(gateway: Vendor, operation: Operation, reference: string | null): FaultRequest | null {
    const entry = this.#faults.find(
      ({ fault }) =>
        fault.gateway === gateway &&
        fault.operation === operation &&
        (fault.reference === undefined || fault.reference === reference),
    );
    if (!entry) return null;
    entry.left -= 1;
    if (entry.left <= 0) this.#faults = this.#faults.filter((other) => other !== entry);
    return entry.fault;
  }
}

/** The gateway's answer under a content fault; the same view without one. */
export function distort<V extends ChargeView>(view: V, fault: FaultRequest | null): V {
  const { order, attempt } = view;
  switch (fault?.mode) {
    case 'other-amount': {
      const chargedKobo = fault.amountKobo ?? Math.floor(order.amountKobo / 2);
      return { ...view, attempt: attempt && { ...attempt, chargedKobo } };
    }
    case 'other-currency':
      return { ...view, order: { ...order, currency: fault.currency ?? 'USD' } };
    case 'other-reference':
      return { ...view, order: { ...order, reference: fault.otherReference ?? UNKNOWN_REFERENCE } };
    case 'other-domain':
      return { ...view, order: { ...order, domain: 'live' } };
    case 'late-success':
      return { ...view, attempt: attempt && { ...attempt, result: 'pending' } };
    case 'failed-then-success':
    case 'decline':
      return {
        ...view,
        attempt: attempt && { ...attempt, ...(fault.reason && { reason: fault.reason }), result: 'failed' },
      };
    default:
      return view;
  }
}
