import { useLocation } from 'react-router';

export type InboxLocation = {
  readonly tab: 'chats' | 'mine';
  /** The chat that is open, if any. */
  readonly chat: string | null;
};

/** The address of a view of the inbox. */
export function placeOf({ tab, chat }: InboxLocation): string {
  const search = new URLSearchParams({ ...(tab === 'mine' && { tab }), ...(chat && { chat }) }).toString();
  return search ? `/admin/inbox?${search}` : '/admin/inbox';
}

/** Where in the inbox this window is, from its address. */
export function useInboxPlace(): InboxLocation {
  const search = new URLSearchParams(useLocation().search);
  return { tab: search.get('tab') === 'mine' ? 'mine' : 'chats', chat: search.get('chat') };
}
