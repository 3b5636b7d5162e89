import { messageOf } from '../../../shared/api/api-error.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { type ToastRequest, toast } from '../../../shared/ui/feedback/toast.ts';
import type { ChatNotification } from './chat.port.ts';

const KEPT = phrase('It is kept and goes out when the connection is back.');
const TRY_AGAIN = phrase('Please try again in a moment.');

/** Shows a toast for a chat event (specification section 8). */
export function notifyCustomer(notification: ChatNotification): void {
  toast(toastOf(notification));
}

function toastOf(notification: ChatNotification): ToastRequest {
  switch (notification.type) {
    case 'started':
      return { title: phrase('Chat Started'), description: phrase('You are in the queue.') };
    case 'agent-connected':
      return { title: phrase('Agent Connected'), description: notification.name };
    case 'no-connection':
      return {
        title: phrase('Connection Error'),
        description: phrase('Failed to connect to chat service'),
        variant: 'destructive',
      };
    case 'not-started':
      return refused(phrase('Failed to Start Chat'), notification.failure, TRY_AGAIN);
    case 'not-sent':
      return refused(phrase('Failed to Send Message'), notification.failure, KEPT);
    case 'not-ended':
      return refused(phrase('The chat could not be ended'), notification.failure, TRY_AGAIN);
    case 'not-moved':
      return refused(phrase('No ticket was made'), notification.failure, TRY_AGAIN);
  }
}

function refused(title: string, failure: unknown, otherwise: string): ToastRequest {
  return { title, description: messageOf(failure, otherwise), variant: 'destructive' };
}
