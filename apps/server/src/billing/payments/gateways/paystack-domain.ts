/**
 * Test keys see only test money, live keys only live money; the answer has the mode in `domain`.
 */
export function expectedDomain(secretKey: string): 'test' | 'live' | null {
  if (secretKey.startsWith('sk_test_')) return 'test';
  return secretKey.startsWith('sk_live_') ? 'live' : null;
}
