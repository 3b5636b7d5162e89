import { listAgents, type Presence, type StaffAgent, setPresence } from '@portal/contract/support/staff-chat';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const KEY = [listAgents.path];

/**
 * The agents to whom a chat can be transferred, and who is online; refetched whenever the window
 * comes to the front.
 */
export function useAgents() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => callEndpoint(listAgents),
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  });
}

/** Sets whether the agent accepts chats. */
export function useSetPresence(userId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (presence: Presence) => callEndpoint(setPresence, { body: { presence } }),
    onSuccess: ({ presence }) =>
      queries.setQueryData<StaffAgent[]>(KEY, (agents) =>
        agents?.map((agent) => (agent.id === userId ? { ...agent, presence } : agent)),
      ),
  });
}
