import type { SignInAttempt, SignInHelp, SignInOutcome } from '@portal/contract/identity/sign-in-help';
import { expect, it } from 'vitest';
import { shutUntil, signInRows } from './sign-in-rows.ts';

let ids = 0;
const attempt = (outcome: SignInOutcome, from: Partial<SignInAttempt> = {}): SignInAttempt => ({
  id: ids++,
  at: '2026-07-04T08:00:00Z',
  outcome,
  way: 'password',
  device: 'Chrome on Android',
  knownDevice: false,
  address: '102.89.3.…',
  waitsUntil: null,
  ...from,
});

const helpWith = (attempts: SignInAttempt[], also: Partial<SignInHelp> = {}): SignInHelp => ({
  isStaff: false,
  disabled: false,
  mailbox: { email: 'amina@mail.example', verified: true },
  number: null,
  hasApp: true,
  passkeys: 0,
  newDevicesWaitUntil: null,
  codesWaitUntil: null,
  links: [],
  attempts,
  ...also,
});

const rowsOf = (help: SignInHelp) =>
  signInRows(help).map(({ attempt: { outcome }, times, remedy }) => [outcome, times, remedy]);

it('tries of one device that ended the same way are one row, and each remedy is at the newest that it helps', () => {
  const wrong = () => attempt('wrong-password');
  const elsewhere = attempt('wrong-password', { address: '10.0.0.…' });
  expect(rowsOf(helpWith([attempt('throttled'), wrong(), wrong(), elsewhere, attempt('wrong-code')]))).toEqual([
    ['throttled', 1, 'lift'],
    ['wrong-password', 2, 'link'],
    ['wrong-password', 1, null],
    ['wrong-code', 1, 'app'],
  ]);
});

it('what came before the last sign-in needs no remedy any more', () => {
  expect(rowsOf(helpWith([attempt('wrong-code'), attempt('signed-in'), attempt('wrong-password')]))).toEqual([
    ['wrong-code', 1, 'app'],
    ['signed-in', 1, null],
    ['wrong-password', 1, null],
  ]);
});

it('no remedy is offered for staff, nor a link for a disabled account, nor an app that is not there', () => {
  const tries = () => [attempt('wrong-password'), attempt('wrong-code'), attempt('throttled')];
  const remedies = (also: Partial<SignInHelp>) => signInRows(helpWith(tries(), also)).map(({ remedy }) => remedy);
  expect(remedies({ isStaff: true })).toEqual([null, null, null]);
  expect(remedies({ disabled: true, hasApp: false })).toEqual([null, null, 'lift']);
});

it('the account is shut until the last of its waits ends', () => {
  expect(shutUntil(helpWith([attempt('wrong-password')]))).toBeNull();
  const waits = attempt('throttled', { waitsUntil: '2026-07-04T09:00:00Z' });
  expect(shutUntil(helpWith([waits], { codesWaitUntil: '2026-07-04T08:30:00Z' }))).toBe('2026-07-04T09:00:00Z');
});
