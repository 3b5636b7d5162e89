/** '2028-08' as cards have it: '08/28'. */
export function cardMonth(month: string): string {
  return month.replace(/^\d\d(\d\d)-(\d\d)$/, '$2/$1');
}
