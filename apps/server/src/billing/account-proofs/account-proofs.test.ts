import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DAY_MS, formatLagosDay } from '@portal/kernel/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readNoticeTexts } from '../../messaging/notices/read-notice-texts.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { maskedName, proofCode, typedProofNumber } from './account-proof.policy.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
beforeAll(async () => {
  const mails = fileURLToPath(new URL('../../messaging/notices/texts', import.meta.url));
  bed = await startPaymentTestbed({ portal: { noticeTexts: readNoticeTexts({ pages: mails, mails }) } });
});
afterAll(() => bed.close());

let staff: Customer;
let customer: Customer;
beforeEach(async () => {
  [staff, customer] = [await bed.createStaff(), await bed.createCustomer()];
  await bed.rows("update users set first_name = 'Adá', last_name = 'Ọbi' where id = $1", [customer.id]);
  await bed.pay(customer);
});

const ask = (language = 'en', of = customer) => bed.call(of, 'POST', '/api/user/account-proofs', { language });
const asked = async (language = 'en') => (await ask(language)).body.proof;
const pdfOf = async (number: string, of = customer) => of.browser.get(`/api/user/account-proofs/${number}/pdf`);
const check = (number: string, code: string) => bed.call(null, 'POST', '/api/account-proofs/check', { number, code });
const withdraw = (number: string) => bed.call(staff, 'POST', `/api/staff/account-proofs/${number}/withdraw`, {});

/** The text of a PDF, marks composed. */
function textOf(bytes: Buffer): string {
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' }).normalize('NFC');
}

describe('a proof of account', () => {
  it('says who, where, since when and until when, with a number and a code', async () => {
    await bed.rows("update lines set place = '14 Third Avenue, Gwarinpa' where id = $1", [customer.id]);
    const answer = await ask();
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { proof } = answer.body;
    expect(proof).toMatchObject({
      number: expect.stringMatching(/^PRF-\d{4}-\d{6}$/),
      code: expect.stringMatching(/^(\w{4}-){3}\w{4}$/),
      name: 'Adá Ọbi',
      place: '14 Third Avenue, Gwarinpa',
      withdrawnAt: null,
    });
    const text = textOf((await pdfOf(proof.number)).rawPayload);
    const until = formatLagosDay(new Date(proof.paidUntil));
    for (const part of [
      'To whom it may concern',
      'Adá Ọbi',
      'Gwarinpa',
      until,
      proof.number,
      proof.code,
      '/check-proof',
    ])
      expect(text).toContain(part.normalize('NFC'));
    expect((await bed.call(customer, 'GET', '/api/user/account-proofs')).body).toEqual([proof]);
  });

  it.each([
    ['yo', 'Sí ẹni tí ó bá kàn'],
    ['ha', 'Zuwa ga wanda abin ya shafa'],
    ['ig', 'Nye onye ọ metụtara'],
  ])('is in the language that was asked for: %s', async (language, salutation) => {
    const proof = await asked(language);
    const text = textOf((await pdfOf(proof.number)).rawPayload);
    for (const part of [salutation, 'Adá Ọbi']) expect(text).toContain(part.normalize('NFC'));
    expect(text).toContain(proof.code);
  });

  it('stays what it was, and is the same paper for the same facts of a day', async () => {
    const first = await asked();
    const both = await Promise.all([asked(), asked()]);
    expect(both).toEqual([first, first]);
    await bed.rows("update users set last_name = 'Married' where id = $1", [customer.id]);
    const second = await asked();
    expect(second.number).not.toBe(first.number);
    expect(textOf((await pdfOf(first.number)).rawPayload)).toContain('Adá Ọbi');
    bed.wait(DAY_MS);
    expect((await asked()).number).not.toBe(second.number);
  });

  it('is numbered without gaps, whoever asks at once', async () => {
    const others = await Promise.all([1, 2, 3].map(() => bed.createCustomer()));
    for (const other of others) await bed.pay(other);
    await Promise.all([...others, customer].map((who) => ask('en', who)));
    const [gaps] = await bed.rows(
      'select max(sequence)::int = count(*)::int as whole from account_proofs group by year order by year desc limit 1',
    );
    expect(gaps?.whole).toBe(true);
  });

  it('is refused where nothing was ever paid, for another’s line, and for an unknown language', async () => {
    const newcomer = await bed.createCustomer();
    expect((await ask('en', newcomer)).body.code).toBe('account-proof.no-service');
    expect((await ask('fr')).status).toBe(422);
    const proof = await asked();
    expect((await pdfOf(proof.number, newcomer)).json().code).toBe('account-proof.not-found');
    const staffAsk = (body: object, id = customer.id) =>
      bed.call(staff, 'POST', `/api/staff/customers/${id}/account-proofs`, body);
    expect((await staffAsk({ language: 'en', lineId: newcomer.id })).body.code).toBe('line.not-found');
    expect((await staffAsk({ language: 'en' }, 2_000_000_000)).body.code).toBe('customer.not-found');
    expect((await staffAsk({ language: 'en' })).body.proof.number).toBe(proof.number);
  });

  it('is issued ten times a day at most for an account', async () => {
    for (let each = 0; each < 10; each++) {
      await bed.rows('update users set last_name = $2 where id = $1', [customer.id, `Name ${each}`]);
      expect((await ask()).status).toBe(200);
    }
    await bed.rows("update users set last_name = 'Eleven' where id = $1", [customer.id]);
    expect((await ask()).body.code).toBe('account-proof.too-many');
  });
});

