import type { Presence } from '@portal/contract/support/staff-chat';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { classNames } from '../../../../../shared/ui/layout/class-names.ts';
import { useAgentConnection } from '../agent-connection.tsx';
import { useAgents, useSetPresence } from '../api/presence.ts';

/**
 * Whether this agent accepts chats; a click toggles it. Without a live connection no agent is
 * available.
 */
export function PresenceButton({ userId }: { userId: number }) {
  const { state } = useAgentConnection();
  const agents = useAgents();
  const change = useSetPresence(userId);
  const send = useMutateOnce(change);
  const chosen = agents.data?.find(({ id }) => id === userId)?.presence;
  if (agents.isLoadingError) return <PresenceUnknown onRetry={() => void agents.refetch()} />;
  if (chosen === undefined) return null;
  const isAvailable = chosen === 'available';
  const isLive = isAvailable && state === 'online';
  const word = state === 'online' || !isAvailable ? (isAvailable ? 'Available' : 'Away') : 'Not connected';
  function toggle() {
    const next: Presence = isAvailable ? 'away' : 'available';
    send(next, {
      onSuccess: () =>
        toast(
          next === 'available'
            ? { title: 'You are available', description: 'Colleagues can hand chats to you.' }
            : { title: 'You are away', description: 'No chats are handed to you. Those that you have stay yours.' },
        ),
      onError: (failure) => toast({ title: 'Not changed', description: messageOf(failure), variant: 'destructive' }),
    });
  }
  return (
    <button
      type="button"
      className={classNames('presence', !isLive && 'presence-away')}
      aria-pressed={isAvailable}
      aria-busy={change.isPending || undefined}
      aria-label={`Available for chats, now ${word.toLowerCase()}`}
      onClick={toggle}
    >
      <span className="live" />
      <span className="presence-word">{word}</span>
    </button>
  );
}

function PresenceUnknown({ onRetry }: { onRetry: () => void }) {
  return (
    <button
      type="button"
      className="presence presence-away"
      aria-label="Retry: whether you are available could not be loaded"
      onClick={onRetry}
    >
      <span className="live" />
      <span className="presence-word">Retry</span>
    </button>
  );
}
