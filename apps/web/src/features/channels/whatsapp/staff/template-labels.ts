import type { ChatTemplate, NoticeTemplate, WhatsAppView } from '@portal/contract/channels/whatsapp';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { CircleAlert, CircleCheck, CircleSlash, Clock, FilePen } from 'lucide-react';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

/** Where a template stands, in a word. */
export const templateLooks: Readonly<Record<NoticeTemplate['state'], StatusLook>> = {
  missing: { label: 'Not submitted', kind: 'mute', icon: FilePen },
  waiting: { label: 'Under review', kind: 'warn', icon: Clock },
  approved: { label: 'Approved', kind: 'ok', icon: CircleCheck },
  refused: { label: 'Refused', kind: 'bad', icon: CircleSlash },
  stopped: { label: 'Stopped', kind: 'bad', icon: CircleAlert },
  differs: { label: 'Other words', kind: 'warn', icon: CircleAlert },
};

/** What it means, where the word does not say it. */
export const templateHints: Readonly<Partial<Record<NoticeTemplate['state'], string>>> = {
  stopped: 'WhatsApp has paused or disabled it. Notices go as texts until it is approved again.',
  differs: 'WhatsApp has approved other words than these, so that the values would not fit. Change its text there.',
};

export const languageLabels: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  yo: 'Yorùbá',
  ha: 'Hausa',
  ig: 'Igbo',
};

type SendState = WhatsAppView['lastDays']['states'][number]['state'];

export const sendLabels: Readonly<Record<SendState, string>> = {
  queued: 'Waiting to be sent',
  unknown: 'Not known yet',
  accepted: 'Taken by WhatsApp',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
};

/** Numbers of gaps become what was typed; those that are empty stay. */
export function filledBody(body: string, values: readonly string[]): string {
  return body.replace(/\{\{(\d+)\}\}/g, (gap, number: string) => values[Number(number) - 1]?.trim() || gap);
}

/** 'reply waiting (en)'. */
export function templateLabel({ name, language }: Pick<ChatTemplate, 'name' | 'language'>): string {
  return `${name.replaceAll('_', ' ')} (${language})`;
}
