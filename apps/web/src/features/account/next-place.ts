/** Where to go after signing in: the `next` of the address when it is a path of this portal, else '/'. */
export function nextPlace(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/(?![/\\])[^\s]*$/.test(next) ? next : '/';
}
