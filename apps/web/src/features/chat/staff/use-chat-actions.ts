import type { StaffChat } from '@portal/contract/staff-chat';
import { messageOf } from '../../../shared/api/api-error.ts';
import { isolated } from '../../../shared/format/isolated.ts';
import { toast } from '../../../shared/ui/toast.ts';
import { type CloseReason, useAcceptChat, useCloseChat } from './api/change-chat.ts';

/** Taking and ending a chat, said in a toast. A second press while the first is under way does nothing. */
export function useChatActions({ id }: Pick<StaffChat, 'id'>) {
  const acceptance = useAcceptChat(id);
  const closing = useCloseChat(id);
  return {
    accept: {
      busy: acceptance.isPending,
      run: () => {
        if (acceptance.isPending) return;
        acceptance.mutate(undefined, { onError: (failure) => sayNot('Not accepted', failure) });
      },
    },
    close: {
      busy: closing.isPending,
      run: (reason: CloseReason) => {
        if (closing.isPending) return;
        closing.mutate(reason, {
          onSuccess: ({ message, chat }) =>
            toast({ title: message, description: `${isolated(chat.customer.name)} has been told.` }),
          onError: (failure) => sayNot('Not closed', failure),
        });
      },
    },
  };
}

/** Says what did not happen, and why. */
export function sayNot(title: string, failure: Error): void {
  toast({ title, description: messageOf(failure), variant: 'destructive' });
}
