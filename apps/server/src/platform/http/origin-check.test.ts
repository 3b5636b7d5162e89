import { describe, expect, it } from 'vitest';
import { isFromOurPages } from './origin-check.ts';

const ours = 'https://waya.example';

describe('a write', () => {
  it.each([
    [{}],
    [{ 'sec-fetch-site': 'same-origin', origin: ours }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: ours }],
    [{ referer: `${ours}/payment` }],
  ])('is accepted from our own pages and from programs: %o', (headers) => {
    expect(isFromOurPages(headers, ours)).toBe(true);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site', origin: ours }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'https://waya.example.evil.example' }],
    [{ origin: 'http://waya.example' }],
    [{ origin: 'https://shop.waya.example' }],
    [{ referer: 'https://evil.example/?https://waya.example' }],
    [{ referer: 'not a url' }],
  ])('is refused from anywhere else: %o', (headers) => {
    expect(isFromOurPages(headers, ours)).toBe(false);
  });
});
