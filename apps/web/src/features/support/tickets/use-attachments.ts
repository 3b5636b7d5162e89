import type { TicketAttachment } from '@portal/contract/support/tickets';
import { useState, useSyncExternalStore } from 'react';
import { shrinkPicture } from '../../../shared/api/shrink-picture.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { AttachmentBox, type UploadFile } from './attachment-box.ts';

const NOT_ATTACHED = phrase('One of the files is not attached. Try it again or remove it.');

/** The files of one text that is being written. `kept` are those of its draft, read once. */
export function useAttachments(upload: UploadFile, stored: readonly TicketAttachment[]) {
  const [box] = useState(() => new AttachmentBox({ upload, prepare: shrinkPicture, stored }));
  const files = useSyncExternalStore(box.subscribe, box.files, box.files);
  const [missed, setMissed] = useState(false);
  return {
    box,
    files,
    /** Why the text did not go with these files, while that is so. */
    error: missed && files.some(({ progress }) => progress.state === 'refused') ? NOT_ATTACHED : undefined,
    /**
     * Waits for running uploads. The ids to send; null, with `error`, while one of the files is not
     * attached.
     */
    settle: async (): Promise<string[] | null> => {
      const ids = await box.settled();
      setMissed(ids === null);
      return ids;
    },
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
