export const find = {
  'find.title': 'Find a resident',
  'find.label': 'Name, room, customer ID, birth date or email',
  'find.hint': 'For example: McKenzie, Thuy, or room 12B, or BH-1001, or 14/5/43',
  'find.count_one': '{count} resident found',
  'find.count_other': '{count} residents found',
  'find.searching': 'Searching',
  'find.none':
    'No resident was found for “{words}”. Names, rooms, customer IDs, birth dates and email addresses were searched, in every house that you can see.',
  'find.closest': 'No resident matches exactly. Shown instead: “{closest}”. Check the name and the birth date.',
  'find.more': 'There are more. Type another word, or a birth date.',
  'find.born': 'Born {date}',
  'find.room': 'Room',
  'find.setAside': 'Archived or to be removed',
  'find.archivedHouse': 'In an archived house',
  'find.keys': 'The arrow keys choose, Enter opens, and E opens the emergency sheet.',
  'find.slash': 'Use the single keys: / opens this search, x picks a row of a list, ? shows the keys of a list',
} as const;
