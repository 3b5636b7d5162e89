import { brand } from '@portal/brand';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import { type NoticeKind, noticeTemplates } from '@portal/kernel/messaging/notices/notice';

/**
 * What a template says, with the names of its variables in braces. WhatsApp takes none that ends with a
 * variable, so that notices close with how to end them.
 */
export type Words = { readonly title: string; readonly text: string; readonly closing: string };

/** A template as WhatsApp has it. */
export type TemplateAtWhatsApp = {
  readonly name: string;
  readonly language: string;
  readonly status: string;
  readonly category: string;
  readonly body: string;
  readonly quality: string | null;
  readonly reason: string | null;
};

/** A template as it has to be at WhatsApp, with the names of its variables in their order. */
export type WantedTemplate = {
  readonly name: string;
  readonly language: string;
  readonly body: string;
  readonly variables: readonly string[];
};

/** By which agents ask somebody to write again, once 24 hours are over. */
export const INVITATION = 'reply_waiting';
export const closing = () => defineMessage('Write STOP to end these notices.');
export const invitation = () => defineMessage('We have an answer for you. Write to us here and we go on.');

/**
 * WhatsApp takes templates in English and Hausa. It lists neither Yoruba nor Igbo: theirs are submitted
 * as English under a name of their own.
 */
const AT_WHATSAPP: Readonly<Record<LanguageCode, { readonly code: string; readonly suffix: string }>> = {
  en: { code: 'en', suffix: '' },
  ha: { code: 'ha', suffix: '' },
  yo: { code: 'en', suffix: '_yo' },
  ig: { code: 'en', suffix: '_ig' },
};

/** Kinds that can go by WhatsApp: no offers, and nothing in words that are not known beforehand. */
export const templateKinds = Object.entries(noticeTemplates)
  .filter(([, { category, text }]) => category !== 'promotions' && text !== '{text}')
  .map(([kind]) => kind as NoticeKind);

export function isTemplateKind(kind: string): kind is NoticeKind {
  return templateKinds.some((each) => each === kind);
}

/** Numbers the variables in the order in which they first occur: {{1}}, {{2}} … */
function numbered(text: string): { readonly body: string; readonly variables: readonly string[] } {
  const variables: string[] = [];
  const body = text.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    if (!variables.includes(name)) variables.push(name);
    return `{{${variables.indexOf(name) + 1}}}`;
  });
  return { body, variables };
}

/** The template of a notice, or of the invitation, in one language. */
export function wantedTemplate(kind: string, language: LanguageCode, words: Words): WantedTemplate {
  const { code, suffix } = AT_WHATSAPP[language];
  const { title, text, closing: end } = words;
  const said = [title && `${title}.`, text, end].filter(Boolean).join(' ');
  return { name: `${kind.replaceAll('-', '_')}${suffix}`, language: code, ...numbered(`${brand.name}: ${said}`) };
}

const sameWords = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

export type TemplateState = 'missing' | 'waiting' | 'approved' | 'refused' | 'stopped' | 'differs';

const STATES: Readonly<Record<string, TemplateState>> = {
  APPROVED: 'approved',
  REINSTATED: 'approved',
  FLAGGED: 'approved',
  PENDING: 'waiting',
  IN_APPEAL: 'waiting',
  REJECTED: 'refused',
};

/**
 * Whether a template may be used. `differs`: WhatsApp has approved other words than ours, whose
 * variables may be others, too.
 */
export function stateOf(
  wanted: WantedTemplate,
  found: { readonly status: string; readonly body: string } | undefined,
): TemplateState {
  if (!found) return 'missing';
  const state = STATES[found.status] ?? 'stopped';
  return state === 'approved' && sameWords(found.body) !== sameWords(wanted.body) ? 'differs' : state;
}

/** A value as WhatsApp takes it: one line, never empty. */
function parameterOf(value: string | undefined): string {
  return (value ?? '').replace(/\s+/g, ' ').trim().slice(0, 500) || '-';
}

/** A message by a template, as the API takes it. */
export function templateMessage(
  { name, language }: Pick<WantedTemplate, 'name' | 'language'>,
  values: readonly string[],
): Record<string, unknown> {
  const parameters = values.map((value) => ({ type: 'text', text: parameterOf(value) }));
  return {
    type: 'template',
    template: {
      name,
      language: { code: language },
      ...(parameters.length > 0 ? { components: [{ type: 'body', parameters }] } : {}),
    },
  };
}

/** How many variables a body has. */
export function variableCount(body: string): number {
  return new Set([...body.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)).size;
}

/** A body with its values, as its reader sees it. */
export function filledBody(body: string, values: readonly string[]): string {
  return body.replace(/\{\{(\d+)\}\}/g, (braces, number: string) => {
    const value = values[Number(number) - 1];
    return value === undefined ? braces : parameterOf(value);
  });
}
