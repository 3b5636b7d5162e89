import { expect, it } from 'vitest';
import { type Counted, workOfARequest } from './work-of-a-request.ts';

const tenTimes = (counted: Record<string, number>): Counted[] =>
  Array.from({ length: 10 }, () => new Map(Object.entries(counted)));

const besides = (requests: readonly Counted[], kind: string, count: number, beside: readonly number[]): Counted[] =>
  requests.map((request, n) => (beside.includes(n) ? new Map([...request, [kind, count]]) : request));

it('leaves out the work of jobs, which is beside some of the requests', () => {
  const requests = tenTimes({ find_session: 1, find_usage: 2 });
  const withMails = besides(requests, 'send_mail', 3, [0, 1, 2, 5, 6, 7, 9]);
  expect(workOfARequest(besides(withMails, 'find_usage', 5, [2, 3, 4]))).toBe(3);
});

it('counts what one request in ten does not need', () => {
  expect(workOfARequest(besides(tenTimes({ find_session: 1, insert_token: 1 }), 'insert_token', 0, [0]))).toBe(2);
});

it('sees a query more that each of the requests makes', () => {
  expect(workOfARequest(tenTimes({ find_session: 1, find_roles: 1 }))).toBe(2);
});
