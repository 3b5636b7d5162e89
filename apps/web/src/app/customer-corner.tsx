import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { NoticeBell } from '../features/messaging/notices/components/notice-bell.tsx';
import { keepPush } from '../features/messaging/notices/push/keep-push.ts';
import { useTellLanguage } from '../features/messaging/notices/use-tell-language.ts';
import { ChatLauncher } from '../features/support/chat/components/chat-launcher.tsx';
import { closeOwnChat, findOwnChat } from '../features/support/chat/own-chat.ts';
import { thisTab } from '../shared/live/this-tab.ts';
import { personReadAt, sessionQuery } from '../shared/session/use-session.ts';
import { useMediaQuery } from '../shared/ui/use-media-query.ts';
import { askAgainFor, askAgainForAll } from './live-changes.ts';
import { hangBell } from './shell/bell-place.tsx';

/** The customer's live chat and bell beside every page, and the socket that keeps open pages true. */
export function CustomerCorner({ userId }: { userId: number }) {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const wide = useMediaQuery('(min-width: 1024px)');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another socket.
  useEffect(() => {
    thisTab.start(
      {
        onChanged: (what) => {
          if (what === 'chat' || what === 'everything') findOwnChat();
          if (what === 'everything') askAgainForAll(client);
          else if (what !== 'chat') askAgainFor(client, what);
        },
        onConnected: (again) => {
          findOwnChat();
          if (again) askAgainForAll(client);
        },
        // A password change replaces the session of this window too: then it is still signed in.
        onSignedOut: () =>
          void client.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(
            (user) => user && thisTab.renew(),
            () => thisTab.renew(),
          ),
      },
      personReadAt(client),
    );
    return () => {
      closeOwnChat();
      thisTab.stop();
    };
  }, [client, userId]);
  useEffect(() => {
    hangBell(NoticeBell);
    void keepPush(userId);
    return () => hangBell(null);
  }, [userId]);
  useTellLanguage(userId);
  return <ChatLauncher userId={userId} hidden={wide && pathname === '/support'} />;
}
