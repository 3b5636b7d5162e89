import * as entries from '@portal/contract/identity/phone-pins';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type PhonePinDependencies, readPhonePin, removePhonePin, setPhonePin } from './change-phone-pin.ts';

/** The PIN by which a customer is known on any telephone. */
export function registerPhonePins(routes: Routes, deps: PhonePinDependencies): void {
  routes.serve(entries.getPhonePin, async ({ viewer }) => {
    const setAt = await readPhonePin(deps, viewer.user.id);
    return { setAt: setAt?.toISOString() ?? null };
  });

  routes.serve(entries.setPhonePin, async ({ viewer, body }) => {
    const setAt = await setPhonePin(deps, viewer.user.id, body.pin);
    return { success: true as const, message: 'Your phone PIN is set.', setAt: setAt.toISOString() };
  });

  routes.serve(entries.removePhonePin, async ({ viewer }) => {
    await removePhonePin(deps, viewer.user.id);
    return { success: true as const, message: 'Your phone PIN is removed.' };
  });
}
