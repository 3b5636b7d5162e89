import type { FastifyRequest } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { createRadiusTokenGuard } from './radius-token-guard.ts';

afterEach(() => vi.useRealTimers());

const from = (address: string, authorization?: string) =>
  ({ ip: address, url: '/api/network/accounting', headers: { authorization }, raw: {} }) as unknown as FastifyRequest;

it('a RADIUS server with a wrong token is refused, and the operator is warned once a minute', () => {
  vi.useFakeTimers();
  const error = vi.fn();
  const enter = createRadiusTokenGuard({ tokens: ['right'], log: { error } });
  expect(() => enter(from('10.0.0.5', 'Bearer right'))).not.toThrow();
  expect(error).not.toHaveBeenCalled();
  const wrong = ['Bearer wrong', 'Bearer right ', 'right', '', undefined];
  for (const authorization of wrong) expect(() => enter(from('10.0.0.5', authorization))).toThrow(ApiError);
  const logged = { address: '10.0.0.5', path: '/api/network/accounting' };
  expect(error.mock.calls).toEqual([[logged, 'a RADIUS call without a valid token was rejected']]);
  vi.advanceTimersByTime(59_999);
  expect(() => enter(from('10.0.0.5', 'Bearer wrong'))).toThrow();
  expect(error).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(() => enter(from('10.0.0.6', 'Bearer wrong'))).toThrow();
  expect(error).toHaveBeenCalledTimes(2);
});

it('without a configured token every request is refused, and no one is warned: there is no network', () => {
  const error = vi.fn();
  const enter = createRadiusTokenGuard({ tokens: [], log: { error } });
  for (const authorization of ['Bearer ', 'Bearer null', undefined]) {
    expect(() => enter(from('10.0.0.5', authorization))).toThrow(ApiError);
  }
  expect(error).not.toHaveBeenCalled();
});
