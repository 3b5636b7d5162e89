import { downloadArchive, listArchives, startArchive } from '@portal/contract/console/archives';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { ArchiveRunner } from './create-archive-runner.ts';

/** The whole portal as one file, for owners. */
export function registerArchives(routes: Routes, archives: ArchiveRunner): void {
  routes.serve(listArchives, async () => archives.list());

  routes.serve(startArchive, async ({ viewer }) => {
    const archive = await archives.start(viewer.user.id);
    return { success: true as const, message: 'The archive is being written.', archive };
  });

  routes.serve(downloadArchive, async ({ viewer, params, reply }) => {
    const { file, sizeBytes } = await archives.open(params.id, viewer.user.id);
    return reply
      .header('content-type', 'application/gzip')
      .header('content-length', String(sizeBytes))
      .header('content-disposition', 'attachment; filename="portal.tar.gz"')
      .send(file);
  });
}
