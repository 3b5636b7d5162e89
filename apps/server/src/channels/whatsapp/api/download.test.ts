import { expect, it } from 'vitest';
import type { OutsideAnswer } from '../../../platform/outside/http-client.ts';
import { createWhatsAppApi } from './whatsapp-api.ts';

/** Downloads a file that WhatsApp says is at an address; returns what came, and the hosts that got the token. */
async function download(address: string) {
  const hosts: string[] = [];
  const api = createWhatsAppApi(
    { token: 'secret', phoneNumberId: '1', businessAccountId: '2', baseUrl: 'https://graph.facebook.com/v23.0' },
    {
      deadline: () => AbortSignal.timeout(1000),
      send: async ({ url, headers }): Promise<OutsideAnswer> => {
        if (JSON.stringify(headers).includes('secret')) hosts.push(new URL(url).host);
        const body = hosts.length === 1 ? { url: address } : Buffer.from('picture');
        return { kind: 'answered', status: 200, body };
      },
    },
  );
  return { file: await api.download('9', 1000), hosts };
}

it.each([
  'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=9',
  'https://mmg.whatsapp.net/9',
  'https://graph.facebook.com/v23.0/file',
])('a file is fetched from %s', async (address) => {
  const { file, hosts } = await download(address);
  expect(file).toEqual(Buffer.from('picture'));
  expect(hosts).toEqual(['graph.facebook.com', new URL(address).host]);
});

it.each([
  'https://evil.example/9',
  'https://lookaside.fbsbx.com.evil.example/9',
  'https://evilfbsbx.com/9',
  'https://lookaside.fbsbx.com@evil.example/9',
  'http://lookaside.fbsbx.com/9',
  'http://169.254.169.254/latest',
  'file:///etc/passwd',
  'nothing',
])('the token goes to no host such as %s', async (address) => {
  const { file, hosts } = await download(address);
  expect(file).toBe('gone');
  expect(hosts).toEqual(['graph.facebook.com']);
});
