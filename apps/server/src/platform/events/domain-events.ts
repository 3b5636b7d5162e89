import type { Transaction } from '../database/connection.ts';

/** An event of one context that later ones handle. `Payload` is what handlers get. */
export type DomainEvent<Payload> = { readonly name: string; readonly payload?: Payload };

/**
 * Declares an event in a context's events.ts: `export const paid = domainEvent<{ readonly
 * paymentId: string }>('payment.paid')`.
 */
export function domainEvent<Payload>(name: string): DomainEvent<Payload> {
  return { name };
}

type Handle<Payload> = (tx: Transaction, payload: Payload) => Promise<void>;

/** A context's handler of an event. `does` describes it in the list of handlers. */
export type Handler = { readonly event: string; readonly does: string; readonly handle: Handle<never> };

export function handler<Payload>(event: DomainEvent<Payload>, does: string, handle: Handle<Payload>): Handler {
  return { event: event.name, does, handle };
}

/**
 * Runs the handlers of an event inside the publisher's transaction, in the order of subscription;
 * one that throws rolls everything back.
 */
export type Publish = <Payload>(tx: Transaction, event: DomainEvent<Payload>, payload: Payload) => Promise<void>;

export type DomainEvents = {
  readonly publish: Publish;
  /** In the order of the contexts, before anything is served. */
  readonly subscribe: (handlers: readonly Handler[]) => void;
};

export function createDomainEvents(): DomainEvents {
  const subscribed = new Map<string, Handler[]>();
  return {
    publish: async (tx, event, payload) => {
      // The type of the payload was checked where the handler was created.
      for (const { handle } of subscribed.get(event.name) ?? []) await (handle as Handle<typeof payload>)(tx, payload);
    },
    subscribe: (handlers) => {
      for (const each of handlers) subscribed.set(each.event, [...(subscribed.get(each.event) ?? []), each]);
    },
  };
}
