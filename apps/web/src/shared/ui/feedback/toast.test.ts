import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToast, dismissToast, pauseToast, resumeToast, toast } from './toast.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a toast is on screen for 5 seconds', () => {
  toast({ title: 'Login successful' });
  vi.advanceTimersByTime(4999);
  expect(currentToast()).toMatchObject({ title: 'Login successful', open: true });
  vi.advanceTimersByTime(1);
  expect(currentToast()).toMatchObject({ open: false });
});

test('one toast at a time: the next replaces the one before and has its own 5 seconds', () => {
  toast({ title: 'first' });
  vi.advanceTimersByTime(4000);
  toast({ title: 'second' });
  vi.advanceTimersByTime(4000);
  expect(currentToast()).toMatchObject({ title: 'second', open: true });
});

test('a dismissed toast is removed after 1,000,000 ms', () => {
  toast({ title: 'gone' });
  dismissToast();
  expect(currentToast()).toMatchObject({ title: 'gone', open: false });
  vi.advanceTimersByTime(999_999);
  expect(currentToast()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeNull();
});

test('a toast that is being read does not go away', () => {
  toast({ title: 'read me' });
  pauseToast();
  vi.advanceTimersByTime(60_000);
  expect(currentToast()).toMatchObject({ open: true });
  resumeToast();
  vi.advanceTimersByTime(5000);
  expect(currentToast()).toMatchObject({ open: false });
});
