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

test('an action waits until it was tried in vain, and is retrying from then on', () => {
  expect(statusOf(action)).toBe('waiting');
  expect(statusOf({ ...action, attempts: 2, answer: 'The access server does not answer.' })).toBe('retrying');
  expect(statusOf({ ...action, attempts: 9, state: 'failed', answer: 'No.' })).toBe('failed');
});

test('the end of a session is done once its Stop has come, and acknowledged until then; a speed is done at once', () => {
  const told: RadiusAction = { ...action, attempts: 1, state: 'done', answer: 'The access server has done it.' };
  expect(statusOf(told)).toBe('acknowledged');
  expect(statusOf({ ...told, sessionOpen: false })).toBe('done');
  expect(statusOf({ ...told, kind: 'change-speed' })).toBe('done');
});

test('it is said what the access server is told, why, how often it was tried and when it is next', () => {
  expect(actionLabel(action)).toBe('End the session: the line was suspended');
  expect(progressLabel(action)).toBe('Not tried yet, next 4 July 2024, 08:14');
  expect(progressLabel({ ...action, attempts: 1 })).toBe('Tried once, next 4 July 2024, 08:14');
  expect(progressLabel({ ...action, attempts: 3, state: 'done', nextAttemptAt: null })).toBe(
    'Tried 3 times, last 4 July 2024, 08:13',
  );
});

test('a reason that is new to this page is shown by its code rather than not at all', () => {
  expect(rejectionLabel('no-session')).toBe('Names no session');
  expect(rejectionLabel('solar-flare')).toBe('solar-flare');
});
