import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, timestamp } from '../platform/fields.ts';

/** An archive of the whole portal. Its file is there while it is `done`, until `expiresAt`. */
const archive = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'failed', 'expired']),
  startedBy: z.object({ id: z.number(), name: z.string() }),
  startedAt: timestamp,
  finishedAt: z.nullable(timestamp),
  expiresAt: z.nullable(timestamp),
  sizeBytes: z.nullable(z.number()),
  failure: z.nullable(z.string()),
});
export type Archive = z.infer<typeof archive>;

export const listArchives = defineEndpoint({
  method: 'GET',
  path: '/api/staff/archives',
  access: 'admin',
  permission: 'archives:make',
  summary: 'The last ten archives of the whole portal, newest first',
  answer: z.array(archive),
  errors: [],
});

/** It goes on after the answer: `listArchives` says how far it is. */
export const startArchive = defineEndpoint({
  method: 'POST',
  path: '/api/staff/archives',
  access: 'admin',
  permission: 'archives:make',
  summary: 'Begin to write everything that the operator owns as one file',
  freshProof: true,
  answer: z.object({ ...acknowledged, archive }),
  errors: ['archive.running'],
});

export const downloadArchive = defineEndpoint({
  method: 'GET',
  path: '/api/staff/archives/:id/portal.tar.gz',
  access: 'admin',
  permission: 'archives:make',
  summary: 'The file of an archive that is done and has not expired',
  params: z.object({ id: identifier }),
  freshProof: true,
  answer: null,
  errors: ['archive.not-found'],
});

export const api = {
  description: 'Everything that the operator owns, as one file.',
  endpoints: { listArchives, startArchive, downloadArchive },
  schemas: { archive },
};
