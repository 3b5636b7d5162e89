import { expect, it } from 'vitest';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { createLastViewers } from './create-last-viewers.ts';

const viewerOf = (sid: string) =>
  ({ sids: [sid], secondFactor: true, user: { email: `${sid}@mail.example` } }) as unknown as Viewer;

it('a session is known for a minute after it was last found, and not once it has ended', () => {
  let now = 0;
  const viewers = createLastViewers(() => now);
  for (const sid of ['ada', 'bola']) viewers.remember(viewerOf(sid));
  now = 40_000;
  viewers.remember(viewerOf('bola'));
  now = 60_001;
  expect([viewers.find(['ada']), viewers.find(['bola'])]).toEqual([null, viewerOf('bola')]);
  viewers.forget(['bola']);
  expect(viewers.find(['bola'])).toBeNull();
});
