const LONGEST_CODE = 32;

/** The code of /register?ref={code}, or null. Whether it is anybody's is for the server to say. */
export function referralCodeIn(search: string): string | null {
  const code = new URLSearchParams(search).get('ref')?.trim() ?? '';
  return code && code.length <= LONGEST_CODE ? code : null;
}
