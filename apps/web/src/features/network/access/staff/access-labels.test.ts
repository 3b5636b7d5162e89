import type { RadiusAction } from '@portal/contract/network/access';
import { expect, test } from 'vitest';
import { actionLabel, progressLabel, rejectionLabel, statusOf } from './access-labels.ts';

const action: RadiusAction = {
  id: '1',
  customer: { id: 7, name: 'Amina Bello', email: 'a@example.com' },
  username: 'line-7',
  nas: '10.0.0.1',
  kind: 'disconnect',
  reason: 'suspended',
  sessionId: '81a0',
  state: 'waiting',
  attempts: 0,
  answer: null,
  sessionOpen: true,
  nextAttemptAt: '2024-07-04T07:14:00Z',
  createdAt: '2024-07-04T07:13:00Z',
  updatedAt: '2024-07-04T07:13:00Z',
};

test('an action is waiting until its first attempt fails, and retrying from then on', () => {
  expect(statusOf(action)).toBe('waiting');
  expect(statusOf({ ...action, attempts: 2, answer: 'The access server does not answer.' })).toBe('retrying');
  expect(statusOf({ ...action, attempts: 9, state: 'failed', answer: 'No.' })).toBe('failed');
});

test('a disconnect is acknowledged until the session’s Stop arrives and then done; a speed change is done at once', () => {
  const done: RadiusAction = { ...action, attempts: 1, state: 'done', answer: 'The access server has done it.' };
  expect(statusOf(done)).toBe('acknowledged');
  expect(statusOf({ ...done, sessionOpen: false })).toBe('done');
  expect(statusOf({ ...done, kind: 'change-speed' })).toBe('done');
});

test('an action shows what is sent to the access server, why, how often it was tried and when it is next', () => {
  expect(actionLabel(action)).toBe('End the session: the line was suspended');
  expect(progressLabel(action)).toBe('Not tried yet, next 4 July 2024, 08:14');
  expect(progressLabel({ ...action, attempts: 1 })).toBe('Tried once, next 4 July 2024, 08:14');
  expect(progressLabel({ ...action, attempts: 3, state: 'done', nextAttemptAt: null })).toBe(
    'Tried 3 times, last 4 July 2024, 08:13',
  );
});

test('an unknown reason is shown by its code', () => {
  expect(rejectionLabel('no-session')).toBe('Names no session');
  expect(rejectionLabel('solar-flare')).toBe('solar-flare');
});
