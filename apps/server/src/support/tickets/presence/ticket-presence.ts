import type { staffFrame, TakesTicketsEvent, TicketPresenceEvent } from '@portal/contract/support/staff-chat';
import type * as z from 'zod/mini';
import { type LiveBus, type Topic, topic } from '../../../platform/events/live-bus.ts';
import type { LiveSocket } from '../../../platform/events/live-socket.ts';

type TicketFrame = Extract<z.infer<typeof staffFrame>, { readonly type: 'ticket' }>;

const SIGN_EVERY_MS = 100;

/** What staff do at one ticket. */
const ticketTopic = (ticketId: string): Topic<TicketPresenceEvent> => topic(`ticket:${ticketId}`);

/** The ticket that a page of staff shows, at most one at a time. */
export type TicketWatch = {
  readonly take: (frame: TicketFrame) => void;
  /** The page is gone; to be called once. */
  readonly leave: () => void;
};

/**
 * Passes on to the others at a ticket what this member of staff does there, and to them what the others
 * do. Nothing is stored: what is not repeated ends at the readers by itself.
 */
export function watchTickets(bus: LiveBus, socket: LiveSocket): TicketWatch {
  const staffId = socket.person.userId;
  socket.send({ type: 'takes-tickets' } satisfies TakesTicketsEvent);
  let at: { readonly ticketId: string; readonly stop: () => void } | null = null;
  let last: { readonly doing: string; readonly sentAt: number } = { doing: '', sentAt: 0 };
  const say = (ticketId: string, doing: TicketFrame['doing']): void =>
    bus.publish([ticketTopic(ticketId)], { type: 'ticket-presence', ticketId, staffId, doing });
  const leave = (): void => {
    if (at === null) return;
    at.stop();
    say(at.ticketId, 'left');
    at = null;
  };
  const goTo = (ticketId: string): void => {
    leave();
    const stop = bus.subscribe(ticketTopic(ticketId), (event) => {
      if (event.staffId !== staffId) socket.send(event);
    });
    at = { ticketId, stop };
    last = { doing: '', sentAt: 0 };
  };
  return {
    take: ({ ticketId, doing }) => {
      if (doing === 'left') {
        if (at?.ticketId === ticketId) leave();
        return;
      }
      if (at?.ticketId !== ticketId) goTo(ticketId);
      const now = performance.now();
      // A page that says the same without end is no reason to wake the others.
      if (doing === last.doing && now - last.sentAt < SIGN_EVERY_MS) return;
      last = { doing, sentAt: now };
      say(ticketId, doing);
    },
    leave,
  };
}
