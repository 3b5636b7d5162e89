import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { vapidKeysFrom } from '../config/vapid-keys.ts';
import type { HttpClient, OutsideAnswer, OutsideRequest } from './http-client.ts';
import { createPushSender } from './push-sender.ts';

function newBrowser() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys };
}

function serviceThat(answer: (request: OutsideRequest) => OutsideAnswer) {
  const requests: OutsideRequest[] = [];
  const http: HttpClient = {
    send: async (request) => {
      requests.push(request);
      return answer(request);
    },
    deadline: () => AbortSignal.timeout(1000),
  };
  return { http, requests };
}

async function send(answer: OutsideAnswer, target = newBrowser()) {
  const { http, requests } = serviceThat(() => answer);
  const keys = vapidKeysFrom(randomBytes(32).toString('base64url'));
  const outcome = await createPushSender([keys], 'mailto:help@portal.test', http)(target, '{"title":"Secret"}');
  return { outcome, requests, keys };
}

const answered = (status: number): OutsideAnswer => ({ kind: 'garbled', status, reason: 'empty' });

describe('a push', () => {
  it('is encrypted for its browser only, and identifies the sender', async () => {
    const { outcome, requests, keys } = await send(answered(201));
    expect(outcome).toEqual({ kind: 'taken' });
    const [request] = requests;
    expect(request).toMatchObject({ method: 'POST', url: 'https://fcm.googleapis.com/fcm/send/abc' });
    expect(request?.headers?.['Content-Encoding']).toBe('aes128gcm');
    expect(request?.headers?.Authorization).toContain(`k=${keys.publicKey}`);
    expect(Buffer.from(request?.bytes ?? []).toString('latin1')).not.toContain('Secret');
    expect(request?.bytes?.length).toBeGreaterThan(80);
  });

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [413, 'refused'],
    [429, 'untaken'],
    [503, 'untaken'],
    [401, 'untaken'],
  ])('answered with %i is %s', async (status, kind) => {
    expect((await send(answered(status))).outcome).toMatchObject({ kind });
  });

  it.each([401, 403])(
    'reaches a browser that subscribed under the former key, which its service answers with %i',
    async (status) => {
      const [present, former] = [1, 2].map(() => vapidKeysFrom(randomBytes(32).toString('base64url')));
      if (!present || !former) throw new Error('no keys');
      const { http, requests } = serviceThat(({ headers }) =>
        answered(headers?.['Authorization']?.includes(`k=${former.publicKey}`) ? 201 : status),
      );
      const sendPush = createPushSender([present, former], 'mailto:help@portal.test', http);
      expect(await sendPush(newBrowser(), '{}')).toEqual({ kind: 'taken' });
      expect(requests.map(({ headers }) => headers?.['Authorization']?.includes(present.publicKey))).toEqual([
        true,
        false,
      ]);
    },
  );

  it('is retried without an answer, and never sent with invalid keys', async () => {
    expect((await send({ kind: 'unknown', reason: 'no answer in time' })).outcome).toMatchObject({ kind: 'untaken' });
    const { outcome, requests } = await send(answered(201), {
      ...newBrowser(),
      keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    });
    expect([outcome, requests]).toEqual([{ kind: 'gone' }, []]);
  });
});
