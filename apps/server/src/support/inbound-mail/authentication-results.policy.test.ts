import { describe, expect, it } from 'vitest';
import { dmarcResult } from './authentication-results.policy.ts';

const ours = { authservId: 'mx.waya.example', domain: 'mail.example' };
const pass =
  'mx.waya.example; spf=pass smtp.mailfrom=mail.example; dmarc=pass (p=none dis=none) header.from=mail.example';

describe('the result of DMARC', () => {
  it.each([
    ['of our own server', [pass], 'pass'],
    ['in capitals, with a version', ['MX.waya.example 1; DMARC=Pass header.from=Mail.Example'], 'pass'],
    ['that failed', ['mx.waya.example; dmarc=fail header.from=mail.example'], 'fail'],
    ['of another server', [pass.replace('mx.waya.example', 'mx.forger.example')], 'none'],
    ['below our own that failed', ['mx.waya.example; dmarc=fail header.from=mail.example', pass], 'fail'],
    ['below our own without one', ['mx.waya.example; spf=pass', pass], 'none'],
    ['for another domain', ['mx.waya.example; dmarc=pass header.from=forger.example'], 'none'],
    ['for no domain', ['mx.waya.example; dmarc=pass'], 'none'],
    ['in a comment', ['mx.waya.example; spf=fail (dmarc=pass header.from=mail.example)'], 'none'],
    ['in a comment in a comment', ['mx.waya.example; spf=fail (a (b) ; dmarc=pass header.from=mail.example)'], 'none'],
    [
      'in the quoted address of a sender',
      ['mx.waya.example; spf=pass smtp.mailfrom="a;dmarc=pass header.from=mail.example"@forger.example'],
      'none',
    ],
    [
      'behind a quoted quote of a sender',
      ['mx.waya.example; spf=pass smtp.mailfrom="a\\";dmarc=pass header.from=mail.example;\\""@forger.example'],
      'none',
    ],
    ['with its domain in quotes', ['mx.waya.example; dmarc=pass header.from="mail.example"'], 'pass'],
    ['twice', [`${pass}; dmarc=fail header.from=mail.example`], 'none'],
    ['of nobody', [], 'none'],
    ['of a name that begins like ours', [pass.replace('mx.waya.example', 'mx.waya.example.forger.example')], 'none'],
  ] as const)('%s is believed as it should be', (_title, results, expected) => {
    expect(dmarcResult(results, ours)).toBe(expected);
  });
});
