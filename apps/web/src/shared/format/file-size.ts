const KB = 1024;

/** A file size: '120 KB', '1.4 MB'. Nothing is smaller than 1 KB. */
export function formatFileSize(bytes: number): string {
  const wholeKb = Math.max(1, Math.round(bytes / KB));
  return wholeKb < KB ? `${wholeKb} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
}
