import { ATTACHMENTS_PER_TEXT, type TicketAttachment } from '@portal/contract/support/tickets';
import { ApiError, isUnreachable, messageOf } from '../../../shared/api/api-error.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { reasonNotToSend } from './acceptable-file.ts';

/**
 * How far a file is. `share` of it has been sent, from 0 to 1; `retry` says whether trying again
 * may help.
 */
type Progress =
  | { readonly state: 'sending'; readonly share: number }
  | { readonly state: 'ready'; readonly attachment: TicketAttachment }
  | { readonly state: 'refused'; readonly message: string; readonly retry: boolean };

export type AttachedFile = {
  readonly key: number;
  readonly name: string;
  readonly sizeBytes: number;
  readonly progress: Progress;
};

export type UploadFile = (
  file: File,
  options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
) => Promise<TicketAttachment>;

type Deps = {
  readonly upload: UploadFile;
  /** Makes a file fit for sending, for example a photograph smaller. */
  readonly prepare: (file: File) => Promise<File>;
  /** Files uploaded before, with a draft. */
  readonly stored: readonly TicketAttachment[];
};

type Held = { readonly original: File | null; readonly giveUp: AbortController };

const START: Progress = { state: 'sending', share: 0 };
const TOO_MANY = phrase('Up to 5 files go with one message. Send this one with your next.');
const GONE = phrase('This file has to be added again.');

/**
 * The files of one text. They are uploaded as they are added, one after the other, so that each has
 * all of a slow connection; up to 5. A rejected one stays listed with the reason until it is
 * removed. Uploaded ones stay ready when sending the text fails.
 */
export class AttachmentBox {
  readonly #deps: Deps;
  readonly #listeners = new Set<() => void>();
  readonly #held = new Map<number, Held>();
  #files: readonly AttachedFile[] = [];
  #queue: Promise<void> = Promise.resolve();
  #lastKey = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const attachment of deps.stored) {
      this.#hold(null, { ...attachment, progress: { state: 'ready', attachment } });
    }
  }

  readonly files = (): readonly AttachedFile[] => this.#files;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(chosen: Iterable<File>): void {
    for (const file of chosen) {
      const taken = this.#files.filter(({ progress }) => progress.state !== 'refused').length;
      const full: Progress = { state: 'refused', message: TOO_MANY, retry: true };
      const progress = taken < ATTACHMENTS_PER_TEXT ? START : full;
      const key = this.#hold(file, { name: file.name, sizeBytes: file.size, progress });
      if (progress === START) this.#enqueue(key);
    }
  }

  retry(key: number): void {
    const waiting = this.#held.get(key)?.original;
    this.remove(key);
    if (waiting) this.add([waiting]);
  }

  remove(key: number): void {
    this.#held.get(key)?.giveUp.abort();
    this.#held.delete(key);
    this.#show(this.#files.filter((file) => file.key !== key));
  }

  /** Waits for running uploads. The ids to send, or null while one of the files is not attached. */
  async settled(): Promise<string[] | null> {
    await this.#queue;
    const ids = this.attachments().map(({ id }) => id);
    return ids.length === this.#files.length ? ids : null;
  }

  /** The files that are ready to be sent. */
  attachments(): TicketAttachment[] {
    return this.#files.flatMap(({ progress }) => (progress.state === 'ready' ? [progress.attachment] : []));
  }

  /**
   * The server has the files no longer: those that this page still holds can be sent again, the
   * others have to be chosen again.
   */
  expire(): void {
    for (const { key, progress } of this.#files) {
      const retry = this.#held.get(key)?.original !== null;
      if (progress.state === 'ready') this.#move(key, { state: 'refused', message: GONE, retry });
    }
  }

  clear(): void {
    for (const { key } of this.#files) this.remove(key);
  }

  #hold(original: File | null, file: Omit<AttachedFile, 'key'>): number {
    const key = ++this.#lastKey;
    this.#held.set(key, { original, giveUp: new AbortController() });
    const { name, sizeBytes, progress } = file;
    this.#show([...this.#files, { key, name, sizeBytes, progress }]);
    return key;
  }

  #enqueue(key: number): void {
    this.#queue = this.#queue.then(() => this.#send(key));
  }

  async #send(key: number): Promise<void> {
    const held = this.#held.get(key);
    if (!held?.original) return;
    try {
      const file = await this.#deps.prepare(held.original);
      const reason = reasonNotToSend(file);
      if (reason) return this.#move(key, { state: 'refused', message: reason, retry: false });
      const onProgress = (share: number) => this.#move(key, { state: 'sending', share });
      const attachment = await this.#deps.upload(file, { onProgress, signal: held.giveUp.signal });
      this.#move(key, { state: 'ready', attachment });
    } catch (failure) {
      this.#move(key, { state: 'refused', message: sentenceOf(failure), retry: mayHelp(failure) });
    }
  }

  /** Of a file that has been removed meanwhile nothing is shown. */
  #move(key: number, progress: Progress): void {
    this.#show(this.#files.map((file) => (file.key === key ? { ...file, progress } : file)));
  }

  #show(files: readonly AttachedFile[]): void {
    this.#files = files;
    for (const listener of this.#listeners) listener();
  }
}

function sentenceOf(failure: unknown): string {
  return isUnreachable(failure) ? messageOf(failure) : messageOf(failure, phrase('This file could not be sent.'));
}

/** A refusal for content or size is final. */
function mayHelp(failure: unknown): boolean {
  return !(failure instanceof ApiError) || ![400, 413, 415, 422].includes(failure.status);
}
