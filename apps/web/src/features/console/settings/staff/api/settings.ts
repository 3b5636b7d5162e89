import {
  discardSettingDraft,
  getSetting,
  listSettings,
  publishSetting,
  saveSettingDraft,
  testNotice,
} from '@portal/contract/console/settings';
import type { SettingSubject } from '@portal/contract/platform/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { infer as Infer } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Every group of settings, with what is published of it. */
export function useSettings() {
  return useQuery({
    queryKey: [listSettings.path],
    queryFn: () => callEndpoint(listSettings),
    refetchOnMount: 'always',
  });
}

/** One group of settings. */
export function useSetting(subject: SettingSubject) {
  return useQuery({
    queryKey: [listSettings.path, subject],
    queryFn: () => callEndpoint(getSetting, { params: { subject } }),
    refetchOnMount: 'always',
  });
}

type Edit = { readonly basedOn: number; readonly value: unknown };

/** A write to one group; what shows it is refetched, whatever the outcome. */
function useSettingWrite<Order, Answer>(mutationFn: (order: Order) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: [listSettings.path] }),
  });
}

export function useSaveDraft(subject: SettingSubject) {
  return useSettingWrite((body: Edit) => callEndpoint(saveSettingDraft, { params: { subject }, body }));
}

export function useDiscardDraft(subject: SettingSubject) {
  return useSettingWrite((_: null) => callEndpoint(discardSettingDraft, { params: { subject } }));
}

/** Sends unpublished words of a notice to the caller alone. */
export function useTestNotice(subject: SettingSubject) {
  return useMutation({
    mutationFn: (body: Infer<typeof testNotice.body>) => callEndpoint(testNotice, { params: { subject }, body }),
  });
}

export function usePublishSetting(subject: SettingSubject) {
  return useSettingWrite((body: Edit & { readonly note: string }) =>
    callEndpoint(publishSetting, { params: { subject }, body }),
  );
}
