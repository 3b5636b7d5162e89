import {
  getWhatsApp,
  listChatTemplates,
  listFailedSends,
  listNoticeTemplates,
  readTemplates,
  resendChatMessage,
  sendChatTemplate,
  submitNoticeTemplate,
} from '@portal/contract/channels/whatsapp';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { listStaffChatMessages } from '@portal/contract/support/staff-chat';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../../shared/api/api-error.ts';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 50;
const REFRESH_MS = 30_000;

/** The line, the consents and the counts; null where there is no WhatsApp. */
export function useWhatsApp() {
  return useQuery({
    queryKey: [getWhatsApp.path],
    queryFn: async () => {
      try {
        return await callEndpoint(getWhatsApp);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'whatsapp.off') return null;
        throw error;
      }
    },
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  });
}

/** The templates of all notices in one language. */
export function useNoticeTemplates(language: LanguageCode) {
  return useQuery({
    queryKey: [listNoticeTemplates.path, language],
    queryFn: () => callEndpoint(listNoticeTemplates, { query: { language } }),
    refetchOnMount: 'always',
  });
}

/** Submits a template for review. */
export function useSubmitTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (template: { readonly kind: string; readonly language: LanguageCode }) =>
      callEndpoint(submitNoticeTemplate, { body: template }),
    onSettled: () => client.invalidateQueries({ queryKey: [listNoticeTemplates.path] }),
  });
}

/** Has the line and the templates read from WhatsApp. */
export function useReadTemplates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(readTemplates),
    onSettled: () =>
      Promise.all(
        [getWhatsApp.path, listNoticeTemplates.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
}

/** What WhatsApp has not delivered, the newest first. */
export function useFailedSends() {
  return useInfiniteQuery({
    queryKey: [listFailedSends.path],
    queryFn: ({ pageParam }) =>
      callEndpoint(listFailedSends, { query: { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
  });
}

/** The templates that an agent may send. */
export function useChatTemplates() {
  return useQuery({ queryKey: [listChatTemplates.path], queryFn: () => callEndpoint(listChatTemplates) });
}

/** Sends a template in a chat. */
export function useSendTemplate(chatId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: {
      readonly name: string;
      readonly language: string;
      readonly values: string[];
      readonly clientMessageId: string;
    }) => callEndpoint(sendChatTemplate, { params: { id: chatId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: [listStaffChatMessages.path, chatId] }),
  });
}

/** Sends a message again. */
export function useResendMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ chatId, seq }: { readonly chatId: string; readonly seq: number }) =>
      callEndpoint(resendChatMessage, { params: { id: chatId }, body: { seq } }),
    onSettled: (_answer, _error, { chatId }) =>
      client.invalidateQueries({ queryKey: [listStaffChatMessages.path, chatId] }),
  });
}
