import {
  getNotificationChoices,
  type NotificationChoices,
  saveNotificationChoices,
} from '@portal/contract/identity/profile';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';

export type NotificationDeps = {
  readonly findChoices: (userId: number) => Promise<NotificationChoices>;
  readonly saveChoices: (userId: number, choices: NotificationChoices) => Promise<void>;
};

/**
 * A customer's notification preferences (specification section 2, Notifications); queueEmail
 * applies them.
 */
export function registerNotification(routes: Routes, deps: NotificationDeps): void {
  routes.serve(getNotificationChoices, async ({ viewer }) => deps.findChoices(viewer.user.id));

  routes.serve(saveNotificationChoices, async ({ viewer, body }) => {
    await deps.saveChoices(viewer.user.id, body);
    return { success: true as const, message: 'Your choices are saved.', choices: body };
  });
}
