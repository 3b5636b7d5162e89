import type { TicketAttachment } from '@portal/contract/support/tickets';
import { expect, test } from 'vitest';
import { ApiError, UNREACHABLE } from '../../../shared/api/api-error.ts';
import { AttachmentBox, type UploadFile } from './attachment-box.ts';

const picture = (name = 'lamp.png', bytes = 10, type = 'image/png') =>
  new File([new Uint8Array(bytes)], name, { type });
const stored = (name: string): TicketAttachment => ({ id: `id-${name}`, name, mediaType: 'image/png', sizeBytes: 10 });

/** A server whose answers the test gives, in the order of the calls. */
function slowServer() {
  const calls: { name: string; finish: () => void; fail: (why: unknown) => void; progress: (share: number) => void }[] =
    [];
  const upload: UploadFile = (file, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      calls.push({ name: file.name, finish: () => resolve(stored(file.name)), fail: reject, progress: onProgress });
    });
  return { calls, upload };
}

const quick: UploadFile = async (file) => stored(file.name);
const asItIs = async (file: File) => file;
const boxOf = (upload: UploadFile, stored: TicketAttachment[] = []) =>
  new AttachmentBox({ upload, prepare: asItIs, stored });
const states = (box: AttachmentBox) => box.files().map(({ name, progress }) => [name, progress.state]);
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

test('files are uploaded one after the other, and the message waits for them', async () => {
  const { calls, upload } = slowServer();
  const box = boxOf(upload);
  box.add([picture('a.png'), picture('b.png')]);
  await nextTurn();
  expect(calls.map(({ name }) => name)).toEqual(['a.png']);
  calls[0]?.progress(0.5);
  expect(box.files()[0]?.progress).toEqual({ state: 'sending', share: 0.5 });
  const ids = box.settled();
  calls[0]?.finish();
  await nextTurn();
  calls[1]?.finish();
  expect(await ids).toEqual(['id-a.png', 'id-b.png']);
});

test('a file that cannot be accepted is reported before the upload, and the message is not sent without it', async () => {
  const box = boxOf(async () => expect.unreachable());
  box.add([
    picture('notes.txt', 3, 'text/plain'),
    picture('scan.pdf', 5 * 1024 * 1024 + 1, 'application/pdf'),
    picture('empty.png', 0),
  ]);
  expect(await box.settled()).toBeNull();
  expect(box.files().map(({ progress }) => progress)).toEqual([
    { state: 'refused', message: 'Send a PNG, JPEG or WebP picture, or a PDF.', retry: false },
    { state: 'refused', message: 'A file may have up to 5 MB.', retry: false },
    { state: 'refused', message: 'This file is empty.', retry: false },
  ]);
  for (const { key } of box.files()) box.remove(key);
  expect(await box.settled()).toEqual([]);
});

test('a photograph that is too large is checked after it has been made smaller', async () => {
  const box = new AttachmentBox({ upload: quick, prepare: async (file) => picture(file.name), stored: [] });
  box.add([picture('photo.jpg', 8 * 1024 * 1024, 'image/jpeg')]);
  expect(await box.settled()).toEqual(['id-photo.jpg']);
});

test('the sixth file waits for the next message, and can be sent once there is room', async () => {
  const box = boxOf(quick);
  box.add(['1', '2', '3', '4', '5', '6'].map((name) => picture(name)));
  expect(await box.settled()).toBeNull();
  expect(box.files()[5]?.progress).toMatchObject({ state: 'refused', retry: true });
  box.remove(1);
  box.retry(6);
  expect(await box.settled()).toHaveLength(5);
});

test('a file that the server refuses shows the server’s reason; one that failed for the connection can be sent again', async () => {
  const answers = [
    new ApiError(415, '', '{"message":"Send a PNG, JPEG or WebP picture, or a PDF."}'),
    new Error(UNREACHABLE),
  ];
  const box = boxOf(async (file) => {
    const failure = answers.shift();
    if (failure) throw failure;
    return stored(file.name);
  });
  box.add([picture('fake.png'), picture('lost.png')]);
  await box.settled();
  expect(box.files().map(({ progress }) => progress)).toEqual([
    { state: 'refused', message: 'Send a PNG, JPEG or WebP picture, or a PDF.', retry: false },
    { state: 'refused', message: UNREACHABLE, retry: true },
  ]);
  box.remove(1);
  box.retry(2);
  expect(await box.settled()).toEqual(['id-lost.png']);
});

test('a file that is removed during its upload is aborted, and the next one starts', async () => {
  const { calls, upload } = slowServer();
  const box = boxOf(upload);
  box.add([picture('a.png'), picture('b.png')]);
  await nextTurn();
  box.remove(1);
  await nextTurn();
  expect(calls.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
  calls[1]?.finish();
  expect(await box.settled()).toEqual(['id-b.png']);
});

test('files of a draft are restored; when the server has deleted them they have to be added again', async () => {
  const box = boxOf(quick, [stored('kept.png')]);
  box.add([picture('new.png')]);
  expect(await box.settled()).toEqual(['id-kept.png', 'id-new.png']);
  box.expire();
  expect(await box.settled()).toBeNull();
  expect(box.files().map(({ progress }) => progress)).toMatchObject([{ retry: false }, { retry: true }]);
  box.clear();
  expect(states(box)).toEqual([]);
});
