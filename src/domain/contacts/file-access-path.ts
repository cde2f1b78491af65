/** Whose trusted contact a page about sharing is about, and which one. */
export type FileAccessIds = { userId: string; contactId: string };

/** Last part of the address of the page on which the user chooses what a contact can see (SHARE-02). */
export const fileAccessPart = ({ userId, contactId }: FileAccessIds): string => `${userId}|${contactId}`;

/** The ids of the last part of such an address; null where it does not hold the two of them. */
export function fileAccessIds(part: string): FileAccessIds | null {
  const [userId, contactId, ...more] = part.split('|');
  return userId && contactId && more.length === 0 ? { userId, contactId } : null;
}
