import type { Endpoint } from '@portal/contract/platform/endpoint';
import { serverAnswered } from '../offline/connection.ts';
import { UNREACHABLE } from './api-error.ts';
import { type Answer, addressOf, answerOf, type CallInput } from './call-endpoint.ts';

export type FileEndpoint = Endpoint & { readonly file: readonly string[] };

export type FileInput<E extends Endpoint> = CallInput<E> & {
  readonly file: Blob;
  /** How much of the file has left this device, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Aborts; the call then rejects with an AbortError. */
  readonly signal?: AbortSignal;
};

/**
 * Sends one file, as it is, to an endpoint of the contract for files. Answers and failures are
 * those of callEndpoint. An XMLHttpRequest, because `fetch` does not report upload progress.
 */
export function uploadFile<E extends FileEndpoint>(endpoint: E, input: FileInput<E>): Promise<Answer<E>> {
  const { file, onProgress, signal } = input;
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(endpoint.method, addressOf(endpoint, input));
    call.setRequestHeader('accept', 'application/json');
    call.setRequestHeader('content-type', file.type || 'application/octet-stream');
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    call.onload = () => {
      serverAnswered();
      try {
        resolve(answerOf(endpoint, call, call.responseText));
      } catch (failure) {
        reject(failure);
      }
    };
    call.onerror = () => reject(new Error(UNREACHABLE));
    call.onabort = () => reject(new DOMException('The file is not wanted any more', 'AbortError'));
    signal?.addEventListener('abort', () => call.abort());
    if (signal?.aborted) reject(new DOMException('The file is not wanted any more', 'AbortError'));
    else call.send(file);
  });
}
