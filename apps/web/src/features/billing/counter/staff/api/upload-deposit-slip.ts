import { uploadDepositSlip } from '@portal/contract/billing/staff-counter';
import { shrinkPicture } from '../../../../../shared/api/shrink-picture.ts';
import { uploadFile } from '../../../../../shared/api/upload-file.ts';

/** Stores the photograph of a slip, made smaller first; returns its id. Throws as uploadFile does. */
export async function sendDepositSlip(picture: File): Promise<string> {
  const file = await shrinkPicture(picture);
  const { slip } = await uploadFile(uploadDepositSlip, { query: { name: file.name }, file });
  return slip.id;
}
