import { expect, it, vi } from 'vitest';
import { missingDovecot } from '../../testing/servers/start-dovecot.ts';
import { readMailsUnderFaults } from '../../testing/testbeds/mailbox-under-faults.ts';

vi.setConfig({ testTimeout: 900_000 });

const missing = missingDovecot();
if (missing !== null) console.log(missing);

it.skipIf(missing !== null)('2,000 mails are one ticket each through kills, broken lines and a full disk', async () => {
  const { filesOnDisk, fileIds, ...counts } = await readMailsUnderFaults({ mails: 2000, kills: 12 });
  expect(counts).toEqual({ tickets: 2000, subjects: 2000, confirmations: 2000, files: 400 });
  expect(filesOnDisk.map((name) => name.slice(-36))).toEqual(expect.arrayContaining(fileIds));
});
