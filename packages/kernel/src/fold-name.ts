/** Apostrophes of every shape, hyphens, dots, spaces, and the marks of letters taken apart. */
const LEFT_OUT =
  /[-.'`\s\u00ad\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u2000-\u201b\u2028-\u202f\u2032-\u2037\u205f-\u2064\u2212\ua78b\ua78c\ufe63\uff07\uff0d]|[\u0300-\u036f]/g;
const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };

/**
 * What a name is searched and compared by, as `search_key` of the database: "Sa’adatu" as "saadatu",
 * "Ɗan-Ládi" as "danladi". For comparing only: two people may have one folded name.
 */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(LEFT_OUT, '')
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter);
}
