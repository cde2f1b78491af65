export const questionnaireElse = {
  'step7.title': 'Anything else',
  'step7.hint': 'Write as much or as little as you like. You can skip this step.',
  'step7.why': 'Your own words tell people things that a list of answers cannot.',
  'customsAndTraditions.title': 'Customs, faith and traditions that matter to me',
  'customsAndTraditions.hint': 'For example, prayers, food, washing, who should be with you, or what should happen after you die.',
  'customsAndTraditions.why': 'Staff may not know your customs. If they do, they can respect them.',
  'explanations.title': 'What I want to explain about my answers',
  'explanations.hint': 'For example, why you chose an answer, or when your answer would be different.',
  'explanations.why': 'Life does not always fit the questions. Your reasons help people decide when it does not.',
  'otherCommentsOrWorries.title': 'Other comments or worries',
  'otherCommentsOrWorries.hint': 'For example, pets, people who need you, or something you are afraid of.',
  'otherCommentsOrWorries.why': 'If people know your worries, they can try to help with them.',
} as const;
