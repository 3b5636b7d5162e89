import type { StaffChat } from '@portal/contract/support/staff-chat';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { type CloseReason, useAcceptChat, useCloseChat } from './api/change-chat.ts';

/**
 * Accepting and ending a chat, confirmed in a toast. A second click while the first is under way
 * does nothing.
 */
export function useChatActions({ id }: Pick<StaffChat, 'id'>) {
  const acceptance = useAcceptChat(id);
  const closing = useCloseChat(id);
  const accept = useMutateOnce(acceptance);
  const close = useMutateOnce(closing);
  return {
    accept: {
      busy: acceptance.isPending,
      run: () => accept(undefined, { onError: (failure) => sayNot('Not accepted', failure) }),
    },
    close: {
      busy: closing.isPending,
      run: (reason: CloseReason, onDone?: () => void) => {
        close(reason, {
          onSuccess: ({ message, chat }) => {
            toast({ title: message, description: `${bidiIsolate(chat.customer.name)} has been notified.` });
            onDone?.();
          },
          onError: (failure) => sayNot('Not closed', failure),
        });
      },
    },
  };
}

/** Reports what failed, and why. */
export function sayNot(title: string, failure: Error): void {
  toast({ title, description: messageOf(failure), variant: 'destructive' });
}
