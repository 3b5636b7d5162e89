import { expect, it, vi } from 'vitest';
import { missingDovecot } from '../../testing/servers/start-dovecot.ts';
import { readMailsUnderFaults } from '../../testing/testbeds/mailbox-under-faults.ts';

vi.setConfig({ testTimeout: 600_000 });

const missing = missingDovecot();
if (missing !== null) console.log(missing);

it.skipIf(missing !== null)('60 mails are one ticket each through kills, broken lines and a full disk', async () => {
  const { filesOnDisk, fileIds, ...counts } = await readMailsUnderFaults({ mails: 60, kills: 2 });
  expect(counts).toEqual({ tickets: 60, subjects: 60, confirmations: 60, files: 12 });
  expect(filesOnDisk.map((name) => name.slice(-36))).toEqual(expect.arrayContaining(fileIds));
});
