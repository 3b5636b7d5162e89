import { interpolate } from '../../interpolate.ts';
import { type NoticeKind, noticeTemplates } from './notice.ts';

/**
 * The address that a notice links to. Values are encoded; `link` is the complete address of a page
 * of the portal.
 */
export function noticeAddress(kind: NoticeKind, values: Readonly<Record<string, string>>): string {
  if (noticeTemplates[kind].href === '{link}') return interpolate('{link}', values);
  const encoded = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value)]));
  return interpolate(noticeTemplates[kind].href, encoded);
}

/**
 * The same for a mail, through the sign-in page where the page is not for visitors (specification
 * section 2): mails are read without a session.
 */
export function mailedAddress(...notice: Parameters<typeof noticeAddress>): string {
  const address = noticeAddress(...notice);
  return /^\/(?:dashboard|profile|payment)\b/.test(address) ? `/login?next=${encodeURIComponent(address)}` : address;
}
