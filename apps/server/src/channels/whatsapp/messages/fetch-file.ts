import { randomUUID } from 'node:crypto';
import { ATTACHMENT_BYTES } from '@portal/contract/platform/files';
import type { Database } from '../../../platform/database/connection.ts';
import type { FileStore } from '../../../platform/files/create-file-store.ts';
import { shownFileName } from '../../../platform/files/file-content.policy.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { NewChatFile, Support } from '../../../support/index.ts';
import type { WhatsAppApi } from '../api/whatsapp-api.ts';
import type { FileRefusal } from './answer-texts.ts';
import type { InboundFile } from './inbound-message.policy.ts';
import { nameOfMedia, readMedia } from './media-type.policy.ts';

/** What one address may send in 30 days. */
const ROOM_BYTES = 50 * 1024 * 1024;
const LONGEST_NAME = 150;

/** The file could not be had at this moment. */
export class FileNotThere extends Error {}

export type FetchedFile = { readonly file: NewChatFile } | { readonly refusal: FileRefusal };

/**
 * Fetches the file of a message and stores it under the rules of ticket files: 5 MB, its type by its
 * content, looked at by the scanner, 50 MB a month from one address. A second time it is stored again
 * under another id. Throws FileNotThere where another try may help.
 */
export async function fetchFile(
  deps: {
    readonly database: Database;
    readonly files: FileStore;
    readonly support: Pick<Support, 'contacts'>;
    readonly api: WhatsAppApi;
  },
  from: { readonly address: string; readonly file: InboundFile },
): Promise<FetchedFile> {
  const { mediaId, name } = from.file;
  const sent = await deps.api.download(mediaId, ATTACHMENT_BYTES);
  if (sent === 'too-large') return { refusal: 'size' };
  if (!Buffer.isBuffer(sent)) throw new FileNotThere(sent);
  const read = readMedia(sent);
  if (read === null) return { refusal: 'type' };
  const { bytes, mediaType } = read;
  const used = await deps.support.contacts.sumFiles(deps.database, from.address);
  if (used + bytes.length > ROOM_BYTES) return { refusal: 'room' };
  const id = randomUUID();
  try {
    await deps.files.write(id, bytes);
  } catch (error) {
    await deps.files.remove(id);
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'file.harmful') return { refusal: 'harmful' };
    throw new FileNotThere('the virus scanner did not answer');
  }
  const shown = name === null ? nameOfMedia(mediaType) : shownFileName(name).slice(0, LONGEST_NAME);
  return { file: { id, name: shown, mediaType, sizeBytes: bytes.length } };
}
