import type { ChatMessage } from '@portal/contract/support/chat';
import { Download, FileText, Image, Mic, RotateCcw } from 'lucide-react';
import { formatFileSize } from '../../../../../shared/format/file-size.ts';

type ChatFile = NonNullable<ChatMessage['files']>[number];

/** The files of a message from outside, each to download. */
export function ChatFiles({ files }: { files: readonly ChatFile[] }) {
  return (
    <ul className="grid gap-2 self-start" aria-label="Files">
      {files.map((file) => (
        <li key={file.id}>
          <a
            className="flex min-h-11 items-center gap-2.5 rounded-control border border-line-strong bg-sheet px-3 py-2 hover:border-ink"
            href={`/api/staff/chat-files/${file.id}`}
            download={file.name}
          >
            <KindIcon mediaType={file.mediaType} />
            <span className="min-w-0 break-all">
              <span className="sr-only">Download </span>
              {file.name}
            </span>
            <span className="muted small whitespace-nowrap">{formatFileSize(file.sizeBytes)}</span>
            <Download className="icon-small text-ink-2" />
          </a>
        </li>
      ))}
    </ul>
  );
}

function KindIcon({ mediaType }: { mediaType: string }) {
  if (mediaType.startsWith('audio/')) return <Mic className="text-ink-2" />;
  return mediaType.startsWith('image/') ? <Image className="text-ink-2" /> : <FileText className="text-ink-2" />;
}

/** Why a message has not arrived outside, or that nobody knows whether it has. */
export function DeliveryNote({ message, onResend }: { message: ChatMessage; onResend: (() => void) | null }) {
  const state = message.delivery?.state;
  if (state !== 'failed' && state !== 'unknown') return null;
  return (
    <div className="small self-end text-right" role="status">
      <p className={state === 'failed' ? 'text-bad' : 'soft'}>
        {state === 'failed'
          ? (message.delivery?.reason ?? 'Not sent.')
          : 'WhatsApp has not answered, so it is not known yet whether this arrived. It may be sent again after ten minutes, and may then arrive twice.'}
      </p>
      {onResend && (
        <button type="button" className="chat-retry" onClick={onResend}>
          <RotateCcw className="icon-small" />
          Send again
        </button>
      )}
    </div>
  );
}
