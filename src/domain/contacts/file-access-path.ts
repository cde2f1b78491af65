/** Ids of the owner and of the contact that a page about sharing belongs to. */
export type FileAccessIds = { userId: string; contactId: string };

/** Last part of the address of the page on which the user chooses what a contact can see (SHARE-02). */
export const fileAccessPart = ({ userId, contactId }: FileAccessIds): string => `${userId}|${contactId}`;

/** Returns the ids from the last part of such an address; null if it does not contain both. */
export function fileAccessIds(part: string): FileAccessIds | null {
  const [userId, contactId, ...more] = part.split('|');
  return userId && contactId && more.length === 0 ? { userId, contactId } : null;
}
