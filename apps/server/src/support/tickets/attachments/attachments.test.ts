import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../platform/config/config.ts';
import { createFileStore } from '../../../platform/files/create-file-store.ts';
import { createStaff, type Staff } from '../../../testing/staff-browser.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { pruneAttachments } from './prune-attachments.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let portal: TestPortal;
let staff: Staff;
let customer: TestBrowser;
const logged: string[] = [];
/** Speaks clamd's INSTREAM; its `answer` to a file is OK unless a test says something else. */
const clamd = { answer: 'stream: OK', scanned: Buffer.alloc(0) };
const clamdServer = createServer({ allowHalfOpen: true }, (socket) => {
  let received = Buffer.alloc(0);
  socket
    .on('error', () => {})
    .on('data', (data) => {
      received = Buffer.concat([received, data]);
      const [command, rest] = [received.subarray(0, 10).toString('latin1'), received.subarray(10)];
      if (command !== 'zINSTREAM\0' || rest.length < 4 || rest.length < rest.readUInt32BE() + 8) return;
      clamd.scanned = rest.subarray(4, 4 + rest.readUInt32BE());
      socket.end(`${clamd.answer}\0`);
    });
});
beforeAll(async () => {
  await once(clamdServer.listen(0, '127.0.0.1'), 'listening');
  const { port } = clamdServer.address() as AddressInfo;
  folder = await mkdtemp(join(tmpdir(), 'portal-files-'));
  const config = {
    ...readConfig({ DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1', CLAMD_URL: `clamd://127.0.0.1:${port}` }),
  };
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  portal = await startTestPortal({ config: { ...config, limits: HIGH_LIMITS }, logger });
  staff = await createStaff(portal);
});
afterAll(async () => {
  await portal.close();
  if (clamdServer.listening) clamdServer.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  customer = portal.browser();
  await customer.register();
});

function png(width = 2, height = 2, padding = 0): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const end = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const content = chunk('IDAT', Buffer.concat([deflateSync(Buffer.alloc(16)), Buffer.alloc(padding)]));
  return Buffer.concat([signature, chunk('IHDR', header), content, end]);
}
const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080010001001011100ffda0008010100003f00d2ffd9',
  'hex',
);
const webp = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from([30, 0, 0, 0]),
  Buffer.from('WEBPVP8X'),
  Buffer.from([10, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 9, 0, 0]),
  Buffer.alloc(8),
]);
const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');

function upload(
  bytes: Buffer,
  type = 'image/png',
  name = 'router.png',
  by = customer,
): Promise<LightMyRequestResponse> {
  const cookie = `session=${by.cookies.get('session')}`;
  const place = by === staff.browser ? 'staff' : 'user';
  return portal.app.inject({
    method: 'POST',
    url: `/api/${place}/ticket-attachments?name=${encodeURIComponent(name)}`,
    headers: { 'content-type': type, 'sec-fetch-site': 'same-origin', cookie },
    payload: bytes,
  });
}
let lastSubject = 0;
const open = async (attachments: string[] = [], by = customer) =>
  (await by.post('/api/user/tickets', { subject: `Files ${++lastSubject}`, description: 'See.', attachments })).json();
