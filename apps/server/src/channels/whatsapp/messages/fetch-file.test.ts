import { sampleFiles } from '@portal/sandbox/whatsapp/sample-files';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { FileNotThere, fetchFile } from './fetch-file.ts';

/** Fetches a picture of somebody; returns what became of it and of the store. */
async function fetchPicture({
  name = null,
  storeFault = null,
  sent = sampleFiles.picture.bytes,
}: {
  readonly name?: string | null;
  readonly storeFault?: Error | null;
  readonly sent?: Awaited<ReturnType<Parameters<typeof fetchFile>[0]['api']['download']>>;
}) {
  const stored = new Set<string>();
  const deps = {
    database: {},
    api: { download: async () => sent },
    support: { contacts: { sumFiles: async () => 0 } },
    files: {
      write: async (id: string) => {
        stored.add(id);
        if (storeFault) throw storeFault;
      },
      remove: async (id: string) => void stored.delete(id),
    },
  } as unknown as Parameters<typeof fetchFile>[0];
  const fetched = await fetchFile(deps, { address: '+2348031234567', file: { mediaId: '1', name } }).catch(
    (error: unknown) => error,
  );
  return { fetched, stored };
}

describe('a file from WhatsApp', () => {
  it('in which the scanner finds something is refused, and nothing of it stays', async () => {
    const { fetched, stored } = await fetchPicture({ storeFault: new ApiError('file.harmful') });
    expect(fetched).toEqual({ refusal: 'harmful' });
    expect(stored.size).toBe(0);
  });

  it('that the scanner cannot look at now, or that WhatsApp does not give, is tried again', async () => {
    const unseen = await fetchPicture({ storeFault: new ApiError('service.unavailable') });
    expect(unseen.fetched).toBeInstanceOf(FileNotThere);
    expect(unseen.stored.size).toBe(0);
    for (const sent of ['no-answer', 'gone'] as const)
      expect((await fetchPicture({ sent })).fetched).toBeInstanceOf(FileNotThere);
    expect((await fetchPicture({ sent: 'too-large' })).fetched).toEqual({ refusal: 'size' });
  });

  it('is shown by its own name without a folder or signs that turn it round, or by what it is', async () => {
    for (const [name, shown] of [
      ['../../etc/picture.png', 'picture.png'],
      ['bill\u202egnp.exe', 'bill gnp.exe'],
      [null, 'picture.png'],
    ] as const) {
      const { fetched, stored } = await fetchPicture({ name });
      expect(fetched).toEqual({
        file: { id: [...stored][0], name: shown, mediaType: 'image/png', sizeBytes: expect.any(Number) },
      });
    }
  });
});
