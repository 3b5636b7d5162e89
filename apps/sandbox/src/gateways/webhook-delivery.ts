import { distort, type FaultBoard, type FaultRequest } from '../faults.ts';
import type { LedgerEvent } from '../order.ts';
import type { Gateway, SandboxLog } from '../sandbox-options.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Delivery, Store } from '../store.ts';

const DEFAULT_RETRY_DELAYS_MS = [500, 1000, 2000, 5000, 10_000, 30_000, 60_000];
const GIVE_UP_AFTER_MS = 72 * 3_600_000;
const ANSWER_TIMEOUT_MS = 30_000;
const COPIES = 2;

/** How one gateway sends its webhooks. */
export interface GatewayPayloads {
  /**
   * The vendor's body; null when this vendor sends no webhook for it. `olderShape` requests the
   * previous form.
   */
  webhookBody(event: LedgerEvent, olderShape: boolean): object | null;
  /** The headers that sign these exact bytes; a forged one is signed with a wrong secret. */
  proof(body: string, forged: boolean): Record<string, string>;
  /** The return address of the payer's browser; null when the merchant gave none. */
  returnUrl(view: Pick<LedgerEvent, 'order' | 'attempt'>): string | null;
}

export interface DeliveryDependencies {
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly faults: FaultBoard;
  readonly payloads: Readonly<Record<Gateway, GatewayPayloads>>;
  readonly target: (gateway: Gateway) => string;
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly log: SandboxLog;
  readonly retryDelaysMs: readonly number[] | undefined;
}

/**
 * Delivers webhooks to the portal: each event in two copies, each copy until it is answered 200,
 * over restarts too.
 */
export class WebhookDelivery {
  readonly #deps: DeliveryDependencies;
  readonly #retryDelaysMs: readonly number[];
  readonly #underWay = new Set<string>();
  #held: Delivery[] = [];
  #onSettled: (() => void)[] = [];

  constructor(deps: DeliveryDependencies) {
    this.#deps = deps;
    this.#retryDelaysMs = deps.retryDelaysMs?.length ? deps.retryDelaysMs : DEFAULT_RETRY_DELAYS_MS;
  }

  resume(): void {
    for (const delivery of this.#deps.store.all('delivery')) if (delivery.state === 'waiting') this.#soon(delivery, 0);
  }

  /** Sends the gateway's webhook about this event, if any, under the active webhook fault. */
  announce(event: LedgerEvent): void {
    const { faults, payloads } = this.#deps;
    const { gateway, reference } = event.order;
    if (!payloads[gateway].webhookBody(event, false)) return;
    const fault = faults.take(gateway, 'webhook', reference);
    this.#sendUnder(fault, gateway, reference, () =>
      payloads[gateway].webhookBody(distort(event, fault), fault?.mode === 'older-shape'),
    );
  }

  /** Sends a webhook that is about no charge, under the active webhook fault. */
  announceOther(gateway: Gateway, reference: string, body: object): void {
    this.#sendUnder(this.#deps.faults.take(gateway, 'webhook', reference), gateway, reference, () => body);
  }

  #sendUnder(fault: FaultRequest | null, gateway: Gateway, reference: string, bodyOf: () => object | null): void {
    if (fault?.mode === 'lose') return;
    const copies = fault?.mode === 'duplicate' ? (fault.copies ?? 5) : COPIES;
    for (const delivery of this.#enqueue(gateway, reference, bodyOf(), copies, fault?.mode === 'forge')) {
      if (fault?.mode === 'shuffle') this.#hold(delivery, fault.delayMs ?? 250);
      else this.#soon(delivery, fault?.mode === 'hang' ? (fault.delayMs ?? 30_000) : 0);
    }
  }

  /** Sends a body unchanged, even a false one. */
  send(gateway: Gateway, reference: string, body: object, copies: number, forged: boolean): void {
    for (const delivery of this.#enqueue(gateway, reference, body, copies, forged)) this.#soon(delivery, 0);
  }

  /** Resolves when every webhook is acknowledged, lost or given up. */
  settled(): Promise<void> {
    if (this.#underWay.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onSettled.push(resolve));
  }

  #enqueue(gateway: Gateway, reference: string, body: object | null, copies: number, forged: boolean): Delivery[] {
    return Array.from({ length: body ? copies : 0 }, () =>
      this.#deps.store.put('delivery', {
        id: this.#deps.newId(),
        gateway,
        reference,
        body: JSON.stringify(body),
        forged,
        createdAtMs: this.#deps.clock().getTime(),
        tries: 0,
        lastStatus: null,
        state: 'waiting',
      }),
    );
  }

  #soon(delivery: Delivery, delayMs: number): void {
    this.#underWay.add(delivery.id);
    this.#deps.scheduler.in(delayMs, () => this.#attempt(delivery));
  }

  /**
   * Collects for a while, then delivers the newest first, one after the other, so that the order is
   * certainly wrong.
   */
  #hold(delivery: Delivery, gatherMs: number): void {
    this.#underWay.add(delivery.id);
    this.#held.push(delivery);
    if (this.#held.length > 1) return;
    this.#deps.scheduler.in(gatherMs, async () => {
      const held = this.#held.toReversed();
      this.#held = [];
      for (const next of held) await this.#attempt(next);
    });
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { store, clock, log } = this.#deps;
    const lastStatus = await this.#post(delivery);
    if (this.#deps.scheduler.stopped.aborted) return;
    const tries = delivery.tries + 1;
    const old = clock().getTime() - delivery.createdAtMs >= GIVE_UP_AFTER_MS;
    const state = lastStatus === 200 ? 'acknowledged' : old || delivery.forged ? 'given-up' : 'waiting';
    const next = store.put('delivery', { ...delivery, tries, lastStatus, state });
    if (state === 'waiting') {
      const delayMs = this.#retryDelaysMs[Math.min(tries, this.#retryDelaysMs.length) - 1] ?? 0;
      log.info(
        { gateway: delivery.gateway, reference: delivery.reference, lastStatus, delayMs },
        'webhook comes again',
      );
      this.#soon(next, delayMs);
      return;
    }
    this.#underWay.delete(delivery.id);
    if (this.#underWay.size > 0) return;
    for (const resolve of this.#onSettled.splice(0)) resolve();
  }

  /**
   * The portal's status; null without an answer. A redirect is not followed and not an
   * acknowledgement.
   */
  async #post({ gateway, body, forged }: Delivery): Promise<number | null> {
    const { target, payloads, scheduler } = this.#deps;
    try {
      const response = await fetch(target(gateway), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...payloads[gateway].proof(body, forged) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([scheduler.stopped, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }
}
