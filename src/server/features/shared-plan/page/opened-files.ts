/** Maximum number of remembered openings; the oldest are dropped, and would be recorded once more. */
const rememberedAtMost = 10_000;

/** One file in one opening of a contact's page. */
type FileOpening = { contactId: string; openedAt: Date; fileId: string };

/** Remembers which files this process has recorded as opened, so that later ranges of a file are not recorded again. */
export function createOpenedFiles(atMost = rememberedAtMost) {
  const recorded = new Set<string>();
  const keyOf = ({ contactId, openedAt, fileId }: FileOpening) =>
    `${contactId} ${openedAt.getTime()} ${fileId}`;
  return {
    has: (opening: FileOpening): boolean => recorded.has(keyOf(opening)),
    add(opening: FileOpening): void {
      recorded.add(keyOf(opening));
      const [oldest] = recorded;
      if (recorded.size > atMost && oldest !== undefined) recorded.delete(oldest);
    },
  };
}
