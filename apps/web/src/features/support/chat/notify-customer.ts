import { messageOf } from '../../../shared/api/api-error.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { type ToastRequest, toast } from '../../../shared/ui/feedback/toast.ts';
import type { ChatNews } from './chat.port.ts';

const KEPT = phrase('It is kept and goes out when the connection is back.');
const TRY_AGAIN = phrase('Please try again in a moment.');

/** Shows a toast for a chat event (specification section 8). */
export function notifyCustomer(news: ChatNews): void {
  toast(toastOf(news));
}

function toastOf(news: ChatNews): ToastRequest {
  switch (news.type) {
    case 'started':
      return { title: phrase('Chat Started'), description: phrase('You are in the queue.') };
    case 'agent-connected':
      return { title: phrase('Agent Connected'), description: news.name };
    case 'no-connection':
      return {
        title: phrase('Connection Error'),
        description: phrase('Failed to connect to chat service'),
        variant: 'destructive',
      };
    case 'not-started':
      return refused(phrase('Failed to Start Chat'), news.failure, TRY_AGAIN);
    case 'not-sent':
      return refused(phrase('Failed to Send Message'), news.failure, KEPT);
    case 'not-ended':
      return refused(phrase('The chat could not be ended'), news.failure, TRY_AGAIN);
    case 'not-moved':
      return refused(phrase('No ticket was made'), news.failure, TRY_AGAIN);
  }
}

function refused(title: string, failure: unknown, otherwise: string): ToastRequest {
  return { title, description: messageOf(failure, otherwise), variant: 'destructive' };
}
