export const licences = {
  'licences.lead': 'Wattle is made with the work of others. Here are its packages and fonts, each with its licence and the text of the licence.',
  'licences.works': 'Fonts and other works',
  'licences.packages': 'Packages',
  'licences.absent': 'For other kinds of computers',
  'licences.absent.note': 'These packages are not in this installation. On another kind of computer they take the place of a package above.',
} as const;
