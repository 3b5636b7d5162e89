import { brand } from '@portal/brand';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { Mail, MailFact, MailPart } from '@portal/kernel/messaging/mail';
import { defineMessage, formatMessage, type TranslatableText } from '@portal/kernel/messaging/message-descriptor';
import { phoneLink } from '@portal/kernel/phone-link';
import { escapeHtml } from '../../platform/http/pages/escape-html.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import type { Speak } from '../notices/notice-labels.ts';
import { DARK_STYLES, FONT, LIGHT } from './mail-design.ts';

const speakEnglish: Speak = (english) => english;
const ADDRESS = defineMessage('If the button does not work, open this address:');
const UNSUBSCRIBE = defineMessage(
  'You get this because you agreed to offers by mail. End them here, without signing in:',
);
const CHOICES = defineMessage('You can choose what we mail you in your account: Account Settings, Notifications.');

/** What stands at the end of every mail. */
export type MailSender = {
  readonly company: string;
  readonly address: string;
  readonly email: string;
  readonly phone: string;
};

/** The sender of mails that are written now. */
export function mailSender({ get }: Pick<Settings, 'get'>): MailSender {
  const { legalName: company, street, district, city } = get('company');
  const { supportEmail: email, phone } = get('contacts');
  return { company, address: `${street}, ${district}, ${city}`, email, phone };
}

function linesAsHtml(text: string): string {
  return escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>');
}

function factRow({ label, value }: MailFact<string>): string {
  const cell = `padding:10px 0;border-bottom:1px solid ${LIGHT.line};vertical-align:top;font:400 16px/1.5 ${FONT}`;
  return `<tr><td class="line muted" style="${cell};padding-right:16px;color:${LIGHT.muted}">${linesAsHtml(label)}</td>
<td class="line ink" align="right" style="${cell};color:${LIGHT.ink};font-weight:600">${linesAsHtml(value)}</td></tr>`;
}

function partAsHtml(part: MailPart<string>, speak: Speak): string {
  if (typeof part === 'string') {
    return `<p class="ink" style="margin:0 0 16px;font:400 16px/1.5 ${FONT};color:${LIGHT.ink}">${linesAsHtml(part)}</p>`;
  }
  if ('facts' in part) {
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:collapse">
${part.facts.map(factRow).join('\n')}</table>`;
  }
  const href = escapeHtml(part.button.href);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr>
<td class="button" style="border-radius:${brand.radii.control}px;background-color:${LIGHT.primary}"><a class="on-button" href="${href}"
style="display:inline-block;padding:14px 24px;font:600 16px/1.25 ${FONT};color:${LIGHT.onPrimary};text-decoration:none">${escapeHtml(part.button.label)}</a></td></tr></table>
<p class="muted" style="margin:0 0 16px;font:400 14px/1.45 ${FONT};color:${LIGHT.muted}">${escapeHtml(formatMessage(ADDRESS, speak))}<br>
<a class="link" href="${href}" style="color:${LIGHT.primary};word-break:break-all">${href}</a></p>`;
}

/** The preview text that a mail program shows beside the subject. */
function previewOf(parts: readonly MailPart<string>[]): string {
  // Not our line about answers, which is above all others.
  const [first] = parts.filter((part) => typeof part === 'string' && !part.startsWith('##-'));
  return `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(typeof first === 'string' ? first : '')}</div>`;
}

/**
 * `choicesAt`: the page on which the reader chooses what to be mailed, or ends offers; set for mails
 * that depend on that choice.
 */
type Unworded = Pick<Mail, 'subject' | 'parts' | 'category'> & { readonly choicesAt?: string };
type Worded = Omit<Unworded, 'subject' | 'parts'> & {
  readonly subject: string;
  readonly parts: readonly MailPart<string>[];
};

function translatePart(part: MailPart, words: (said: TranslatableText) => string): MailPart<string> {
  if (typeof part === 'string' || 'english' in part) return words(part);
  if ('facts' in part) {
    return { facts: part.facts.map(({ label, value }) => ({ label: words(label), value: words(value) })) };
  }
  return { button: { ...part.button, label: words(part.button.label) } };
}

/** How to unsubscribe; empty for mails that are always sent. */
function choicesOf(
  { category, choicesAt }: Pick<Worded, 'category' | 'choicesAt'>,
  speak: Speak,
): { readonly text: string; readonly html: string } {
  if (category === 'account') return { text: '', html: '' };
  const words = formatMessage(category === 'promotions' && choicesAt !== undefined ? UNSUBSCRIBE : CHOICES, speak);
  if (choicesAt === undefined) return { text: words, html: escapeHtml(words) };
  const link = `<a class="link" style="color:${LIGHT.primary}" href="${escapeHtml(choicesAt)}">${escapeHtml(words)}</a>`;
  return { text: `${words}\n${choicesAt}`, html: link };
}

function asHtml(
  { subject, parts, ...about }: Worded,
  sender: MailSender,
  language: LanguageCode,
  speak: Speak,
): string {
  const choices = choicesOf(about, speak).html;
  const small = `margin:0 0 8px;font:400 14px/1.45 ${FONT};color:${LIGHT.muted}`;
  const tel = escapeHtml(phoneLink(sender.phone));
  const email = escapeHtml(sender.email);
  const link = `class="link" style="color:${LIGHT.primary}"`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK_STYLES}}</style></head>
