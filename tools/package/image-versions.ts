/** Images by the name of their variable, from the text of deploy/image-versions. */
export function readImageVersions(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [name = '', image = ''] = line.split('=', 2);
      return [name, image];
    }),
  );
}

/** The images without a digest: whoever owns their tag may replace them at any time. */
export function findUnpinned(images: ReadonlyMap<string, string>): string[] {
  return [...images.values()].filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image));
}
