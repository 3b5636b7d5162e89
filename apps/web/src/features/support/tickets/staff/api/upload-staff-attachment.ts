import { uploadStaffAttachment } from '@portal/contract/support/staff-tickets';
import { uploadFile } from '../../../../../shared/api/upload-file.ts';
import type { UploadFile } from '../../attachment-box.ts';

/** Stores a file that is to go with a text of staff. */
export const uploadForStaff: UploadFile = async (file, options) => {
  const { attachment } = await uploadFile(uploadStaffAttachment, { query: { name: file.name }, file, ...options });
  return attachment;
};
