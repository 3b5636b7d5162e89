import {
  discardSettingDraft as discardEntry,
  getSetting,
  listSettings as listEntry,
  publishSetting as publishEntry,
  saveSettingDraft as saveEntry,
  testNotice as testEntry,
} from '@portal/contract/console/settings';
import { getSiteText } from '@portal/contract/platform/site-texts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { discardSettingDraft, publishSetting, saveSettingDraft } from './publish-setting.ts';
import { listSettings, readSetting } from './read-settings.ts';
import { readSiteText } from './site-text.ts';
import { type NoticeTestDependencies, testNotice } from './test-notice.ts';

const success = true as const;

/** The settings that staff edit on screen. */
export function registerSettings(routes: Routes, deps: NoticeTestDependencies): void {
  routes.serve(getSiteText, async ({ params }) => readSiteText(deps.settings, params.text));
  routes.serve(listEntry, async () => listSettings(deps));
  routes.serve(getSetting, async ({ params }) => readSetting(deps, params.subject));
  routes.serve(saveEntry, async ({ viewer, params, body }) => {
    await saveSettingDraft(deps, { staffId: viewer.user.id, ...params, ...body });
    return { success, message: 'The draft is saved. Nothing has changed for customers.' };
  });
  routes.serve(discardEntry, async ({ params }) => {
    await discardSettingDraft(deps, params.subject);
    return { success, message: 'The draft is deleted.' };
  });
  routes.serve(publishEntry, async ({ viewer, params, body }) => {
    const number = await publishSetting(deps, { staffId: viewer.user.id, ...params, ...body });
    return { success, message: 'It is published.', number };
  });
  routes.serve(testEntry, async ({ viewer, params, body, request }) => {
    const to = await testNotice(deps, viewer, { ...params, ...body, id: request.id });
    return { success, message: `It is on its way to ${to}.` };
  });
}