const stored = async () =>
  (await readdir(join(folder, 'uploads'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

describe('a file', () => {
  it.each([
    ['image/png', png()],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
    ['application/pdf', pdf],
  ])('of type %s comes back as it was sent, as a download that no browser opens', async (type, bytes) => {
    const { attachment } = (await upload(bytes, type, 'Ìròyìn "2026".x')).json();
    expect(attachment).toMatchObject({ mediaType: type, sizeBytes: bytes.length, name: 'Ìròyìn  2026 .x' });
    const sent = await customer.get(`/api/user/ticket-attachments/${attachment.id}`);
    expect(sent.rawPayload.equals(bytes)).toBe(true);
    expect(sent.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
    expect(sent.headers['content-disposition']).toMatch(/^attachment; filename="[\w .-]+"; filename\*=UTF-8''%C3%8C/);
  });

  it.each([
    ['a page that calls itself a picture', Buffer.from('<html><script>alert(1)</script>')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a picture that ends too early', png().subarray(0, 40)],
    ['a picture of a billion pixels', png(40_000, 30_000)],
    ['a picture with something behind it', Buffer.concat([png(), Buffer.from('<script>')])],
    ['a program', Buffer.from('MZ\x90\x00this program')],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused by its content, whatever it says it is', async (_what, bytes) => {
    for (const type of ['image/png', 'application/pdf']) {
      const refused = await upload(bytes, type);
      expect([415, 400]).toContain(refused.statusCode);
      expect(refused.json().success).toBe(false);
    }
  });

  it.each(['image/svg+xml', 'text/html', 'multipart/form-data; boundary=x', 'application/json'])(
    'sent as %s is refused before its content is read',
    async (type) => {
      expect((await upload(png(), type)).json()).toMatchObject({ code: 'file.not-accepted' });
    },
  );

  it('may have up to 5 MB and not a byte more', async () => {
    const most = 5 * 1024 * 1024;
    const bare = png().length;
    expect((await upload(png(2, 2, most - bare))).statusCode).toBe(200);
    for (const over of [1, 2, 100_000]) {
      const refused = await upload(png(2, 2, most - bare + over));
      expect(refused.statusCode).toBe(413);
    }
  });

  it.each(['../../etc/passwd', '..', '\\\\server\\share\\a.png', 'a\r\nSet-Cookie: x.png', '.'])(
    'named %j is stored under its random id and shown under a safe name',
    async (name) => {
      const { attachment } = (await upload(png(), 'image/png', name)).json();
      expect(attachment.name).toMatch(/^[^\\/\r\n]+$/);
      expect((await stored()).map((entry) => entry.name)).toContain(attachment.id);
      expect((await stored()).every((entry) => /^[0-9a-f-]{36}$/.test(entry.name))).toBe(true);
      const sent = await customer.get(`/api/user/ticket-attachments/${attachment.id}`);
      expect(sent.headers['content-disposition']).not.toMatch(/[\r\n/\\]/);
    },
  );

  it('is refused when another site sends it, or nobody is signed in', async () => {
    const { id } = { id: 'x' };
    const headers = { 'content-type': 'image/png', cookie: `session=${customer.cookies.get('session')}` };
    const url = '/api/user/ticket-attachments?name=a';
    const crossSite = { ...headers, 'sec-fetch-site': 'cross-site' };
    expect((await portal.app.inject({ method: 'POST', url, headers: crossSite, payload: png() })).statusCode).toBe(403);
    expect((await upload(png(), 'image/png', 'a', portal.browser())).statusCode).toBe(401);
    expect((await portal.browser().get(`/api/user/ticket-attachments/${id}`)).statusCode).toBe(401);
  });
});

describe('the files of a ticket', () => {
  it('are sent with it or with a reply, and shown there to both sides', async () => {
    const first = (await upload(png(), 'image/png', 'box.png')).json().attachment;
    const { ticket } = await open([first.id]);
    const second = (await upload(pdf, 'application/pdf', 'bill.pdf', staff.browser)).json().attachment;
    await staff.browser.post(`/api/staff/tickets/${ticket.id}/replies`, {
      text: 'Here is your bill.',
      clientReplyId: 'bill',
      attachments: [second.id],
    });
    const read = (await customer.get(`/api/user/tickets/${ticket.id}`)).json();
    expect(read.attachments).toEqual([first]);
    expect(read.replies[0].attachments).toEqual([second]);
    expect((await customer.get(`/api/user/ticket-attachments/${second.id}`)).statusCode).toBe(200);
    expect((await staff.browser.get(`/api/staff/ticket-attachments/${first.id}`)).statusCode).toBe(200);
  });

  it('cannot be read or sent by another customer, nor those of a staff note by any customer', async () => {
    const own = (await upload(png())).json().attachment;
    const { ticket } = await open([own.id]);
    const secret = (await upload(pdf, 'application/pdf', 'note.pdf', staff.browser)).json().attachment;
    await staff.browser.post(`/api/staff/tickets/${ticket.id}/replies`, {
      text: 'Look.',
      clientReplyId: 'n',
      note: true,
      attachments: [secret.id],
    });
    const other = portal.browser();
    await other.register();
    expect((await other.get(`/api/user/ticket-attachments/${own.id}`)).statusCode).toBe(404);
    expect((await customer.get(`/api/user/ticket-attachments/${secret.id}`)).statusCode).toBe(404);
    expect((await customer.get(`/api/staff/ticket-attachments/${secret.id}`)).statusCode).toBe(403);
    expect((await customer.get('/api/user/ticket-attachments/..%2F..%2Fetc')).statusCode).toBe(404);
    const stolen = await other.post('/api/user/tickets', {
      subject: 'Mine',
      description: 'now',
      attachments: [own.id],
    });
    expect(stolen.json()).toMatchObject({ code: 'file.not-found' });
    expect((await other.get('/api/user/tickets')).json()).toEqual([]);
  });

  it('can be attached once: not to two texts, not six at a time', async () => {
    const { attachment } = (await upload(png())).json();
    expect((await open([attachment.id])).success).toBe(true);
    expect((await open([attachment.id])).code).toBe('file.not-found');
    expect((await open(Array(6).fill(attachment.id))).code).toBe('request.invalid');
  });

  it('count against the storage limit of a customer', async () => {
    await portal.pool.query(
      `insert into ticket_attachments (uploader_id, name, media_type, size_bytes)
       select id, 'old', 'image/png', 52428800 - 200 from users order by id desc limit 1`,
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(png())));
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes.filter((code) => code === 200).length).toBeLessThanOrEqual(2);
    expect(codes.at(-1)).toBe(409);
  });

  it('no longer count once their ticket is closed and they are a month old', async () => {
    const { attachment } = (await upload(png())).json();
    const { ticket } = await open([attachment.id]);
    await portal.pool.query(
      "update ticket_attachments set size_bytes = 52428800, created_at = now() - interval '31 days' where id = $1",
      [attachment.id],
    );
    expect((await upload(png())).statusCode).toBe(409);
    await customer.post(`/api/user/tickets/${ticket.id}/close`, {});
    expect((await upload(png())).statusCode).toBe(200);
    expect((await customer.get(`/api/user/ticket-attachments/${attachment.id}`)).statusCode).toBe(200);
  });

  it('whose content is missing on this disk are reported to the operator', async () => {
    const { attachment } = (await upload(png())).json();
    await rm(join(folder, 'uploads', attachment.id.slice(0, 2), attachment.id));
    expect((await customer.get(`/api/user/ticket-attachments/${attachment.id}`)).json()).toMatchObject({
      code: 'file.not-found',
    });
    expect(logged.filter((line) => line.includes(attachment.id))).toEqual([
      expect.stringContaining('a file is missing in DATA_DIR/uploads'),
    ]);
  });

  it('are deleted when they are not attached within a day', async () => {
    const waiting = (await upload(png())).json().attachment;
    const sent = (await upload(png())).json().attachment;
    await open([sent.id]);
    await portal.pool.query(
      "update ticket_attachments set created_at = now() - interval '26 hours' where id = any($1)",
      [[waiting.id, sent.id]],
    );
    expect((await open([waiting.id])).code).toBe('file.not-found');
    await pruneAttachments({ database: portal.database, attachments: createFileStore(join(folder, 'uploads')) });
    const names = (await stored()).map((entry) => entry.name);
    expect(names).not.toContain(waiting.id);
    expect(names).toContain(sent.id);
    expect((await customer.get(`/api/user/ticket-attachments/${waiting.id}`)).statusCode).toBe(404);
  });
});

describe('a virus scanner', () => {
  const rows = async () => (await portal.pool.query('select count(*)::int as n from ticket_attachments')).rows[0].n;

  it('sees every byte of a file before it is stored, and what it finds something in is refused and kept nowhere', async () => {
    const before = [await rows(), (await stored()).length];
    clamd.answer = 'stream: Eicar-Test-Signature FOUND';
    const refused = await upload(pdf, 'application/pdf');
    expect(clamd.scanned.equals(pdf)).toBe(true);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'file.harmful']);
    expect(logged.at(-1)).toContain('Eicar-Test-Signature');
    expect([await rows(), (await stored()).length]).toEqual(before);
  });

  it('that says nothing of a file, or is away, lets none in, and the operator is told', async () => {
    const before = [await rows(), (await stored()).length];
    clamd.answer = 'INSTREAM size limit exceeded. ERROR';
    expect((await upload(png())).json().code).toBe('service.unavailable');
    expect(logged.at(-2)).toContain('INSTREAM size limit exceeded');
    clamdServer.close();
    await once(clamdServer, 'close');
    const refused = await upload(png());
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '30']);
    expect(logged.some((line) => line.includes('the virus scanner cannot be reached'))).toBe(true);
    expect([await rows(), (await stored()).length]).toEqual(before);
  });
});
