import { statfs } from 'node:fs/promises';
import { about, type Finding, messageOf } from './finding.ts';

const disk = about('Disk');
const GIB = 1024 ** 3;
const WARN_SHARE = 0.15;
const FAULT_SHARE = 0.05;

/** Free space where `folder` is: below 15 % a warning, below 5 % or 1 GiB a fault. */
export async function checkDisk(folder: string): Promise<Finding> {
  const remedy = `Make room or enlarge the disk of ${folder}; when it is full, payments and messages are refused.`;
  try {
    const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
    const freeBytes = bavail * bsize;
    const share = Math.min(bavail / blocks, files === 0 ? 1 : ffree / files);
    const found = `${(freeBytes / GIB).toFixed(1)} GiB (${Math.round(share * 100)} %) are free in ${folder}.`;
    if (share < FAULT_SHARE || freeBytes < GIB) return disk.fault(found, remedy);
    return share < WARN_SHARE ? disk.warning(found, remedy) : disk.ok(found);
  } catch (error) {
    return disk.fault(`${folder} cannot be read: ${messageOf(error)}.`, 'Correct DATA_DIR, or the folder’s owner.');
  }
}
