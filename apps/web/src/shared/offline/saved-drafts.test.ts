import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { clearDrafts, deleteDraft, readDraft, saveDraft } from './saved-drafts.ts';

const NOON = Date.parse('2026-07-04T12:00:00Z');
const WEEK_MS = 7 * 24 * 3_600_000;
const draft = z.object({ text: z.string() });

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  const stored: Record<string, string> = {};
  const storage = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(stored, { [key]: value }),
    removeItem: (key: string) => void Reflect.deleteProperty(stored, key),
  };
  // Like in a browser, the stored keys are the object's own keys.
  vi.stubGlobal('localStorage', new Proxy(stored, { get: (_, name: keyof typeof storage) => storage[name] }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a draft is restored for a week, then no more', () => {
  saveDraft('ticket:1', { text: 'No light' });
  vi.setSystemTime(NOON + WEEK_MS);
  expect(readDraft('ticket:1', draft)).toEqual({ text: 'No light' });
  vi.setSystemTime(NOON + WEEK_MS + 1);
  expect(readDraft('ticket:1', draft)).toBeNull();
});

test('another person’s draft, one that was sent, and one of an older format are ignored', () => {
  saveDraft('ticket:1', { text: 'No light' });
  expect(readDraft('ticket:2', draft)).toBeNull();
  deleteDraft('ticket:1');
  expect(readDraft('ticket:1', draft)).toBeNull();
  saveDraft('ticket:1', { words: 'No light' });
  expect(readDraft('ticket:1', draft)).toBeNull();
});

test('signing out leaves no draft behind, and nothing else is touched', () => {
  saveDraft('ticket:1', { text: 'No light' });
  saveDraft('reply:1:7', { text: 'Still none' });
  localStorage.setItem('theme', 'dark');
  clearDrafts();
  expect(Object.keys(localStorage)).toEqual(['theme']);
});

test('a browser that refuses storage saves nothing and breaks nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  saveDraft('ticket:1', { text: 'No light' });
  expect(readDraft('ticket:1', draft)).toBeNull();
  deleteDraft('ticket:1');
  clearDrafts();
});
