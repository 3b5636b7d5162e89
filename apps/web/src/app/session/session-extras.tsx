import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { NoticeBell } from '../../features/messaging/notices/components/notice-bell.tsx';
import { useSaveLanguage } from '../../features/messaging/preferences/use-save-language.ts';
import { renewPush } from '../../features/messaging/push/renew-push.ts';
import { ChatLauncher } from '../../features/support/chat/components/chat-launcher.tsx';
import { closeOwnChat, findOwnChat } from '../../features/support/chat/own-chat.ts';
import { currentTab } from '../../shared/live/current-tab.ts';
import { personReadAt, sessionQuery } from '../../shared/session/use-session.ts';
import { useMediaQuery } from '../../shared/ui/hooks/use-media-query.ts';
import { setBell } from '../shell/bell-slot.tsx';
import { invalidateAll, invalidateFor } from './invalidate-changed-queries.ts';

/**
 * The customer's chat launcher and notice bell, and the socket that delivers live updates to every
 * page.
 */
export function SessionExtras({ userId }: { userId: number }) {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const wide = useMediaQuery('(min-width: 1024px)');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another socket.
  useEffect(() => {
    currentTab.start(
      {
        onChanged: (what) => {
          if (what === 'chat' || what === 'everything') findOwnChat();
          if (what === 'everything') invalidateAll(client);
          else if (what !== 'chat') invalidateFor(client, what);
        },
        onConnected: (again) => {
          findOwnChat();
          if (again) invalidateAll(client);
        },
        // A password change replaces the session of this window too: then it is still signed in.
        onSignedOut: () =>
          void client.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(
            (user) => user && currentTab.renew(),
            () => currentTab.renew(),
          ),
      },
      personReadAt(client),
    );
    return () => {
      closeOwnChat();
      currentTab.stop();
    };
  }, [client, userId]);
  useEffect(() => {
    setBell(NoticeBell);
    void renewPush(userId);
    return () => setBell(null);
  }, [userId]);
  useSaveLanguage(userId);
  return <ChatLauncher userId={userId} hidden={wide && pathname === '/support'} />;
}
