import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { loginForm, registrationForm } from '../identity/accounts.ts';
import { emailAddress, optionalText, requiredText } from './fields.ts';

const messageOf = (schema: z.ZodMiniType, input: unknown): string | undefined =>
  z.safeParse(schema, input).error?.issues[0]?.message;

describe('form fields', () => {
  it('answer with the specification’s text for each missing or wrong field', () => {
    const good = { firstName: 'Ọlámidé', lastName: 'Ɗanladi', email: 'ola@example.com', password: 'glass-and-light' };
    expect(messageOf(registrationForm, good)).toBeUndefined();
    expect(messageOf(registrationForm, { ...good, firstName: '  ' })).toBe('First name is required');
    expect(messageOf(registrationForm, { ...good, lastName: '' })).toBe('Last name is required');
    expect(messageOf(registrationForm, { ...good, email: 'ola@' })).toBe('Invalid email address');
    expect(messageOf(registrationForm, { ...good, password: '1234567' })).toBe(
      'Password must be at least 8 characters',
    );
    expect(messageOf(loginForm, { email: 'ola@example.com', password: '' })).toBe('Password is required');
  });

  it('never accept a role', () => {
    const sent = {
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      password: 'glass-and-light',
      role: 'admin',
      id: 1,
    };
    expect(z.parse(registrationForm, sent)).not.toHaveProperty('role');
  });

  it('have plain spaces, whatever a spreadsheet or a telephone put between the words', () => {
    expect(z.parse(requiredText(100, 'x'), '\u00a0Lekki\u202fPhase\u00a01 ')).toBe('Lekki Phase 1');
    expect(z.parse(optionalText(100), 'Ada\u3000Obi')).toBe('Ada Obi');
  });

  it('refuse text that the database cannot store, or that is invisible', () => {
    const name = requiredText(100, 'First name is required');
    expect(messageOf(name, 'A\u0000B')).toBe('Remove the characters that cannot be shown');
    expect(messageOf(name, 'A\ud800')).toBe('Remove the characters that cannot be shown');
    expect(messageOf(name, '\u200b\u200d\ufeff')).toBe('First name is required');
    expect(messageOf(name, 'a'.repeat(101))).toBe('Use at most 100 characters');
    expect(messageOf(name, ['A'])).toBe('First name is required');
  });

  it('count an emoji as one character, as the column does', () => {
    const name = requiredText(100, 'First name is required');
    expect(messageOf(name, '🌳'.repeat(100))).toBeUndefined();
    expect(messageOf(name, '🌳'.repeat(101))).toBe('Use at most 100 characters');
    expect(messageOf(optionalText(100), '🌳'.repeat(100))).toBeUndefined();
    expect(messageOf(optionalText(100), `${'🌳'.repeat(100)}x`)).toBe('Use at most 100 characters');
  });

  it('accept an email address of 255 characters and none longer', () => {
    const address = (length: number) => `a@${'fibre.'.repeat(50).slice(0, length - 6)}x.ng`;
    expect(address(255)).toHaveLength(255);
    expect(messageOf(emailAddress, address(255))).toBeUndefined();
    expect(messageOf(emailAddress, address(256))).toBe('Invalid email address');
  });

  it.each([
    ['ada@xn--e1afmkfd.xn--p1ai', 'ada@xn--e1afmkfd.xn--p1ai'],
    ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
    [' ada@Пример。РФ ', 'ada@xn--e1afmkfd.xn--p1ai'],
    ['ada@ẹ̀kọ́.ng', 'ada@xn--k-ubbe594z6ca.ng'],
    ['ada@ẹ̀kọ́.ng'.normalize('NFD'), 'ada@xn--k-ubbe594z6ca.ng'],
    ['Ade&Sons@Mail.example', 'Ade&Sons@Mail.example'],
    ["o'neil=ada/ng@mail.example", "o'neil=ada/ng@mail.example"],
    ['\u202aada@mail.example\u202c\u200b\u00a0', 'ada@mail.example'],
  ])('accept the email address %s as %s', (typed, stored) => {
    expect(z.parse(emailAddress, typed)).toBe(stored);
  });

  it.each([
    // Letters of two scripts in one label, a port, a path, numbers, and two domains.
    'ada@mаil.example',
    'ada@пример.рф:80',
    'ada@пример.рф/x',
    'ada@１.２.３.４',
    'ada@x@пример.рф',
    'ада@mail.example',
    'ada bello@mail.example',
    'ada..b@mail.example',
    '.ada@mail.example',
    'Ada <ada@mail.example>',
    'ada@mail',
    'пример.рф',
    '@пример.рф',
  ])('reject the email address %s', (typed) => {
    expect(messageOf(emailAddress, typed)).toBe('Invalid email address');
  });
});
