import { uploadAttachment } from '@portal/contract/support/tickets';
import { uploadFile } from '../../../../shared/api/upload-file.ts';
import type { UploadFile } from '../attachment-box.ts';

/**
 * Stores a file; it waits a day on the server for the text that it belongs to. Throws like
 * callEndpoint.
 */
export const uploadTicketFile: UploadFile = async (file, options) => {
  const { attachment } = await uploadFile(uploadAttachment, { query: { name: file.name }, file, ...options });
  return attachment;
};
