import { expect, it } from 'vitest';
import { addressOfPhone, hasMailbox, mailboxOf, signInName, withoutPlaceholders } from './mail.ts';

const MADE_UP = addressOfPhone('+2348031234572');

it('an address that was made up for a number or for who was deleted is no mailbox, and is shown to nobody', () => {
  for (const address of [MADE_UP, MADE_UP.toUpperCase(), 'deleted-7@deleted.invalid', '']) {
    expect(hasMailbox(address)).toBe(false);
    expect(mailboxOf(address)).toBe('');
  }
  for (const address of ['ada@mail.example', 'ada@phone.invalid.example', 'phone.invalid@mail.example']) {
    expect(hasMailbox(address)).toBe(true);
    expect(mailboxOf(address)).toBe(address);
  }
});

it('who has no mailbox signs in with their number', () => {
  expect(signInName({ email: MADE_UP, phone: '+2348031234572' })).toBe('+2348031234572');
  expect(signInName({ email: 'ada@mail.example', phone: '+2348031234572' })).toBe('ada@mail.example');
  expect(signInName({ email: MADE_UP, phone: null })).toBe('');
});

it('made-up addresses are taken out of data however deep, and everything else is the same object', () => {
  const at = new Date('2026-11-30T23:30:00Z');
  const clean = { name: 'Ada', list: [{ email: 'ada@mail.example', at }] };
  expect(withoutPlaceholders(clean)).toBe(clean);
  expect(withoutPlaceholders({ ...clean, after: { email: MADE_UP, phones: [null, MADE_UP] } })).toEqual({
    ...clean,
    after: { email: '', phones: [null, ''] },
  });
  expect(withoutPlaceholders(at)).toBe(at);
  const said = `I was told to sign in as ${MADE_UP}`;
  expect(withoutPlaceholders([said])).toEqual([said]);
});
