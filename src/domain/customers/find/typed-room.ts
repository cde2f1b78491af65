/** Maximum number of characters of a room. */
const longestRoom = 20;

/** The word for a room, as it is printed before the room, at the end of the text or before a comma. */
const named =
  /(?<![\p{L}\p{N}])(?:(?:room|bed|rm\.?)(?=[\s:：#\d])|房间|房间号|房号|床位)\s*[:：#]?\s*(?<room>[^,，]+)[,，]?\s*$/iu;

/** Returns a room in the form in which rooms are compared: lower case, single spaces, and numbers without zeros at the beginning. */
export const roomKey = (room: string): string =>
  room
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/(?<!\d)0+(?=\d)/gu, '');

/**
 * Returns the rooms that the text may mean, each with the rest of the text: the whole text if it has a digit, and what follows the word
 * for a room.
 */
export function typedRooms(text: string): { room: string; rest: string }[] {
  const whole = roomKey(text);
  const found = named.exec(text);
  const after = roomKey(found?.groups?.['room'] ?? '');
  return [
    ...(/\d/.test(whole) ? [{ room: whole, rest: '' }] : []),
    ...(found && after !== '' ? [{ room: after, rest: text.slice(0, found.index) }] : []),
  ].filter(({ room }) => room.length <= longestRoom);
}
