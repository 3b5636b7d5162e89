import { describe, expect, it } from 'vitest';
import { messageIdOf, messageKeyOf } from './message-id.ts';
import { createReplyAddresses } from './reply-address.ts';

const SUPPORT = 'Care@Waya.example';
const ticket = { number: 123, userId: 7, senderEmail: null };
const addresses = createReplyAddresses(['present secret'], SUPPORT);
const isOurs = (address: string, of = ticket as Parameters<typeof addresses.isOurs>[1], made = addresses) =>
  made.read([address]).some((tag) => made.isOurs(tag, of));

describe('a reply address', () => {
  it('is recognised for its ticket and account, in any case', () => {
    expect(addresses.of(ticket)).toMatch(/^Care\+t\.123\.[0-9a-f]{26}@Waya\.example$/);
    expect(isOurs(addresses.of(ticket))).toBe(true);
    expect(isOurs(addresses.of(ticket).toUpperCase())).toBe(true);
  });

  it('is worth nothing for another ticket, another account, or with one digit changed', () => {
    const address = addresses.of(ticket);
    expect(isOurs(address, { ...ticket, userId: 8 })).toBe(false);
    expect(isOurs(address.replace('.123.', '.124.'), { ...ticket, number: 124 })).toBe(false);
    expect(isOurs(address.replace(/.(?=@)/, (digit) => (digit === '0' ? '1' : '0')))).toBe(false);
    expect(addresses.read(['care+t.123@waya.example', 'care+t.123.abc@waya.example', 'care@waya.example'])).toEqual([]);
    expect(addresses.read([address.replace('Waya', 'Forger')])).toEqual([]);
  });

  it('is accepted while its secret is being turned, and not after', () => {
    const address = addresses.of(ticket);
    expect(isOurs(address, ticket, createReplyAddresses(['new secret', 'present secret'], SUPPORT))).toBe(true);
    expect(isOurs(address, ticket, createReplyAddresses(['new secret'], SUPPORT))).toBe(false);
  });

  it('of an unknown sender still works once staff have confirmed who it is', () => {
    const unknown = { number: 123, userId: null, senderEmail: 'chidi@office.example' };
    const address = addresses.of(unknown);
    expect(isOurs(address, { ...unknown, userId: 7 })).toBe(true);
    expect(isOurs(address, { ...unknown, senderEmail: 'other@office.example' })).toBe(false);
  });
});

describe('a Message-ID of ours', () => {
  it.each(['ticket:0c6f8c1a-2e0e-4f43-8f0a-7d0c7b1a9e55', 'ticket-reply:17', 'ticket-resolved:0c6f8c1a:1795998526000'])(
    'names the mail %s',
    (key) => {
      expect(messageKeyOf(messageIdOf(key, 'waya.example'), 'waya.example')).toBe(key);
      expect(messageKeyOf(messageIdOf(key, 'waya.example'), 'other.example')).toBeNull();
    },
  );

  it('is no other', () => {
    for (const id of [
      '<receipt.1@waya.example>',
      '<ticket.@waya.example>',
      'ticket.1@waya.example',
      '<@waya.example>',
    ]) {
      expect(messageKeyOf(id, 'waya.example')).toBeNull();
    }
  });
});
