import { describe, expect, it } from 'vitest';
import { readInbound } from '../messages/inbound-message.policy.ts';
import { answersStep, choiceId, isVoucher, readMenuEntry } from './menu-entry.policy.ts';

const words = (text: string) => readMenuEntry({ kind: 'words', text, file: null });
const pressed = (id: string) => readMenuEntry({ kind: 'choice', id, text: 'Title' });

describe('a message that asks for the menu', () => {
  it.each([
    ['Hi', null],
    ['  hello!! ', null],
    ['Good morning.', null],
    ['MENU', 'en'],
    ['help', 'en'],
    ['Ẹ káàárọ̀', 'yo'],
    ['Sannu', 'ha'],
    ['Ndewo', 'ig'],
    ['Ìrànlọ́wọ́', 'yo'],
  ])('%s is its first screen', (text, language) => {
    expect(words(text)).toEqual({ kind: 'main', language });
  });

  it.each([
    ['BAL', { kind: 'task', entry: '1', language: 'en' }],
    ['balance?', { kind: 'task', entry: '1', language: 'en' }],
    ['Pay', { kind: 'task', entry: '2', language: 'en' }],
    ['matsala', { kind: 'task', entry: '4', language: 'ha' }],
    ['Kpọọ', { kind: 'task', entry: '5', language: 'ig' }],
    ['PAY 1234-5678 9012', { kind: 'pay', digits: '123456789012', language: 'en' }],
    ['san 123456789012 0010000009', { kind: 'pay', digits: '1234567890120010000009', language: 'yo' }],
    ['１２３４ ', { kind: 'digits', digits: '1234', alone: true }],
    ['my pin is 2580', { kind: 'digits', digits: '2580', alone: false }],
  ])('%s is %o', (text, entry) => {
    expect(words(text)).toEqual(entry);
  });

  it('is a press of a button or a row of ours', () => {
    expect(pressed(choiceId.main)).toEqual({ kind: 'main', language: null });
    expect(pressed(choiceId.person)).toEqual({ kind: 'person' });
    expect(pressed(choiceId.task('4'))).toEqual({ kind: 'task', entry: '4', language: null });
    expect(pressed(choiceId.of(12, '0'))).toEqual({ kind: 'press', screen: 12, entry: '0' });
    for (const id of ['', 'menu', 'menu:main:10', 'menu:x:1', 'menu:1:', 'pay:INV-1', `menu:${'9'.repeat(40)}:1`]) {
      expect(pressed(id)).toBeNull();
    }
  });
});

it.each([
  'My line is down since yesterday',
  'Balance of my account is wrong',
  'call me when the cable is repaired',
  '👍',
  '😀😀😀',
  'Мой интернет не работает',
  '我的网络断了',
  'لا يعمل الإنترنت',
  `Hello, ${'my line is slow and I have tried everything. '.repeat(12)}`,
  '',
])('%s is for a person to read', (text) => {
  expect(words(text)).toBeNull();
});

it('a file with words under it is for a person', () => {
  expect(readMenuEntry({ kind: 'words', text: 'BAL', file: { mediaId: '1', name: null } })).toBeNull();
});

it('digits answer the question that was asked, a secret one also from among words', () => {
  const [pin, story, account, alone] = [
    { digits: '2580', alone: false },
    { digits: '2', alone: false },
    { digits: '0010000009', alone: false },
    { digits: '7', alone: true },
  ];
  expect(answersStep('pin', pin)).toBe(true);
  expect(answersStep('pin', story)).toBe(false);
  expect(answersStep('account-number', account)).toBe(true);
  expect(answersStep('account-number', pin)).toBe(false);
  expect(answersStep('main', pin)).toBe(false);
  expect(answersStep('main', alone)).toBe(true);
  expect(isVoucher({ digits: '123456789012', alone: true })).toBe(true);
  expect(isVoucher({ digits: '123456789012', alone: false })).toBe(false);
});

it('a row of a list is read as a button is', () => {
  const message = (interactive: object) =>
    readInbound({ message: { id: 'wamid.1', from: '2348031234567', type: 'interactive', interactive } })?.message;
  expect(message({ type: 'list_reply', list_reply: { id: 'menu:main:1', title: 'Balance' } })).toEqual({
    kind: 'choice',
    id: 'menu:main:1',
    text: 'Balance',
  });
  expect(message({ type: 'nfm_reply', nfm_reply: { response_json: '{}' } })).toMatchObject({ kind: 'wordless' });
});
