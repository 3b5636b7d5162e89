import { expect, it } from 'vitest';
import { isKnownPushService } from './push-endpoint.policy.ts';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QAbc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('%s belongs to a push service', (endpoint) => {
  expect(isKnownPushService(endpoint)).toBe(true);
});

it.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/fcm.googleapis.com',
  'https://fcm.googleapis.com@evil.example/x',
  'https://user:secret@fcm.googleapis.com/x',
  'https://evilpush.apple.com.example/x',
  'https://push.apple.com.evil.example/',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'file:///etc/passwd',
  'nonsense',
])('%s is never called by our server', (endpoint) => {
  expect(isKnownPushService(endpoint)).toBe(false);
});
