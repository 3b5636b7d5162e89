import { ATTACHMENT_BYTES } from '@portal/contract/platform/files';
import { ATTACHMENTS_PER_TEXT, type MailRemainder } from '@portal/contract/support/tickets';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type Uploader, uploadAttachment } from '../tickets/attachments/upload-attachment.ts';
import type { InboundMailDependencies } from './inbound-mail-dependencies.ts';
import type { MailFile } from './parse-mail.ts';

type Omitted = MailRemainder['omitted'][number];

const REASONS: Readonly<Record<string, Omitted['reason']>> = {
  'file.not-accepted': 'kind',
  'file.harmful': 'harmful',
  'file.no-room': 'room',
};

type Stored = {
  readonly ids: string[];
  readonly omitted: Omitted[];
};

/**
 * Stores the files of a mail by the rules of tickets; those that are not taken are named with the reason.
 * They belong to no text yet, and are deleted after a day if none takes them. Throws when the disk is full or
 * the virus scanner does not answer: then the mail waits.
 */
export async function storeFiles(
  deps: Pick<InboundMailDependencies, 'database' | 'attachments'>,
  uploader: Uploader,
  files: readonly MailFile[],
): Promise<Stored> {
  const stored: Stored = { ids: [], omitted: [] };
  for (const { name, bytes } of files) {
    const omit = (reason: Omitted['reason']) => stored.omitted.push({ name: name || 'file', reason });
    if (bytes.length > ATTACHMENT_BYTES) omit('size');
    else if (stored.ids.length >= ATTACHMENTS_PER_TEXT) omit('count');
    else {
      try {
        stored.ids.push((await uploadAttachment(deps, { uploader, name, bytes })).id);
      } catch (error) {
        const reason = error instanceof ApiError ? REASONS[error.code] : undefined;
        if (reason === undefined) throw error;
        omit(reason);
      }
    }
  }
  return stored;
}
