import { brand } from '@portal/brand';
import { describe, expect, it } from 'vitest';
import { emailKey, findPasswordFault, referralCode } from './account.policy.ts';

describe('the key of a mailbox', () => {
  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['a.d.a+fibre@gmail.com', 'ada@gmail.com'],
    ['ADA@googlemail.com', 'ada@gmail.com'],
    ['a.d.a+fibre@example.com', 'a.d.a+fibre@example.com'],
    ['ａｄａ@example.com', 'ada@example.com'],
  ])('of %s is %s', (email, key) => {
    expect(emailKey(email)).toBe(key);
  });
});

describe('a new password', () => {
  const person = { email: 'amina.bello@mail.example', firstName: 'Amina', lastName: 'Yu' };

  it('is refused when it is one of more than three thousand common passwords', () => {
    const words =
      'password welcome qwerty letmein dragon monkey sunshine princess football chelsea liverpool michael'.split(' ');
    const endings = ['1', '12', '123', '1234', '!', '123!', '@123', '2024', '2024!', '1990', '007', '#1', '77', '99'];
    const disguise = (word: string) => word.replaceAll('o', '0').replaceAll('a', '@').replaceAll('e', '3');
    const spell = (word: string) => [
      word,
      word.toUpperCase(),
      `${word[0]?.toUpperCase()}${word.slice(1)}`,
      disguise(word),
    ];
    const years = Array.from({ length: 70 }, (_, index) => String(1960 + index));
    const guesses = words
      .flatMap(spell)
      .flatMap((word) => [...endings, ...years].map((ending) => word + ending))
      .filter((guess) => guess.length >= 8);
    expect(guesses.length).toBeGreaterThan(3000);
    expect(guesses.filter((guess) => findPasswordFault(guess, person) === null)).toEqual([]);
  });

  it.each(
    `12345678 1234567890 87654321 11111111 abababab 12341234 qwertyuiop asdfghjkl 1qaz2wsx 1q2w3e4r zaq12wsx qazwsxedc 1qaz@WSX
     abcd1234 abc12345 147258369 14071990 19900714 passw0rd P@ssw0rd Passw0rd! iloveyou trustno1 nigeria1 Lagos2024! godisgood baseball
     drowssap naijanaija mypassword1 admin123 Admin@123 changeme`.split(/\s+/),
  )('is refused when it is %s', (password) => {
    expect(findPasswordFault(password, person)).toMatch(/guessed first/);
  });

  it('is refused when it is made of the provider’s name', () => {
    const [first = '', second = ''] = brand.name.split(' ');
    for (const password of [`${first}2024!`, `${first}${second}1`, `${first}${second}123!`.toUpperCase()])
      expect(findPasswordFault(password, person), password).toMatch(/guessed first/);
  });

  it('is refused when it holds the name or the address of its owner, but not for a two-letter name', () => {
    expect(findPasswordFault('XxAMINAxX-9-goats', person)).toMatch(/name/);
    expect(findPasswordFault('9-goats-amina.bello', { ...person, firstName: 'Zed' })).toMatch(/name/);
    expect(findPasswordFault('Yusuf-yam-42-goats', person)).toBeNull();
  });

  it('is refused when it holds the name as others write it, but not where two words make it', () => {
    const saadatu = { ...person, firstName: 'Sa’adatu', lastName: 'Isa' };
    for (const password of ['saadatu-7-goats', "9 goats of Sa'adatu", 'Sáadatu+yam+42'])
      expect(findPasswordFault(password, saadatu), password).toMatch(/name/);
    expect(findPasswordFault('this apple is mine', saadatu)).toBeNull();
  });

  it.each([
    'Harmattan-Okra-42',
    'correct horse battery staple',
    'Tr0ub4dor&3',
    'xK9#mP2$vL',
    'kọ̀lánút-àti-ẹja',
    'Maple-River-42',
  ])('is accepted when it is %s', (password) => {
    expect(findPasswordFault(password, person)).toBeNull();
  });

  it('is checked quickly, however long it is', () => {
    const start = performance.now();
    for (const part of ['a', '1q', 'abab', 'password', '!1'])
      findPasswordFault(part.repeat(1024 / part.length), person);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

it('a referral code has no letters that are easily misheard', () => {
  const codes = Array.from({ length: 32 }, (_, start) =>
    referralCode(Uint8Array.from({ length: 8 }, (_, i) => start * 8 + i)),
  );
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
});
