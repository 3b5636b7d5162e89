import { listIdentificationWays as listEntry } from '@portal/contract/identity/identification';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { listIdentificationWays } from './require-identification.ts';

/** How staff may know who a customer is. */
export function registerIdentification(routes: Routes, settings: Pick<Settings, 'get'>): void {
  routes.serve(listEntry, async () => listIdentificationWays(settings));
}
