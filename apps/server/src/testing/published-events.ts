import { networkHandlers } from '../network/index.ts';
import { createDomainEvents, type Publish } from '../platform/events/domain-events.ts';

/** Publishes as the portal does, but without the handlers that notify people. */
export function publishInTests(): Publish {
  const events = createDomainEvents();
  events.subscribe(networkHandlers(events.publish));
  return events.publish;
}