<body class="paper" style="margin:0;padding:0;background-color:${LIGHT.paper}">
${previewOf(parts)}
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.paper}"><tr>
<td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td class="link" style="padding:0 0 16px;font:700 20px/1.25 ${FONT};letter-spacing:-.02em;color:${LIGHT.primary}">${escapeHtml(brand.name)}</td></tr>
<tr><td class="sheet" style="padding:32px 24px 16px;border:1px solid ${LIGHT.line};border-radius:${brand.radii.panel}px;background-color:${LIGHT.sheet}">
<h1 class="ink" style="margin:0 0 20px;font:600 26px/1.15 ${FONT};letter-spacing:-.022em;color:${LIGHT.ink}">${escapeHtml(subject)}</h1>
${parts.map((part) => partAsHtml(part, speak)).join('\n')}
</td></tr>
<tr><td style="padding:24px 0 0">
<p class="muted" style="${small}"><a ${link} href="mailto:${email}">${email}</a>, <a ${link} href="${tel}">${escapeHtml(sender.phone)}</a></p>
<p class="muted" style="${small}">${escapeHtml(`${sender.company}, ${sender.address}`)}</p>
${choices && `<p class="muted" style="${small}">${choices}</p>`}
</td></tr></table></td></tr></table></body></html>`;
}

function partAsText(part: MailPart<string>): string {
  if (typeof part === 'string') return part;
  if ('facts' in part) return part.facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
  return `${part.button.label}:\n${part.button.href}`;
}

/**
 * The two forms of a mail, with the same content: plain text, and HTML in the brand's design that
 * loads nothing from outside and escapes every value (threats T1, T4). Its texts and its frame are
 * in the language of `speak`, else in English.
 */
export function composeMail(
  unworded: Unworded,
  sender: MailSender,
  language: LanguageCode = 'en',
  speak: Speak = speakEnglish,
): { text: string; html: string } {
  const words = (said: TranslatableText) => formatMessage(said, speak);
  const parts = unworded.parts.map((part) => translatePart(part, words));
  const mail = { ...unworded, subject: words(unworded.subject), parts };
  const signature = `${brand.name}\n${sender.email}, ${sender.phone}`;
  const closing = [choicesOf(mail, speak).text, signature].filter(Boolean);
  return { text: [...parts.map(partAsText), ...closing].join('\n\n'), html: asHtml(mail, sender, language, speak) };
}
