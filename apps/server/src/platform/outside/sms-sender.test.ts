import {
  AFRICAS_TALKING_KEY,
  AFRICAS_TALKING_USERNAME,
  type SmsMode,
  type SmsVendors,
  startSmsVendors,
  TERMII_KEY,
} from '@portal/sandbox/testing/sms-vendors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSmsSenderFrom } from './create-sms-sender.ts';
import type { OutsideCall } from './http-client.ts';
import type { SendSms } from './sms-sender.ts';

let vendors: SmsVendors;
const calls: OutsideCall[] = [];
beforeEach(async () => {
  calls.length = 0;
  vendors = await startSmsVendors();
});
afterEach(() => vendors[Symbol.asyncDispose]());

const sms = { recipient: '+2348031234567', text: '482913 is your code' };

function senderWith(
  which: 'termii' | 'africasTalking' | 'both',
  keys: { termii?: string; africas?: string } = {},
): SendSms {
  const termii = { apiKey: keys.termii ?? TERMII_KEY, senderId: null, baseUrl: `${vendors.termiiUrl}/` };
  const africasTalking = {
    apiKey: keys.africas ?? AFRICAS_TALKING_KEY,
    username: AFRICAS_TALKING_USERNAME,
    senderId: 'WAYA',
    baseUrl: vendors.africasTalkingUrl,
  };
  const sender = createSmsSenderFrom(
    {
      termii: which === 'africasTalking' ? null : termii,
      africasTalking: which === 'termii' ? null : africasTalking,
    },
    { timeoutMs: 1500, brandName: 'Wàya Fibre & Co. of Abuja', log: (call) => calls.push(call) },
  );
  if (!sender) throw new Error('no sender');
  return sender;
}

describe('a text for a Nigerian phone', () => {
  it('is sent to Termii on the route that reaches do-not-disturb phones, in the brand’s name', async () => {
    expect(await senderWith('termii')(sms)).toMatchObject({ kind: 'taken' });
    expect(vendors.received).toEqual([
      { vendor: 'termii', recipient: '2348031234567', sender: 'Waya Fibre', text: sms.text },
    ]);
  });

  it('is sent to Africa’s Talking in its own format', async () => {
    expect(await senderWith('africasTalking')(sms)).toMatchObject({ kind: 'taken' });
    expect(vendors.received).toEqual([
      { vendor: 'africas-talking', recipient: '+2348031234567', sender: 'WAYA', text: sms.text },
    ]);
  });

  it('is sent to Termii only where both are configured and Termii accepts it', async () => {
    await senderWith('both')(sms);
    expect(vendors.calls).toEqual({ termii: 1, 'africas-talking': 0 });
  });

  it.each<SmsMode>(['refuse', 'error', 'not-json', 'empty', 'no-message-id', 'hang'])(
    'is sent to Africa’s Talking within the same time when Termii fails (%s)',
    async (mode) => {
      vendors.behave('termii', mode);
      expect(await senderWith('both')(sms)).toMatchObject({ kind: 'taken' });
      expect(vendors.received.map(({ vendor }) => vendor)).toEqual(['africas-talking']);
    },
  );
});

describe('a text that was not accepted', () => {
  it.each<['termii' | 'africasTalking', SmsMode, string]>([
    ['termii', 'refuse', 'untaken'],
    ['termii', 'error', 'untaken'],
    ['termii', 'not-json', 'untaken'],
    ['termii', 'empty', 'untaken'],
    ['termii', 'no-message-id', 'untaken'],
    ['termii', 'hang', 'untaken'],
    ['termii', 'drop', 'untaken'],
    ['africasTalking', 'refuse', 'untaken'],
    ['africasTalking', 'error', 'untaken'],
    ['africasTalking', 'not-json', 'untaken'],
    ['africasTalking', 'empty', 'untaken'],
    ['africasTalking', 'no-recipient', 'untaken'],
    ['africasTalking', 'no-message-id', 'untaken'],
    ['africasTalking', 'hang', 'untaken'],
    ['africasTalking', 'drop', 'untaken'],
    ['africasTalking', 'do-not-disturb', 'refused'],
  ])('at %s (%s) is never reported as sent: %s', async (vendor, mode, kind) => {
    vendors.behave(vendor === 'termii' ? 'termii' : 'africas-talking', mode);
    expect((await senderWith(vendor)(sms)).kind).toBe(kind);
  });

  it('is reported for an invalid API key', async () => {
    expect((await senderWith('termii', { termii: 'wrong' })(sms)).kind).toBe('untaken');
    expect((await senderWith('africasTalking', { africas: 'wrong' })(sms)).kind).toBe('untaken');
  });

  it('is refused permanently only when every provider has refused it permanently', async () => {
    vendors.behave('africas-talking', 'do-not-disturb');
    vendors.behave('termii', 'error');
    expect((await senderWith('both')(sms)).kind).toBe('untaken');
  });

  it('leaves neither number nor code nor key in what may be logged', async () => {
    const outcomes = [];
    for (const mode of ['refuse', 'error', 'hang', 'do-not-disturb'] as const) {
      vendors.behave('termii', mode);
      vendors.behave('africas-talking', mode);
      outcomes.push(await senderWith('both')(sms));
    }
    vendors.behave('termii', 'take');
    outcomes.push(await senderWith('termii', { termii: `${TERMII_KEY}X` })(sms));
    const logged = JSON.stringify([outcomes, calls]);
    expect(logged).toContain('Invalid Sender Id');
    for (const secret of ['8031234567', '482913', TERMII_KEY, AFRICAS_TALKING_KEY])
      expect(logged).not.toContain(secret);
  });
});
