import * as argon2 from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { createPasswords } from './create-passwords.ts';

describe('passwords', () => {
  it('match their own hash and no other', async () => {
    const passwords = createPasswords({ concurrent: 2, places: 10 });
    const hash = await passwords.hash('Harmattan-Okra-42');
    expect(await passwords.verify(hash, 'Harmattan-Okra-42')).toBe(true);
    expect(await passwords.verify(hash, 'harmattan-okra-42')).toBe(false);
    expect(await passwords.verify(null, 'Harmattan-Okra-42')).toBe(false);
    expect(await passwords.verify(null, 'nobody’s password')).toBe(false);
  });

  it('let nobody be locked out whose hash is of what a Mac typed', async () => {
    const passwords = createPasswords({ concurrent: 2, places: 10 });
    const typed = 'pässwörd ẹ̀gbẹ́'.normalize('NFD');
    const older = await argon2.hash(typed, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    expect(await passwords.verify(older, typed)).toBe(true);
  });

  it('are verified with the same work whether the address is known or not', async () => {
    let verified = 0;
    const verify = async () => {
      verified++;
      return false;
    };
    const passwords = createPasswords({ concurrent: 2, places: 10, argon2: { hash: argon2.hash, verify } });
    const counts: number[] = [];
    for (const hash of [null, 'a hash']) {
      for (const password of ['egbe', 'ẹ̀gbẹ́'.normalize('NFD'), 'ẹ̀gbẹ́'.normalize('NFC')]) {
        verified = 0;
        expect(await passwords.verify(hash, password)).toBe(false);
        counts.push(verified);
      }
    }
    expect(counts).toEqual([1, 2, 1, 1, 2, 1]);
  });

  it('leave other requests their turn while two hundred sign-ins arrive, and refuse those beyond the queue', async () => {
    const passwords = createPasswords({ concurrent: 2, places: 100 });
    const hash = await passwords.hash('Harmattan-Okra-42');
    let turns = 0;
    const pulse = setInterval(() => turns++, 1);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, () => passwords.withPlace(() => passwords.verify(hash, 'wrong'))),
    );
    clearInterval(pulse);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason);
    expect(refused).toHaveLength(100);
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(ApiError);
      expect(reason).toMatchObject({ status: 503, extras: { retryAfterSeconds: 2 } });
    }
    expect(turns).toBeGreaterThan(10);
    await expect(passwords.withPlace(async () => 'free again')).resolves.toBe('free again');
  });
});
