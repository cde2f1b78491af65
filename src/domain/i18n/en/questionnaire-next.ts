export const questionnaireNext = {
  'step9b.title': 'What next',
  'step9b.hint': 'Your plan is saved. Here are three things you can do now, or another day.',
  'step9b.why': 'A plan helps most when people can find it.',
  'step9b.card.title': 'Print the emergency ACP card',
  'step9b.card.body': 'Keep one in your wallet and one on the fridge. Staff can scan it and read your plan.',
  'step9b.card.button': 'Go to my plan',
  'step9b.dashboard.title': 'Go to the dashboard',
  'step9b.dashboard.body': 'See your plan, your contacts and your papers in one place.',
  'step9b.dashboard.button': 'Go to the dashboard',
  'step9b.organ.title': 'Choose organ donation options',
  'step9b.organ.body': 'You can record if you want to give your organs after you die. It is up to you.',
  'step9b.organ.button': 'See the options',
} as const;
