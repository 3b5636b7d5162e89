import { Camera, CircleAlert, FileText, Image, Paperclip, X } from 'lucide-react';
import { type ComponentProps, type DragEvent, type RefObject, useId, useRef, useState } from 'react';
import { formatFileSize } from '../../../../shared/format/file-size.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import type { AttachedFile } from '../attachment-box.ts';
import type { Attachments } from '../use-attachments.ts';

/**
 * Files of a text: selected, dropped here, or taken with a phone's camera. They are uploaded at
 * once, each with its progress.
 */
export function AttachmentField({ box, files, error }: Omit<Attachments, 'settle'>) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const { over, dropping } = useDropping((dropped) => box.add(dropped));
  function drop(key: number) {
    box.remove(key);
    // The button that had the focus leaves with its row.
    addButton.current?.focus();
  }
  return (
    <fieldset aria-labelledby={titleId} className="field min-w-0" {...dropping}>
      <p className="field-label" id={titleId}>
        {t('Attachments')}
      </p>
      <div
        className={classNames(
          'grid gap-3 rounded-control border border-dashed p-3',
          over ? 'border-primary bg-primary-tint' : 'border-line-strong',
        )}
      >
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" ref={addButton} onClick={() => chooser.current?.click()}>
            <Paperclip />
            {t('Add files')}
          </Button>
          <Button
            variant="secondary"
            className="hidden! pointer-coarse:inline-flex!"
            onClick={() => camera.current?.click()}
          >
            <Camera />
            {t('Take a photo')}
          </Button>
          <p className="muted small min-w-0 basis-50 grow sm:ml-2">{t('Up to 5 pictures or PDFs of 5 MB each.')}</p>
        </div>
        <FileInput innerRef={chooser} accept="image/*,application/pdf" multiple onFiles={(chosen) => box.add(chosen)} />
        <FileInput innerRef={camera} accept="image/*" capture="environment" onFiles={(chosen) => box.add(chosen)} />
        {files.length > 0 && (
          <ul>
            {files.map((file) => (
              <FileRow key={file.key} file={file} onRetry={() => box.retry(file.key)} onRemove={() => drop(file.key)} />
            ))}
          </ul>
        )}
      </div>
      {error && (
        <p className="field-error" role="alert">
          <CircleAlert />
          {t(error)}
        </p>
      )}
    </fieldset>
  );
}

type FileInputProps = Omit<ComponentProps<'input'>, 'ref'> & {
  innerRef: RefObject<HTMLInputElement | null>;
  onFiles: (chosen: File[]) => void;
};

/**
 * The browser's own chooser, opened by a button; emptied each time, so that the same file can be
 * chosen again.
 */
function FileInput({ innerRef, onFiles, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      ref={innerRef}
      type="file"
      hidden
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        currentTarget.value = '';
      }}
    />
  );
}

/** Whether files are held over the element, and the handlers that it needs. */
function useDropping(onFiles: (dropped: File[]) => void) {
  const [over, setOver] = useState(false);
  function carriesFiles(event: DragEvent) {
    return event.dataTransfer.types.includes('Files');
  }
  const dropping = {
    onDragOver: (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { over, dropping };
}

type FileRowProps = { file: AttachedFile; onRetry: () => void; onRemove: () => void };

function FileRow({ file: { name, sizeBytes, progress }, onRetry, onRemove }: FileRowProps) {
  const t = useText();
  const KindIcon = /\.(?:png|jpe?g|webp|heic)$/i.test(name) ? Image : FileText;
  return (
    <li className="grid grid-cols-[20px_1fr_auto] items-center gap-x-3 border-line border-t py-1.5">
      <KindIcon className="text-ink-2" />
      <div className="min-w-0">
        <p className="break-all">{name}</p>
        <p className={classNames('small', progress.state === 'refused' ? 'text-bad' : 'muted')} aria-live="polite">
          {progress.state === 'sending' && t('Uploading...')}
          {progress.state === 'ready' && t('{size}, attached', { size: formatFileSize(progress.attachment.sizeBytes) })}
          {progress.state === 'refused' && t(progress.message)}
        </p>
        {progress.state === 'sending' && <Bar share={progress.share} label={name} />}
      </div>
      <div className="flex items-center">
        {progress.state === 'refused' && progress.retry && (
          <Button variant="quiet" onClick={onRetry} aria-label={t('Try again: {name}', { name })}>
            {t('Try again')}
          </Button>
        )}
        <button
          type="button"
          className="icon-btn"
          aria-label={t('Remove {name}, {size}', { name, size: formatFileSize(sizeBytes) })}
          onClick={onRemove}
        >
          <X />
        </button>
      </div>
    </li>
  );
}

function Bar({ share, label }: { share: number; label: string }) {
  const percent = Math.round(100 * share);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      className="mt-1 mb-1.5 h-1.5 overflow-hidden rounded-full bg-well"
    >
      <div className="h-full bg-primary" style={{ width: `${percent}%` }} />
    </div>
  );
}
