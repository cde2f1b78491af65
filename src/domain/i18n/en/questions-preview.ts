export const questionsPreview = {
  'preview.title': 'The questions',
  'preview.lead': 'These are all the questions, with the answers to choose from. Read them in your own time. Nothing is entered or kept on this page.',
  'preview.contents': 'Steps',
  'preview.ownWords': 'You answer in your own words.',
  'preview.start': 'Start my plan',
  'preview.end': 'What comes after the questions',
  'preview.endBody': 'You name the people you trust, read everything once more, and sign. Then the card is yours to print.',
} as const;
