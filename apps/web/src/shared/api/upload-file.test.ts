import { defineEndpoint } from '@portal/contract/platform/endpoint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { onSessionEnded } from './session-ended.ts';
import { uploadFile } from './upload-file.ts';

const entry = defineEndpoint({
  method: 'POST',
  path: '/api/files',
  access: 'session',
  summary: '',
  query: z.object({ name: z.string() }),
  file: ['image/png'],
  answer: z.object({ id: z.string() }),
  errors: [],
});

/** The browser's own object, as far as it is used; the test plays the network. */
class FakeCall {
  static last: FakeCall;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  opened: string[] = [];
  sent: unknown;
  status = 0;
  statusText = '';
  responseText = '';
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  constructor() {
    FakeCall.last = this;
  }
  open(...place: string[]) {
    this.opened = place;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: string) {
    Object.assign(this, { status, responseText: body });
    this.onload?.();
  }
}

const file = new File(['light'], 'lamp.png', { type: 'image/png' });
const send = (more: object = {}) => uploadFile(entry, { query: { name: 'lamp 1.png' }, file, ...more });

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeCall));
afterEach(() => vi.unstubAllGlobals());

test('a file is sent to the address of the contract as it is, with progress', async () => {
  const shares: number[] = [];
  const answer = send({ onProgress: (share: number) => shares.push(share) });
  const call = FakeCall.last;
  expect(call.opened).toEqual(['POST', '/api/files?name=lamp+1.png']);
  expect(call.headers['content-type']).toBe('image/png');
  expect(call.sent).toBe(file);
  call.upload.onprogress?.({ loaded: 2, total: 8 });
  call.answer(200, '{"id":"f-1","path":"/etc"}');
  expect(await answer).toEqual({ id: 'f-1' });
  expect(shares).toEqual([0.25]);
});

test('a refusal has the server’s message; a lost session is reported at once', async () => {
  const refused = send();
  FakeCall.last.answer(413, '{"success":false,"message":"A file may have up to 5 MB.","code":"file.too-large"}');
  await expect(refused).rejects.toMatchObject({ status: 413, serverMessage: 'A file may have up to 5 MB.' });
  const ended = vi.fn();
  const stop = onSessionEnded(ended);
  const signedOut = send();
  FakeCall.last.answer(401, '{}');
  await expect(signedOut).rejects.toMatchObject({ status: 401 });
  expect(ended).toHaveBeenCalledOnce();
  stop();
});

test('an answer that breaks the contract is not passed on', async () => {
  const answer = send();
  FakeCall.last.answer(200, '{"id":7}');
  await expect(answer).rejects.toThrow();
});

test('a lost connection is reported in words for people, and an abort is no failure', async () => {
  const lost = send();
  FakeCall.last.onerror?.();
  await expect(lost).rejects.toThrow('We could not reach the server');
  const way = new AbortController();
  const given = send({ signal: way.signal });
  way.abort();
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  await expect(send({ signal: way.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(FakeCall.last.sent).toBeUndefined();
});
