import { networkHandlers } from '../network/index.ts';
import { createDomainEvents, type Handler, type Publish } from '../platform/events/domain-events.ts';

/** Publishes as the portal does, but without the handlers that notify people. */
export function publishInTests(earlier: readonly Handler[] = []): Publish {
  const events = createDomainEvents();
  events.subscribe(earlier);
  events.subscribe(networkHandlers(events.publish));
  return events.publish;
}
