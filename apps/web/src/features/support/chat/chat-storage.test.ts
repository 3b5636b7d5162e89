import { beforeEach, expect, test, vi } from 'vitest';
import { clearDrafts } from '../../../shared/offline/saved-drafts.ts';
import { chatStorageOf } from './chat-storage.ts';

const one = { clientMessageId: 'a', content: 'one', writtenAt: '2026-11-21T19:00:00.000Z' };
const two = { clientMessageId: 'b', content: 'two', writtenAt: '2026-11-21T19:01:00.000Z' };

/** Like the browser's: its own properties are the stored keys. */
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

test('messages of a closed window are taken over by the next one, and an open window loses nothing', () => {
  chatStorageOf(7, 'first').saveOutgoing('c', [one]);
  const second = chatStorageOf(7, 'second');
  second.saveOutgoing('c', [two]);
  expect(chatStorageOf(7, 'third').takeOutgoing('c')).toEqual([one, two]);
  expect(chatStorageOf(7, 'fourth').takeOutgoing('c')).toEqual([one, two]);
});

test('messages of another chat are returned once', () => {
  chatStorageOf(7, 'first').saveOutgoing('c', [one]);
  const storage = chatStorageOf(7, 'second');
  expect(storage.takeOrphans('c')).toEqual([]);
  expect(storage.takeOrphans('d')).toEqual([one]);
  expect(storage.takeOrphans('d')).toEqual([]);
});

test('another person on this device sees no messages, and signing out leaves nothing', () => {
  const storage = chatStorageOf(7, 'first');
  storage.saveDraft('My router');
  storage.saveLastChat('c');
  storage.saveOutgoing('c', [one]);
  expect(chatStorageOf(70, 'first').draft()).toBe('');
  expect(chatStorageOf(70, 'first').takeOrphans(null)).toEqual([]);
  expect(storage.draft()).toBe('My router');
  clearDrafts();
  expect(storage.draft()).toBe('');
  expect(storage.lastChat()).toBeNull();
  expect(storage.takeOrphans(null)).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a browser that refuses storage stores nothing, and nothing breaks', () => {
  vi.stubGlobal('localStorage', undefined);
  const storage = chatStorageOf(7, 'first');
  storage.saveOutgoing('c', [one]);
  storage.saveDraft('x');
  expect(storage.takeOutgoing('c')).toEqual([]);
  expect(storage.draft()).toBe('');
});
