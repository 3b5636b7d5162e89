import {
  discardSettingDraft as discardEntry,
  getSetting,
  listSettings as listEntry,
  publishSetting as publishEntry,
  saveSettingDraft as saveEntry,
} from '@portal/contract/console/settings';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { discardSettingDraft, publishSetting, type SettingDependencies, saveSettingDraft } from './publish-setting.ts';
import { listSettings, readSetting } from './read-settings.ts';

const success = true as const;

/** The settings that staff edit on screen. */
export function registerSettings(routes: Routes, deps: SettingDependencies): void {
  routes.serve(listEntry, async () => listSettings(deps));
  routes.serve(getSetting, async ({ params }) => readSetting(deps, params.subject));
  routes.serve(saveEntry, async ({ viewer, params, body }) => {
    await saveSettingDraft(deps, { staffId: viewer.user.id, ...params, ...body });
    return { success, message: 'The draft is kept. Nothing has changed for customers.' };
  });
  routes.serve(discardEntry, async ({ params }) => {
    await discardSettingDraft(deps, params.subject);
    return { success, message: 'The draft is deleted.' };
  });
  routes.serve(publishEntry, async ({ viewer, params, body }) => {
    const number = await publishSetting(deps, { staffId: viewer.user.id, ...params, ...body });
    return { success, message: 'It is published.', number };
  });
}
