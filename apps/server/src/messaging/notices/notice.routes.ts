import * as contract from '@portal/contract/messaging/notices';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { readLanguage } from '../../platform/http/pages/language-cookie.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { subscribePush, unsubscribePush } from '../push/subscribe-push.ts';
import { countUnreadNotices, listNotices, type ReadingDeps, readNotice, readNoticesUpTo } from './read-notices.ts';

export type NoticeDeps = ReadingDeps & {
  readonly settings: Pick<Settings, 'get' | 'initial'>;
  /** In base64url. */
  readonly pushKey: string;
  readonly saveLanguage: (userId: number, language: contract.LanguageCode) => Promise<void>;
};

const done = (message: string) => ({ success: true as const, message });

/** The bell of the portal and the browsers with push notifications. */
export function registerNotices(routes: Routes, deps: NoticeDeps): void {
  const { database, settings } = deps;

  routes.serve(contract.listNotices, async ({ viewer, request, query: { before = null, limit } }) =>
    listNotices(database, viewer.user.id, {
      before,
      ...(limit !== undefined && { limit }),
      language: readLanguage(request.headers.cookie),
      settings,
    }),
  );

  routes.serve(contract.countNotices, async ({ viewer }) => ({
    unread: await countUnreadNotices(database, viewer.user.id),
  }));

  routes.serve(contract.readNotice, async ({ viewer, params }) => {
    const unread = await readNotice(deps, viewer.user.id, params.id);
    return { ...done('The notice is read.'), unread };
  });

  routes.serve(contract.readNotices, async ({ viewer, body }) => {
    const unread = await readNoticesUpTo(deps, viewer.user.id, body.upTo);
    return { ...done('The notices are read.'), unread };
  });

  routes.serve(contract.getPushKey, async () => ({ publicKey: deps.pushKey }));

  routes.serve(contract.subscribePush, async ({ viewer, body: address }) => {
    await subscribePush(database, { userId: viewer.user.id, sid: viewer.sids[0], address });
    return done('This browser gets notifications now.');
  });

  routes.serve(contract.unsubscribePush, async ({ viewer, body }) => {
    await unsubscribePush(database, viewer.user.id, body.endpoint);
    return done('This browser gets no more notifications.');
  });

  routes.serve(contract.saveLanguage, async ({ viewer, body }) => {
    await deps.saveLanguage(viewer.user.id, body.language);
    return done('Your language is saved.');
  });
}
