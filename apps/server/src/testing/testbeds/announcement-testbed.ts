import { deliverAnnouncements } from '../../console/announcements/deliver-announcements.ts';
import { createNotify } from '../../messaging/notices/create-notify.ts';
import { isBacklogged } from '../../messaging/preferences/notification.repository.ts';
import type { TestPortal } from '../test-portal.ts';
import { unpublishedSettings } from '../unpublished-settings.ts';

type Dependencies = Parameters<typeof deliverAnnouncements>[0];

/** Notifies customers for real, in mails with links to https://portal.test. */
export const notify = createNotify({
  texts: {},
  settings: unpublishedSettings,
  origin: 'https://portal.test',
  canText: true,
  unsubscribeAt: () => 'http://portal.test/unsubscribe/1',
});

/**
 * Delivers announcements during the day, with room in the outbox and the clock at a moment, unless
 * `overrides` says otherwise.
 */
export function deliverOn(
  { database }: Pick<TestPortal, 'database'>,
  now: Date,
  overrides: Partial<Dependencies> = {},
) {
  const calm = { isQuiet: () => false, isOutboxFull: async () => false };
  return deliverAnnouncements({ database, clock: () => now, notify, ...calm, ...overrides });
}

/** Whether 300 mails are due at a moment. */
export function areMailsWaiting({ database }: Pick<TestPortal, 'database'>, now: Date): Promise<boolean> {
  return isBacklogged(database, { channels: ['email'], now, isQuiet: false, most: 300 });
}
