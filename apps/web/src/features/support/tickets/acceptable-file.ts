import { ATTACHMENT_BYTES, attachmentTypes } from '@portal/contract/platform/files';
import { phrase } from '../../../shared/i18n/translate.ts';

const accepted: readonly string[] = attachmentTypes;

/**
 * Why a file cannot be attached to a ticket, in the server's own words, without the upload; null
 * when only the server can tell.
 */
export function reasonNotToSend({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!accepted.includes(type)) return phrase('Send a PNG, JPEG or WebP picture, or a PDF.');
  if (size > ATTACHMENT_BYTES) return phrase('A file may have up to 5 MB.');
  return size === 0 ? phrase('This file is empty.') : null;
}