describe('the check of a proof', () => {
  it('tells no more than the paper says, and the name by its first letters', async () => {
    const proof = await asked();
    const { status, body } = await check(proof.number, proof.code);
    expect(status).toBe(200);
    expect(body).toEqual({
      state: 'valid',
      number: proof.number,
      issuedAt: proof.issuedAt,
      issuer: expect.any(String),
      name: 'A••• Ọ•••',
      since: proof.since,
      paidUntil: proof.paidUntil,
      address: null,
    });
    const typed = await check(proof.number.toLowerCase().replaceAll('-', ' '), proof.code.toLowerCase());
    expect(typed.body).toEqual(body);
  });

  it('answers the same for an unknown number and a wrong code', async () => {
    const proof = await asked();
    const wrong = await check(proof.number, 'AAAA-AAAA-AAAA-AAAA');
    const unknown = await check('PRF-1999-000001', proof.code);
    const nonsense = await check('hello', '');
    expect(wrong.status).toBe(404);
    const { requestId: _one, ...answer } = wrong.body;
    const { requestId: _other, ...same } = unknown.body;
    expect(same).toEqual(answer);
    expect(nonsense.status).toBe(422);
  });

  it('says that a paper is withdrawn, and nothing else of it', async () => {
    const proof = await asked();
    expect((await withdraw(proof.number)).body.proof.withdrawnAt).toEqual(expect.any(String));
    expect((await check(proof.number, proof.code)).body).toMatchObject({
      state: 'withdrawn',
      name: null,
      since: null,
      paidUntil: null,
    });
    expect((await withdraw(proof.number)).body.code).toBe('account-proof.withdrawn');
    expect((await withdraw('PRF-1999-000001')).body.code).toBe('account-proof.not-found');
    expect(textOf((await pdfOf(proof.number)).rawPayload)).toContain('Withdrawn');
    const sent = await bed.call(staff, 'POST', `/api/staff/invoices/${proof.number}/sendings`, { by: 'email' });
    expect(sent.body.code).toBe('account-proof.withdrawn');
    expect((await asked()).number).not.toBe(proof.number);
  });

  it('knows nothing of the paper of somebody who is deleted', async () => {
    const proof = await asked();
    await bed.rows("update account_proofs set code = '' where proof_number = $1", [proof.number]);
    expect((await check(proof.number, '-')).body.code).toBe('account-proof.unknown');
    expect((await check(proof.number, 'none')).body.code).toBe('account-proof.unknown');
  });
});

it('a code has 80 random bits in signs that are not mistaken on paper', () => {
  const code = proofCode((size) => Uint8Array.from({ length: size }, (_, index) => index * 17));
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/);
  expect(typedProofNumber('prf 2026 7')).toBe('PRF-2026-000007');
  expect(typedProofNumber('INV-2026-000007')).toBeNull();
  expect(maskedName('  Sa’adatu   Ọbi-Nwosu ')).toBe('S••• Ọ•••');
});
