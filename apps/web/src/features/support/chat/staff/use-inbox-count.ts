import { useOpenChats } from './api/list-chats.ts';
import { countNeedy } from './inbox-list.ts';
import { useDesk } from './staff-desk.tsx';

/** How many chats need somebody; 0 while that is not known. */
export function useInboxCount(): number {
  const { userId } = useDesk();
  return countNeedy(useOpenChats().data ?? [], userId);
}
