import { beforeEach, expect, test, vi } from 'vitest';
import { forgetDrafts } from '../../../shared/offline/kept-drafts.ts';
import { keptTextOf } from './kept-text.ts';

const one = { clientMessageId: 'a', content: 'one', writtenAt: '2026-11-21T19:00:00.000Z' };
const two = { clientMessageId: 'b', content: 'two', writtenAt: '2026-11-21T19:01:00.000Z' };

/** As the browser's: what is stored are its own properties. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage());
  return () => vi.unstubAllGlobals();
});

test('messages of a window that is gone are taken over by the next, and one that lives loses nothing', () => {
  keptTextOf(7, 'first').keepOutgoing('c', [one]);
  const second = keptTextOf(7, 'second');
  second.keepOutgoing('c', [two]);
  expect(keptTextOf(7, 'third').takeOutgoing('c')).toEqual([one, two]);
  expect(keptTextOf(7, 'fourth').takeOutgoing('c')).toEqual([one, two]);
});

test('messages of another chat are given out once', () => {
  keptTextOf(7, 'first').keepOutgoing('c', [one]);
  const kept = keptTextOf(7, 'second');
  expect(kept.takeOrphans('c')).toEqual([]);
  expect(kept.takeOrphans('d')).toEqual([one]);
  expect(kept.takeOrphans('d')).toEqual([]);
});

test('nobody sees what another person wrote on this device, and signing out leaves nothing', () => {
  const kept = keptTextOf(7, 'first');
  kept.keepDraft('My router');
  kept.keepLastChat('c');
  kept.keepOutgoing('c', [one]);
  expect(keptTextOf(70, 'first').draft()).toBe('');
  expect(keptTextOf(70, 'first').takeOrphans(null)).toEqual([]);
  expect(kept.draft()).toBe('My router');
  forgetDrafts();
  expect(kept.draft()).toBe('');
  expect(kept.lastChat()).toBeNull();
  expect(kept.takeOrphans(null)).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a browser that refuses storage keeps nothing, and nothing breaks', () => {
  vi.stubGlobal('localStorage', undefined);
  const kept = keptTextOf(7, 'first');
  kept.keepOutgoing('c', [one]);
  kept.keepDraft('x');
  expect(kept.takeOutgoing('c')).toEqual([]);
  expect(kept.draft()).toBe('');
});
