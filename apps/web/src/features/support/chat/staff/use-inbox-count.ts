import { listStaffChats } from '@portal/contract/support/staff-chat';
import { useMay } from '../../../../shared/staff/use-may.ts';
import { useAgentConnection } from './agent-connection.tsx';
import { useOpenChats } from './api/list-chats.ts';
import { countNeedy } from './inbox-list.ts';

/** How many chats need somebody; 0 while that is not known. */
export function useInboxCount(): number {
  const { userId } = useAgentConnection();
  const enabled = useMay()(listStaffChats);
  return countNeedy(useOpenChats({ enabled }).data ?? [], userId);
}
