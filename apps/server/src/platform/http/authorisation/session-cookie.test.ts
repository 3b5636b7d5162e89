import { describe, expect, it } from 'vitest';
import { readSessionToken, sessionCookie, sessionCookieHeader } from './session-cookie.ts';

const plain = sessionCookie(new URL('http://127.0.0.1:3000'));
const secure = sessionCookie(new URL('https://waya.example'));
const token = 'A'.repeat(43);

describe('the session cookie', () => {
  it('cannot be read by scripts or sent by other sites’ forms, and over https only our host can set it', () => {
    expect(sessionCookieHeader(secure, token, 60)).toBe(
      `__Host-session=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure`,
    );
    expect(sessionCookieHeader(plain, token, 60)).toBe(`session=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60`);
    expect(sessionCookieHeader(plain, null, 60)).toContain('session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
  });

  it('is found among others', () => {
    expect(readSessionToken(`theme=dark; session=${token}; x=y`, plain)).toBe(token);
  });

  it.each([
    [undefined],
    [''],
    ['session='],
    ['session=short'],
    [`session=${token}x`],
    [`session=${token}; session=${'B'.repeat(43)}`],
    [`xsession=${token}`],
    [`session=${'A'.repeat(8000)}`],
    [`session=${token}; pad=${'x'.repeat(8000)}`],
  ])('is no session when it is missing, truncated, repeated or padded', (header) => {
    expect(readSessionToken(header, plain)).toBeNull();
  });
});
